import { sql, type Expression, type SqlBool } from 'kysely'
import type { ArticleStatus } from '../../../contract/articles.ts'
import type { MediaUsage } from '../../../contract/media.ts'
import { publicUrl } from '../../files/bucket/addresses.ts'
import type { Db } from '../../platform/db/db.ts'
import { containing } from '../../platform/search/search.ts'

/** Characters of an address in `media_usage` (`KEPT` in `migrations/0001-triggers.ts`). */
export const KEPT_OF_ADDRESS = 60

/**
 * Articles outside the trash, then pages, that show the image at this address as cover or in their live or working
 * text, last changed first.
 */
export async function listUsage(db: Db, url: string): Promise<MediaUsage[]> {
  return [...(await listArticlesWith(db, url)), ...(await listPagesWith(db, url))]
}

async function listArticlesWith(db: Db, url: string): Promise<MediaUsage[]> {
  const rows = await db
    .selectFrom('articles')
    .leftJoin('article_working_copies as working', 'working.article_id', 'articles.id')
    .select(['articles.id', 'articles.title', 'articles.status'])
    .where('articles.deleted_at', 'is', null)
    .where('articles.id', 'in', selectNaming(db, url).select('media_usage.article_id'))
    .where((where) =>
      where.or([
        like('articles.cover_image_url', url),
        like('articles.content_markdown', url),
        like('working.cover_image_url', url),
        like('working.content_markdown', url),
      ]),
    )
    .orderBy('articles.updated_at', 'desc')
    .execute()
  return rows.map((row) => ({ noun: 'articles', ...row, status: row.status as ArticleStatus }))
}

async function listPagesWith(db: Db, url: string): Promise<MediaUsage[]> {
  const rows = await db
    .selectFrom('pages')
    .leftJoin('page_working_copies as working', 'working.page_id', 'pages.id')
    .select(['pages.id', 'pages.title', 'pages.status'])
    .where('pages.deleted_at', 'is', null)
    .where('pages.id', 'in', selectPagesNaming(db, url).select('page_media_usage.page_id'))
    .where((where) => where.or([like('pages.content_markdown', url), like('working.content_markdown', url)]))
    .orderBy('pages.updated_at', 'desc')
    .execute()
  return rows.map((row) => ({ noun: 'pages', ...row, status: row.status as ArticleStatus }))
}

/** Whether a public article or page shows the image at this address. */
export async function isInPublished(db: Db, url: string): Promise<boolean> {
  return (await isInPublishedArticle(db, url)) || (await isInPublishedPage(db, url))
}

async function isInPublishedPage(db: Db, url: string): Promise<boolean> {
  const found = await selectPagesNaming(db, url)
    .innerJoin('pages', 'pages.id', 'page_media_usage.page_id')
    .select('pages.id')
    .where('page_media_usage.working', '=', 0)
    .where('pages.status', '=', 'published')
    .where('pages.deleted_at', 'is', null)
    .where(like('pages.content_markdown', url))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

async function isInPublishedArticle(db: Db, url: string): Promise<boolean> {
  const found = await selectNaming(db, url)
    .select('media_usage.article_id')
    .where('media_usage.working', '=', 0)
    // Checked one after the other until one does: a picture of a hundred thousand articles is not listed.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('articles')
          .select('articles.id')
          .whereRef('articles.id', '=', 'media_usage.article_id')
          .where('articles.status', '=', 'published')
          .where('articles.deleted_at', 'is', null)
          .where((where) => where.or([like('articles.cover_image_url', url), like('articles.content_markdown', url)])),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Rows of texts with this address or one with the same prefix; the texts themselves have to be checked. */
function selectNaming(db: Db, url: string) {
  const name = keptOf(url)
  return db
    .selectFrom('media_usage')
    .where('media_usage.address', '>=', name)
    .where('media_usage.address', '<', `${name}\u{10ffff}`)
}

/** The same for pages. */
function selectPagesNaming(db: Db, url: string) {
  const name = keptOf(url)
  return db
    .selectFrom('page_media_usage')
    .where('page_media_usage.address', '>=', name)
    .where('page_media_usage.address', '<', `${name}\u{10ffff}`)
}

function keptOf(url: string): string {
  return [...url.slice(publicUrl('').length)].slice(0, KEPT_OF_ADDRESS).join('')
}

function like(column: string, words: string): Expression<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} like ${containing(words)} escape '\\'`
}
