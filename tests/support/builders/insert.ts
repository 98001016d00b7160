import type { Insertable } from 'kysely'
import type { Db } from '../../../src/server/platform/db/db.ts'
import type { Tables } from '../../../src/server/tables.ts'

/** SQLite takes 32,766 parameters in one statement, PostgreSQL 65,535; far below that a statement is quicker to compile. */
const PARAMETERS = 3000

/** Inserts rows of one table, as many at a time as fit into a statement. All rows carry the same columns. */
export async function insertRows<T extends keyof Tables>(
  db: Db,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).length
  const size = Math.max(1, Math.floor(PARAMETERS / Math.max(1, columns)))
  for (let start = 0; start < rows.length; start += size) {
    await db
      .insertInto(table)
      .values(rows.slice(start, start + size))
      .execute()
  }
}
