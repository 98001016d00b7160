import { sql, type Expression, type SqlBool } from 'kysely'
import { invalidField } from '../../../contract/errors.ts'

/** Where a page of a list ended: the instant it is sorted by and the id that breaks ties. */
export type Keyset = { at: string; id: string }

/** The opaque cursor of the record a page ended with. */
export function toCursor({ at, id }: Keyset): string {
  return Buffer.from(`${at} ${id}`).toString('base64url')
}

/** Reads a cursor; 400 `validation_failed` for anything this server did not hand out. */
export function fromCursor(cursor: string): Keyset {
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at) || !/^[\da-f-]{36}$/.test(id))
    throw invalidField('cursor', 'Kein Cursor dieses Servers')
  return { at, id }
}

/** Condition „comes after the cursor“ for lists sorted newest first by `column`, then by id. */
export function olderThan(column: string, idColumn: string, cursor: string): Expression<SqlBool> {
  const { at, id } = fromCursor(cursor)
  return sql<SqlBool>`(${sql.ref(column)}, ${sql.ref(idColumn)}) < (${at}, ${id})`
}

/** Cuts the row read beyond the page and tells where it ended. */
export function toPage<T>(
  rows: T[],
  limit: number,
  keyOf: (row: T) => Keyset,
): { items: T[]; next_cursor: string | null } {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next_cursor: rows.length > limit && last ? toCursor(keyOf(last)) : null }
}
