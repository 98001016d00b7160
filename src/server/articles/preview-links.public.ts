import type { PublicArticle } from '../../contract/articles.ts'
import type { Db } from '../platform/db/db.ts'
import { getArticle } from './articles.queries.ts'
import { openPreviewLink } from './preview-links.service.ts'

export type PreviewedArticle = Omit<PublicArticle, 'slug'>

/**
 * What a preview link shows (R37): the working version of an article in any status, of it only what readers of a published
 * one may know. Null when the link opens nothing, or its article lies in the trash.
 */
export async function getPreview(
  db: Db,
  token: string,
  now: Date,
): Promise<{ article: PreviewedArticle; expiresAt: string } | null> {
  const opened = await openPreviewLink(db, token, now)
  const stored = opened && (await getArticle(db, opened.articleId))
  if (!opened || !stored) return null
  const {
    slug: _slug,
    slug_is_own: _own,
    author_id: _author,
    has_unpublished_changes: _changes,
    unpublish_at: _until,
    version: _version,
    working_copy: copy,
    ...article
  } = stored
  if (!copy) return { article, expiresAt: opened.expiresAt }
  const { slug: _copiedSlug, tag_ids, ...text } = copy
  const named = { category: await categoryOf(db, text.category_id), tags: await tagsOf(db, tag_ids) }
  return { article: { ...article, ...text, ...named }, expiresAt: opened.expiresAt }
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
