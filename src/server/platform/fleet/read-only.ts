import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { dialectOf } from '../db/dialect.ts'

// While a blog moves to another database (RUL-55), triggers refuse every write to the database it leaves, from whatever process.
// `transfer/database/departure.ts` sets them.

/** What the triggers say. */
export const MOVING_MESSAGE = 'blog-cms is moving'
/** Key of the row of `meta` that says that the blog is leaving, or has left. */
export const MOVED_KEY = 'moved away'
/** What the value of that row begins with until the blog has arrived. */
export const UNDER_WAY = 'under way: '

/** True for what is thrown where something was to be written to a blog that is moving. */
export function isMoving(error: unknown): boolean {
  return error instanceof Error && error.message.includes(MOVING_MESSAGE)
}

/** Where a blog goes that has left this database, or is leaving it: `to` as `stopWriting` was told. */
export type Departure = { to: string; isOver: boolean }

/** Where the blog has moved to from this database, or is about to; null where it has not, or where the database is empty. */
export async function movedTo(db: Db): Promise<Departure | null> {
  const { rows } = await (
    dialectOf(db) === 'postgres'
      ? sql`select 1 where to_regclass('meta') is not null`
      : sql`select 1 from sqlite_schema where type = 'table' and name = 'meta'`
  ).execute(db)
  if (rows.length === 0) return null
  const row = await db.selectFrom('meta').select('value').where('key', '=', MOVED_KEY).executeTakeFirst()
  if (!row) return null
  const isOver = !row.value.startsWith(UNDER_WAY)
  return { to: isOver ? row.value : row.value.slice(UNDER_WAY.length), isOver }
}
