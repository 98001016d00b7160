import type { Tx } from '../../../platform/db/db.ts'
import { changeAuthor } from './authors.queries.ts'
import { lockReferences } from '../references.service.ts'

/**
 * Hands the articles of an account over to another one, or to nobody, in the transaction that removes it. Texts, dates and
 * versions stay as they are: readers never see an account (RUL-39). Returns how many articles there were.
 */
export async function handOver(tx: Tx, from: string, to: string | null): Promise<number> {
  await lockReferences(tx)
  return changeAuthor(tx, from, to)
}

export { countArticlesBy } from './authors.queries.ts'
