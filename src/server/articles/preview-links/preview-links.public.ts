import type { PublicArticle } from '../../../contract/articles.ts'
import type { Db } from '../../platform/db/db.ts'
import { getArticle } from '../articles.queries.ts'
import { open } from '../articles.public.ts'
import { notePreviewUse, openPreviewLink } from './preview-links.service.ts'
import { ARTICLE_TABLES } from '../written-tables.ts'

export type PreviewedArticle = Omit<PublicArticle, 'slug'>

/**
 * What a preview link shows (RUL-37): the working version of an article in any status, of it only what readers of a published
 * one may know. Null when the link opens nothing, or its article lies in the trash.
 */
export async function getPreview(
  db: Db,
  token: string,
  now: Date,
): Promise<{ article: PreviewedArticle; expiresAt: string } | null> {
  const opened = await openPreviewLink(db, ARTICLE_TABLES, { token, now })
  const stored = opened && (await getArticle(db, opened.textId))
  if (!opened || !stored) return null
  const { slug: _slug, ...summary } = open(stored)
  const { content_markdown, canonical_url, seo_description, noindex, working_copy: copy } = stored
  const { correction, series, text_changed_at } = stored
  const details = { canonical_url, seo_description, noindex, correction, series, text_changed_at }
  const article = { ...summary, content_markdown, ...details }
  if (!copy) return { article, expiresAt: opened.expiresAt }
  const written = {
    title: copy.title,
    excerpt: copy.excerpt,
    content_markdown: copy.content_markdown,
    cover_image_url: copy.cover_image_url,
    category_id: copy.category_id,
    byline: copy.byline,
    canonical_url: copy.canonical_url,
    seo_description: copy.seo_description,
    correction: copy.correction,
    series: copy.series,
    noindex: copy.noindex,
    updated_at: copy.updated_at,
    category: await categoryOf(db, copy.category_id),
    tags: await tagsOf(db, copy.tag_ids),
  }
  return { article: { ...article, ...written }, expiresAt: opened.expiresAt }
}

/** Remembers that a link has been opened, for those who gave it away. */
export async function noteOpened(db: Db, token: string, now: Date): Promise<void> {
  await notePreviewUse(db, ARTICLE_TABLES, { token, now })
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
