import { endpoint } from './endpoint.ts'
import { article } from './articles.ts'
import { byId } from './fields.ts'

export const trash = {
  /** Takes an article out of the trash; its slug gets a suffix if it was given away meanwhile (R20). */
  restoreArticle: endpoint('POST', '/trash/articles/{id}/restore', 'approved', 200).input(byId).output(article),
}
