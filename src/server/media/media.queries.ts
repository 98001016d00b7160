import { sql, type Expression, type Insertable, type SqlBool, type Updateable } from 'kysely'
import type { ArticleStatus } from '../../contract/articles.ts'
import type { MediaAsset, MediaUsage } from '../../contract/media.ts'
import { searchTerms } from '../../rules/search-text.ts'
import type { Db } from '../platform/db/db.ts'
import { olderThan, toPage } from '../platform/db/keyset.ts'
import { containing, containsTerms } from '../platform/db/search.ts'
import type { MediaAssetsTable } from '../tables.ts'
import { publicUrl, thumbnailUrl } from './addresses.ts'

/** Characters of an address that `media_usage` keeps (migration 0019). */
const KEPT_OF_ADDRESS = 60

const COLUMNS = [
  'id',
  'object_name',
  'url',
  'preview',
  'filename',
  'mime_type',
  'size_bytes',
  'width',
  'height',
  'alt',
  'caption',
  'credit',
  'author_id',
  'created_at',
] as const

export type MediaListQuery = { limit: number; cursor?: string | undefined; q?: string | undefined }

/** A page of images, newest first; `q` in file name, alternative text, caption or credit, folded. */
export async function listMedia(
  db: Db,
  query: MediaListQuery,
): Promise<{ items: MediaAsset[]; next_cursor: string | null; total: number }> {
  let select = db.selectFrom('media_assets').where('deleted_at', 'is', null)
  if (query.q?.trim()) select = select.where(containsTerms(db, 'search_text', searchTerms(query.q)))
  const { total } = await select.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  let rows = select
    .select(COLUMNS)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
  if (query.cursor) rows = rows.where(olderThan('created_at', 'id', query.cursor))
  const { items, next_cursor } = toPage(await rows.execute(), query.limit, (row) => ({
    at: row.created_at,
    id: row.id,
  }))
  return { items: items.map(toAsset), next_cursor, total: Number(total) }
}

/** One living image, or null. */
export async function getMedia(db: Db, id: string): Promise<MediaAsset | null> {
  const row = await db
    .selectFrom('media_assets')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? toAsset(row) : null
}

/** The living images with these addresses, in no order. */
export async function findMedia(db: Db, urls: string[]): Promise<MediaAsset[]> {
  if (urls.length === 0) return []
  const rows = await db
    .selectFrom('media_assets')
    .select(COLUMNS)
    .where('url', 'in', [...new Set(urls)])
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(toAsset)
}

function toAsset({ object_name, ...row }: Pick<MediaAssetsTable, 'object_name'> & Omit<MediaAsset, 'thumbnail_url'>) {
  return { ...row, thumbnail_url: thumbnailUrl(object_name) }
}

/** The facts of the bucket about an image, trashed ones too, by its name there; null when there is none. */
export async function findMediaByObject(db: Db, objectName: string) {
  const row = await db
    .selectFrom('media_assets')
    .select([
      'id',
      'object_name',
      'url',
      'filename',
      'mime_type',
      'size_bytes',
      'etag',
      'author_id',
      'created_at',
      'deleted_at',
    ])
    .where('object_name', '=', objectName)
    .executeTakeFirst()
  return row ?? null
}

/** Stored names of an image and of what was made from it, trashed ones alone; null when it is not in the trash. */
export async function findTrashedObject(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('media_assets')
    .select('object_name')
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  return row?.object_name ?? null
}

/** Every living image as an object of the bucket. */
export async function listMediaObjects(db: Db) {
  return db
    .selectFrom('media_assets')
    .select(['id', 'object_name as name', 'mime_type', 'size_bytes', 'etag', 'created_at', 'created_at as updated_at'])
    .where('deleted_at', 'is', null)
    .execute()
}

/** The oldest living image made from a file of this SHA-256, or null. */
export async function findTwin(db: Db, sha256: string): Promise<Pick<MediaAsset, 'id' | 'filename'> | null> {
  const row = await db
    .selectFrom('media_assets')
    .select(['id', 'filename'])
    .where('sha256', '=', sha256)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Living articles that show the image at this address as cover or in their text, live or in their working version, last
 * changed first.
 */
export async function listUsage(db: Db, url: string): Promise<MediaUsage[]> {
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
  return rows.map((row) => ({ ...row, status: row.status as ArticleStatus }))
}

/** Whether an article that readers see now shows the image at this address. */
export async function isInPublished(db: Db, url: string): Promise<boolean> {
  const found = await selectNaming(db, url)
    .select('media_usage.article_id')
    .where('media_usage.working', '=', 0)
    // One after the other until one does: a picture of a hundred thousand articles is no list of them.
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

/** Rows of texts that name this address or one that begins alike; which of them really do, their texts tell. */
function selectNaming(db: Db, url: string) {
  const name = [...url.slice(publicUrl('').length)].slice(0, KEPT_OF_ADDRESS).join('')
  return db
    .selectFrom('media_usage')
    .where('media_usage.address', '>=', name)
    .where('media_usage.address', '<', `${name}\u{10ffff}`)
}

function like(column: string, words: string): Expression<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} like ${containing(words)} escape '\\'`
}

export async function insertMedia(db: Db, row: Insertable<MediaAssetsTable>): Promise<void> {
  await db.insertInto('media_assets').values(row).execute()
}

/** Changes a living image; false when there is none. */
export async function updateMedia(db: Db, id: string, values: Updateable<MediaAssetsTable>): Promise<boolean> {
  const result = await db
    .updateTable('media_assets')
    .set(values)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) > 0
}

/** What pages say of an image: its size in pixels and its words. */
export type ImageFacts = { width: number; height: number; alt: string; caption: string; credit: string }

/** Neither database takes more values in one statement than some ten thousand; a text may show more pictures. */
const MOST_URLS = 1000

/** Sizes of the images with these addresses, so that pages reserve their room. */
export async function imageSizes(db: Db, urls: string[]): Promise<Map<string, ImageFacts>> {
  const sizes = new Map<string, ImageFacts>()
  for (let from = 0; from < urls.length; from += MOST_URLS) {
    const rows = await db
      .selectFrom('media_assets')
      .select(['url', 'width', 'height', 'alt', 'caption', 'credit'])
      .where('url', 'in', urls.slice(from, from + MOST_URLS))
      .execute()
    for (const { url, width, height, ...words } of rows)
      if (width && height) sizes.set(url, { width, height, ...words })
  }
  return sizes
}
