import type { PagePlacement, PublicPage } from '../../../contract/pages.ts'
import { SEARCHED_CHARACTERS } from '../../../rules/articles.ts'
import type { Db } from '../../platform/db/db.ts'
import { listGuestRemarks, writeGuestRemark } from '../texts/guest-remarks.public.ts'
import { notePreviewUse, openPreviewLink } from '../texts/preview-links.service.ts'
import * as texts from '../texts/published.public.ts'
import { PAGES } from './page-noun.ts'

/** The site's sole door to pages: published ones, and of those only what readers may know (RUL-19). */
function selectPublished(db: Db) {
  return db.selectFrom('pages').where('pages.status', '=', 'published').where('pages.deleted_at', 'is', null)
}

/** The published page of a slug with its live text, or null. */
export async function getPublishedPage(db: Db, slug: string): Promise<PublicPage | null> {
  const row = await selectPublished(db)
    .select(['id', 'title', 'slug', 'noindex', 'lang', 'placement', 'position', 'created_at', 'updated_at'])
    .select('content_markdown')
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (!row?.slug) return null
  const placement = row.placement as PagePlacement
  return { ...row, slug: row.slug, status: 'published', placement, noindex: row.noindex === 1 }
}

/** What lists say of a published page. */
export type PublishedPage = Pick<PublicPage, 'id' | 'title' | 'slug' | 'placement' | 'noindex' | 'updated_at'>

/** All published pages in their order, without texts; there are few. */
export async function listPublishedPages(db: Db): Promise<PublishedPage[]> {
  const rows = await selectPublished(db)
    .select(['id', 'title', 'slug', 'placement', 'noindex', 'updated_at'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ slug, placement, noindex, ...row }) =>
    slug ? [{ ...row, slug, placement: placement as PagePlacement, noindex: noindex === 1 }] : [],
  )
}

/** The present slug of a published page that once had this one (RUL-5), or null. */
export async function findMovedPage(db: Db, slug: string): Promise<string | null> {
  return texts.presentSlug(db, PAGES.tables, slug)
}

/** What readers search of a published page; null where they have none of this id. Pages are as old as their first version. */
export async function readPageText(db: Db, id: string): Promise<texts.SearchedText | null> {
  const select = selectPublished(db).select(['title', 'content_markdown', 'created_at']).where('id', '=', id)
  const row = await select.executeTakeFirst()
  if (!row) return null
  const markdown = row.content_markdown.slice(0, SEARCHED_CHARACTERS)
  return { title: row.title, excerpt: '', names: [], markdown, at: row.created_at }
}

/** The next published pages behind one, by id. */
export async function listPublishedPageIds(db: Db, after: string, count: number): Promise<string[]> {
  return texts.listPublishedIds(db, PAGES.tables, after, count)
}

export type PageTitle = Pick<PublicPage, 'id' | 'title' | 'slug' | 'lang'>

/** Of these pages the published ones. */
export async function getPublishedTitles(db: Db, ids: readonly string[]): Promise<PageTitle[]> {
  if (ids.length === 0) return []
  const rows = await selectPublished(db).select(['id', 'title', 'slug', 'lang']).where('id', 'in', ids).execute()
  return rows.flatMap(({ id, title, slug, lang }) => (slug ? [{ id, title, slug, lang }] : []))
}

/** Of a page what its preview shows. */
export type PreviewedPage = Pick<PublicPage, 'id' | 'slug' | 'title' | 'lang' | 'content_markdown' | 'updated_at'>

/**
 * What a preview link shows (RUL-37): the working text of a page in any status. Null when the link opens nothing, or its page
 * lies in the trash.
 */
export async function getPagePreview(
  db: Db,
  token: string,
  now: Date,
): Promise<{ page: PreviewedPage; expiresAt: string } | null> {
  const opened = await openPreviewLink(db, PAGES, { token, now })
  if (!opened) return null
  const { id, slug, lang } = opened.text
  const { title, content_markdown, updated_at } = opened.text.working_copy ?? opened.text
  return { page: { id, slug, title, lang, content_markdown, updated_at }, expiresAt: opened.expiresAt }
}

/** What guests of a link wrote about the page; null where they may not. */
export const pageRemarksOfGuests = (db: Db, token: string, now: Date) => listGuestRemarks(db, PAGES, { token, now })

/** Writes a guest's remark; false where the link allows none. Errors: those of `writeGuestRemark`. */
export const remarkOnPage = (db: Db, token: string, now: Date, typed: { name: string; text: string; quote: string }) =>
  writeGuestRemark(db, PAGES, { token, now }, typed)

/** Remembers that a link has been opened, for those who gave it away. */
export async function notePageOpened(db: Db, token: string, now: Date): Promise<void> {
  await notePreviewUse(db, PAGES.tables, { token, now })
}
