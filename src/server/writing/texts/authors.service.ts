import type { Tx } from '../../platform/db/db.ts'
import { changeAuthor } from './text-rows.queries.ts'
import type { WrittenTables } from './written-tables.ts'

/**
 * Gives the texts of an account to another one, or to none, in the transaction that removes it. Texts, dates and versions stay
 * as they are: readers never see an account (RUL-39). Returns how many texts there were.
 */
export async function handOver(tx: Tx, tables: WrittenTables, from: string, to: string | null): Promise<number> {
  return changeAuthor(tx, tables, from, to)
}

export { countBy } from './text-rows.queries.ts'
