import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { dialectOf } from '../db/dialect.ts'

// While a blog moves to another database (RUL-55), triggers refuse every write to the old database, from any process.
// `transfer/database/departure.ts` sets them.

/** The error message of the triggers. */
export const MOVING_MESSAGE = 'blog-cms is moving'
/** Key of the row of `meta` that marks a blog as moving or moved. */
export const MOVED_KEY = 'moved away'
/** Prefix of the value of that row until the move is complete. */
export const UNDER_WAY = 'under way: '

/** The error message of the triggers once the move is complete. */
export const MOVED_MESSAGE = `${MOVING_MESSAGE}: it has left`

/** True for the error of a write to a blog that is moving. */
export function isMoving(error: unknown): boolean {
  return error instanceof Error && error.message.includes(MOVING_MESSAGE)
}

/** True where the blog has left for good: writing here does not go on by itself. */
export function hasMoved(error: unknown): boolean {
  return error instanceof Error && error.message.includes(MOVED_MESSAGE)
}

/** The target of a blog that is leaving or has left this database: `to` as passed to `stopWriting`. */
export type Departure = { to: string; isOver: boolean }

/** The target to which the blog is moving or has moved; null if it is not, or if the database is empty. */
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
