import { sql, type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { invalidField } from '../../../contract/errors.ts'
import { isReadableInstant, storedInstant, UNREADABLE_INSTANT } from '../../../rules/instants.ts'

/** A page of a list on the wire: `next_cursor` is null at its end. */
export type Page<T> = { items: T[]; next_cursor: string | null }
/** Selects a page of a list; without a cursor the first. */
export type PageQuery = { limit: number; cursor?: string | undefined }

/** Position where a page of a list ended: the sort key (an instant, or a line of text) and the id that breaks ties. */
export type Keyset = { at: string; id: string }

/** True for an existing instant: PostgreSQL fails on a 31st of February. */
function isInstant(at: string): boolean {
  return at === UNREADABLE_INSTANT || isReadableInstant(storedInstant(at))
}

/** The opaque cursor of the last record of a page. */
export function toCursor({ at, id }: Keyset): string {
  return Buffer.from(`${at} ${id}`).toString('base64url')
}

/** Parses a cursor; 400 `validation_failed` for one that this server did not issue for this order. */
export function fromCursor(cursor: string, mayBegin: (at: string) => boolean = isInstant): Keyset {
  const text = Buffer.from(cursor, 'base64url').toString()
  const end = text.lastIndexOf(' ')
  const keyset = { at: text.slice(0, end), id: text.slice(end + 1) }
  if (!mayBegin(keyset.at) || !/^[\da-f-]{36}$/.test(keyset.id) || text.includes('\0'))
    throw invalidField('cursor', 'Kein Cursor dieses Servers')
  return keyset
}

/**
 * The value after which the next page begins. Where the instant is `UNREADABLE_INSTANT`, `stored` selects the row's own
 * value, since its position is otherwise unknown.
 */
export function reached(at: string, stored: RawBuilder<unknown>): RawBuilder<unknown> {
  return at === UNREADABLE_INSTANT ? sql`(${stored})` : sql`${at}`
}

/** Condition „comes after the cursor“ for a table sorted newest first by `column`, then by id; `as` is its alias. */
export function olderThan(table: string, column: string, cursor: string, as = table): Expression<SqlBool> {
  const { at, id } = fromCursor(cursor)
  const stored = sql`select ${sql.ref(column)} from ${sql.table(table)} where id = ${id}`
  return sql<SqlBool>`(${sql.ref(`${as}.${column}`)}, ${sql.ref(`${as}.id`)}) < (${reached(at, stored)}, ${id})`
}

/** Drops the extra row that was read beyond the page, and returns the next cursor. */
export function toPage<T>(rows: T[], limit: number, keyOf: (row: T) => Keyset): Page<T> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next_cursor: rows.length > limit && last ? toCursor(keyOf(last)) : null }
}

/** A page of rows from `table`, newest first: by `created_at`, then by id. */
export async function newestFirst<D, T extends keyof D, R extends { id: string; created_at: string }>(
  select: SelectQueryBuilder<D, T, R>,
  table: string,
  { limit, cursor }: PageQuery,
): Promise<Page<R>> {
  const [at, id] = [`${table}.created_at`, `${table}.id`]
  let ordered = select
    .orderBy(sql.ref(at), 'desc')
    .orderBy(sql.ref(id), 'desc')
    .limit(limit + 1)
  if (cursor) ordered = ordered.where(olderThan(table, 'created_at', cursor))
  return toPage(await ordered.execute(), limit, (row) => ({ at: row.created_at, id: row.id }))
}
