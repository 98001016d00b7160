import type { MediaAsset } from '../../contract/media.ts'
import { fold } from '../../rules/fold.ts'
import type { Db } from '../platform/db/db.ts'
import { olderThan, toPage } from '../platform/db/keyset.ts'
import { containing } from '../platform/db/search.ts'

const COLUMNS = [
  'id',
  'url',
  'filename',
  'mime_type',
  'size_bytes',
  'width',
  'height',
  'alt',
  'author_id',
  'created_at',
] as const

export type MediaListQuery = { limit: number; cursor?: string | undefined; q?: string | undefined }

/** A page of images, newest first; `q` in file name or alternative text, folded. */
export async function listMedia(
  db: Db,
  query: MediaListQuery,
): Promise<{ items: MediaAsset[]; next_cursor: string | null }> {
  let select = db
    .selectFrom('media_assets')
    .select(COLUMNS)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
  if (query.q?.trim()) select = select.where('search_text', 'like', containing(fold(query.q.trim())))
  if (query.cursor) select = select.where(olderThan('created_at', 'id', query.cursor))
  return toPage(await select.execute(), query.limit, (row) => ({ at: row.created_at, id: row.id }))
}

/** A living image by its name in the bucket, or null. */
export async function findMediaByObject(
  db: Db,
  objectName: string,
): Promise<Pick<MediaAsset, 'id' | 'mime_type' | 'size_bytes' | 'filename'> | null> {
  const row = await db
    .selectFrom('media_assets')
    .select(['id', 'mime_type', 'size_bytes', 'filename'])
    .where('object_name', '=', objectName)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** What pages say of an image: its size in pixels and its words. */
export type ImageFacts = { width: number; height: number; alt: string; caption: string; credit: string }

/** Sizes of the images with these addresses, so that pages reserve their room. */
export async function imageSizes(db: Db, urls: string[]): Promise<Map<string, ImageFacts>> {
  const sizes = new Map<string, ImageFacts>()
  if (urls.length === 0) return sizes
  const rows = await db
    .selectFrom('media_assets')
    .select(['url', 'width', 'height', 'alt', 'caption', 'credit'])
    .where('url', 'in', urls)
    .execute()
  for (const { url, width, height, ...words } of rows) if (width && height) sizes.set(url, { width, height, ...words })
  return sizes
}
