import type { Link, LinkCategory } from '../../../contract/links.ts'
import { searchTerms } from '../../../rules/search-text.ts'
import type { Db } from '../../platform/db/db.ts'
import { newestFirst, type Page, type PageQuery } from '../../platform/db/keyset.ts'
import { containsTerms } from '../../platform/search/search.ts'

export type LinkListQuery = PageQuery & { q?: string | undefined; category?: LinkCategory | undefined }

function selectLinks(db: Db) {
  return db
    .selectFrom('link_library')
    .select(['id', 'title', 'url', 'category', 'description', 'author_id', 'created_at'])
    .where('deleted_at', 'is', null)
    .$castTo<Link>()
}

/** A page of links, newest first. */
export async function listLinks(db: Db, { q, category, ...page }: LinkListQuery): Promise<Page<Link>> {
  let select = selectLinks(db).where(containsTerms(db, 'search_text', searchTerms(q ?? '')))
  if (category) select = select.where('category', '=', category)
  return newestFirst(select, 'link_library', page)
}

/** A link outside the trash, or null. */
export async function getLink(db: Db, id: string): Promise<Link | null> {
  return (await selectLinks(db).where('id', '=', id).executeTakeFirst()) ?? null
}
