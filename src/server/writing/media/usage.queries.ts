import { sql, type Expression, type SqlBool } from 'kysely'
import type { ArticleStatus } from '../../../contract/articles.ts'
import type { MediaUsage } from '../../../contract/media.ts'
import { publicUrl } from '../../files/bucket/addresses.ts'
import type { Db } from '../../platform/db/db.ts'
import { containing } from '../../platform/search/search.ts'

/** Characters of an address in `media_usage` (`KEPT` in `migrations/0001-triggers.ts`). */
export const KEPT_OF_ADDRESS = 60

/** Records that have a picture of their own, by its address, and are no texts. */
export const PICTURED = ['authors', 'categories', 'tags'] as const

/**
 * What shows the image at this address: articles outside the trash, then pages, as cover or in their live or working text, last
 * changed first; then people, categories and tags by name, then the custom CSS.
 */
export async function listUsage(db: Db, url: string): Promise<MediaUsage[]> {
  const texts = [...(await listArticlesWith(db, url)), ...(await listPagesWith(db, url))]
  return [...texts, ...(await listOthersWith(db, url))]
}

async function listOthersWith(db: Db, url: string): Promise<MediaUsage[]> {
  const named = PICTURED.map((noun) => selectPictured(db, noun, url).orderBy('name').execute())
  const records = (await Promise.all(named)).flatMap((rows, place) =>
    rows.map(({ id, name }) => ({ noun: PICTURED[place]!, id, title: name, status: null })),
  )
  const css = await selectCssWith(db, url).execute()
  return [...records, ...css.map(({ id }) => ({ noun: 'appearance' as const, id, title: 'Eigenes CSS', status: null }))]
}

function selectPictured(db: Db, noun: (typeof PICTURED)[number], url: string) {
  return db.selectFrom(noun).select(['id', 'name']).where('picture', '=', url)
}

function selectCssWith(db: Db, url: string) {
  return db.selectFrom('appearance').select('id').where(like('shown_css', url))
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
    .orderBy('articles.id', 'desc')
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
    .orderBy('pages.id', 'desc')
    .execute()
  return rows.map((row) => ({ noun: 'pages', ...row, status: row.status as ArticleStatus }))
}

/** Whether readers see the image at this address: in a public article or page, as the picture of a record, or by custom CSS. */
export async function isInPublished(db: Db, url: string): Promise<boolean> {
  if ((await isInPublishedArticle(db, url)) || (await isInPublishedPage(db, url))) return true
  return (await listOthersWith(db, url)).length > 0
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
