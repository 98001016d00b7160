import type { PublicArticle } from '../../../contract/articles.ts'
import type { Db } from '../../platform/db/db.ts'
import { open, openText } from './articles.public.ts'
import { listGuestRemarks, writeGuestRemark } from '../texts/guest-remarks.public.ts'
import { notePreviewUse, openPreviewLink } from '../texts/preview-links.service.ts'
import { ARTICLES } from './article-noun.ts'

export type PreviewedArticle = Omit<PublicArticle, 'slug'>

/**
 * What a preview link shows (RUL-37): the working text of an article in any status, of it only what readers of a published
 * one may know. Null when the link opens nothing, or its article lies in the trash.
 */
export async function getPreview(
  db: Db,
  token: string,
  now: Date,
): Promise<{ article: PreviewedArticle; expiresAt: string } | null> {
  const opened = await openPreviewLink(db, ARTICLES, { token, now })
  if (!opened) return null
  const { text: stored } = opened
  const { working_copy: copy } = stored
  const shown = copy
    ? { ...stored, ...copy, category: await categoryOf(db, copy.category_id), tags: await tagsOf(db, copy.tag_ids) }
    : stored
  const { slug: _slug, ...summary } = open(shown)
  return { article: { ...summary, ...openText(shown) }, expiresAt: opened.expiresAt }
}

/** What guests of a link wrote about the article; null where they may not. */
export const remarksOfGuests = (db: Db, token: string, now: Date) => listGuestRemarks(db, ARTICLES, { token, now })

/** Writes a guest's remark; false where the link allows none. Errors: those of `writeGuestRemark`. */
export const remarkAsGuest = (db: Db, token: string, now: Date, typed: { name: string; text: string; quote: string }) =>
  writeGuestRemark(db, ARTICLES, { token, now }, typed)

/** Remembers that a link has been opened, for those who gave it away. */
export async function noteOpened(db: Db, token: string, now: Date): Promise<void> {
  await notePreviewUse(db, ARTICLES.tables, { token, now })
}

async function categoryOf(db: Db, id: string | null): Promise<PublicArticle['category']> {
  if (id === null) return null
  const row = await db.selectFrom('categories').select(['id', 'name', 'slug']).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

async function tagsOf(db: Db, ids: string[]): Promise<PublicArticle['tags']> {
  if (ids.length === 0) return []
  return db.selectFrom('tags').select(['id', 'name', 'slug']).where('id', 'in', ids).orderBy('folded_name').execute()
}
