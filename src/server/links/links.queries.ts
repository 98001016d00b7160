import type { Insertable, Updateable } from 'kysely'
import type { Link, LinkCategory } from '../../contract/links.ts'
import { searchTerms } from '../../rules/search-text.ts'
import type { Db } from '../platform/db/db.ts'
import { olderThan, toPage } from '../platform/db/keyset.ts'
import { containsTerms } from '../platform/db/search.ts'
import type { LinkLibraryTable } from '../tables.ts'

const COLUMNS = ['id', 'title', 'url', 'category', 'description', 'author_id', 'created_at'] as const

export type LinkListQuery = {
  limit: number
  cursor?: string | undefined
  q?: string | undefined
  category?: LinkCategory | undefined
}

/** A page of links, newest first. */
export async function listLinks(db: Db, query: LinkListQuery): Promise<{ items: Link[]; next_cursor: string | null }> {
  let select = db
    .selectFrom('link_library')
    .select(COLUMNS)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
  if (query.category) select = select.where('category', '=', query.category)
  if (query.q?.trim()) select = select.where(containsTerms(db, 'search_text', searchTerms(query.q)))
  if (query.cursor) select = select.where(olderThan('created_at', 'id', query.cursor))
  const rows = (await select.execute()) as Link[]
  return toPage(rows, query.limit, (row) => ({ at: row.created_at, id: row.id }))
}

/** One living link, or null. */
export async function getLink(db: Db, id: string): Promise<Link | null> {
  const row = await db
    .selectFrom('link_library')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return (row as Link | undefined) ?? null
}

export async function insertLink(db: Db, row: Insertable<LinkLibraryTable>): Promise<void> {
  await db.insertInto('link_library').values(row).execute()
}

/** Changes a living link; false when there is none. */
export async function updateLink(db: Db, id: string, values: Updateable<LinkLibraryTable>): Promise<boolean> {
  const result = await db
    .updateTable('link_library')
    .set(values)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) > 0
}
