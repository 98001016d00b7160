import type { Insertable } from 'kysely'
import type { Db, Tables } from '../../server/platform/db/db.ts'

/** SQLite takes 32,766 parameters in one statement, PostgreSQL 65,535; far below that a statement is quicker to compile. */
const PARAMETERS = 2000

/**
 * Inserts rows of one table, as many at a time as fit into a statement. All rows carry the same columns. Sizes are powers
 * of two, so that there are few different statements, which databases and their drivers keep prepared.
 */
export async function insertRows<T extends keyof Tables>(
  db: Db,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<void> {
  const columns = Math.max(1, Object.keys(rows[0] ?? {}).length)
  let size = 2 ** Math.floor(Math.log2(PARAMETERS / columns))
  for (let start = 0; start < rows.length; start += size) {
    while (size > rows.length - start) size /= 2
    await db
      .insertInto(table)
      .values(rows.slice(start, start + size))
      .execute()
  }
}
