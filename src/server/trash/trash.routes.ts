import * as articles from '../articles/articles.service.ts'
import { os } from '../platform/http/implement.ts'

export const trashRoutes = os.trash.router({
  restoreArticle: os.trash.restoreArticle.handler(({ input, context }) =>
    articles.restoreArticle(context.runtime.db, input.id),
  ),
})
