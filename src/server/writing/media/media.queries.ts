import type { Insertable, Updateable } from 'kysely'
import type { FoundMedia, MediaAsset } from '../../../contract/media.ts'
import type { Db } from '../../platform/db/db.ts'
import { etagOfHash } from '../../platform/http/headers.ts'
import type { MediaAssetsTable } from '../../tables.ts'
import { pictureCredit } from '../../../rules/labels.ts'
import { sizeUrl, thumbnailUrl, versioned, versionOf } from '../../files/bucket/addresses.ts'

/** Columns of an image on the wire. */
export const COLUMNS = [
  'id',
  'object_name',
  'url',
  'preview',
  'filename',
  'mime_type',
  'size_bytes',
  'width',
  'height',
  'seconds',
  'alt',
  'caption',
  'credit',
  'ai_share',
  'author_id',
  'created_at',
  'etag',
  'replaced_at',
  'focus_x',
  'focus_y',
] as const

/** An image outside the trash, or null. */
export async function getMedia(db: Db, id: string): Promise<MediaAsset | null> {
  const row = await db
    .selectFrom('media_assets')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? toAsset(row) : null
}

/** The images with these addresses, including trashed ones, unordered. */
export async function findMedia(db: Db, urls: string[]): Promise<FoundMedia[]> {
  if (urls.length === 0) return []
  const rows = await db
    .selectFrom('media_assets')
    .select([...COLUMNS, 'deleted_at'])
    .where('url', 'in', [...new Set(urls)])
    .execute()
  return rows.map(({ deleted_at, ...row }) => ({ ...toAsset(row), in_trash: deleted_at !== null }))
}

export type AssetRow = { object_name: string; etag: string | null; replaced_at: string | null } & Omit<
  MediaAsset,
  'thumbnail_url' | 'file_url'
>

/** An image on the wire. */
export function toAsset({ object_name, etag, replaced_at, ...row }: AssetRow): MediaAsset {
  const version = versionOf({ etag, replaced_at })
  return {
    ...row,
    file_url: versioned(row.url, version),
    thumbnail_url: versioned(thumbnailUrl(object_name), version),
  }
}

/** The name of an image, also in the trash; null when there is none. */
export async function nameOf(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('media_assets').select('filename').where('id', '=', id).executeTakeFirst()
  return row?.filename ?? null
}

/** Addresses of these images outside the trash. */
export async function listUrls(db: Db, ids: string[]): Promise<{ id: string; url: string }[]> {
  return db
    .selectFrom('media_assets')
    .select(['id', 'url'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
}

/** The object metadata of an image, also in the trash, by its name in the bucket; null when there is none. */
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
      'stored_as',
      'replaced_at',
      'sizes_of',
      'sizes',
    ])
    .where('object_name', '=', objectName)
    .executeTakeFirst()
  if (!row) return null
  const { sizes_of: _of, sizes: _sizes, ...facts } = row
  return { ...facts, widths: widthsOf(row) }
}

/** Stored widths of an image in pixels beside its own. */
function widthsOf(row: {
  object_name: string
  stored_as: string | null
  sizes_of: string | null
  sizes: string | null
}) {
  if (row.sizes_of !== (row.stored_as ?? row.object_name)) return []
  return (row.sizes ?? '').split(' ').filter(Boolean).map(Number)
}

/** Every image outside the trash as an object of the bucket. */
export async function listMediaObjects(db: Db) {
  return db
    .selectFrom('media_assets')
    .select(['id', 'object_name as name', 'mime_type', 'size_bytes', 'etag', 'created_at', 'created_at as updated_at'])
    .where('deleted_at', 'is', null)
    .execute()
}

/**
 * The oldest image outside the trash made from a file with this SHA-256, or whose own bytes are that file; null when
 * there is none.
 */
export async function findDuplicate(
  db: Db,
  sha256: string,
): Promise<Pick<MediaAsset, 'id' | 'filename' | 'url'> | null> {
  const row = await db
    .selectFrom('media_assets')
    .select(['id', 'filename', 'url'])
    .where((where) => where.or([where('sha256', '=', sha256), where('etag', '=', etagOfHash(sha256))]))
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Names of images outside the trash with this prefix. */
export async function listNamesBeginning(db: Db, base: string): Promise<string[]> {
  const rows = await db
    .selectFrom('media_assets')
    .select('filename')
    .where('filename', '>=', base)
    .where('filename', '<', `${base}\u{10ffff}`)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ filename }) => filename)
}

/** Images without a hash, written by a former release or an import. */
export async function listUnhashed(db: Db, after: string, limit: number) {
  return db
    .selectFrom('media_assets')
    .select(['id', 'object_name', 'stored_as'])
    .where('sha256', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Stores an image's hash, unless it has one by now or was replaced while it was hashed. */
export async function keepHash(
  db: Db,
  { id, stored_as, sha256 }: { id: string; stored_as: string | null; sha256: string },
): Promise<void> {
  await db
    .updateTable('media_assets')
    .set({ sha256 })
    .where('id', '=', id)
    .where('sha256', 'is', null)
    .where('stored_as', stored_as === null ? 'is' : '=', stored_as)
    .execute()
}

export async function insertMedia(db: Db, row: Insertable<MediaAssetsTable>): Promise<void> {
  await db.insertInto('media_assets').values(row).execute()
}

/** Changes an image outside the trash; false when there is none. */
export async function updateMedia(db: Db, id: string, values: Updateable<MediaAssetsTable>): Promise<boolean> {
  const result = await db
    .updateTable('media_assets')
    .set(values)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) > 0
}

/** Data of an image for pages: its size in pixels and its texts. */
export type ImageFacts = {
  id: string
  width: number
  height: number
  alt: string
  caption: string
  credit: string
  /** Address for pages, with its version once it was replaced. */
  src: string
  /** The stored widths as `srcset`; empty until they are made (RUL-51). */
  srcset: string
  /** Placeholder colour `#rrggbb` while it loads; null if transparent or unknown. */
  tint: string | null
  /** Focal point that stays visible in every crop, in per cent from the left and from the top. */
  focus: { x: number; y: number }
}

/** Both databases limit the values of a statement to about ten thousand; a text may show more pictures. */
const MOST_URLS = 1000

/** Sizes of the images with these addresses, so that pages reserve their space. */
export async function imageSizes(db: Db, urls: string[]): Promise<Map<string, ImageFacts>> {
  const sizes = new Map<string, ImageFacts>()
  for (let from = 0; from < urls.length; from += MOST_URLS) {
    const rows = await db
      .selectFrom('media_assets')
      .select(['id', 'url', 'width', 'height', 'alt', 'caption', 'credit', 'ai_share', 'etag', 'replaced_at'])
      .select(['object_name', 'stored_as', 'sizes_of', 'sizes', 'tint', 'focus_x', 'focus_y'])
      .where('url', 'in', urls.slice(from, from + MOST_URLS))
      .where('mime_type', 'like', 'image/%')
      .execute()
    for (const row of rows) {
      const { id, url, width, height, alt, caption } = row
      const credit = pictureCredit(row.credit, row.ai_share)
      if (!width || !height) continue
      const version = versionOf(row)
      const src = versioned(url, version)
      const isSized = row.sizes_of === (row.stored_as ?? row.object_name)
      const smaller = widthsOf(row).map((wide) => `${versioned(sizeUrl(row.object_name, wide), version)} ${wide}w`)
      sizes.set(url, {
        ...{ id, width, height, alt, caption, credit, src },
        srcset: isSized ? [...smaller, `${src} ${width}w`].join(', ') : '',
        tint: isSized ? row.tint : null,
        focus: { x: row.focus_x, y: row.focus_y },
      })
    }
  }
  return sizes
}

/** Sound or film of a text. */
export type SoundFacts = {
  id: string
  /** Address for pages, with its version once it was replaced. */
  src: string
  type: string
  bytes: number
  seconds: number | null
  width: number | null
  height: number | null
}

/** Sound and film with these addresses, at most a thousand. */
export async function findSounds(db: Db, urls: string[]): Promise<Map<string, SoundFacts>> {
  if (urls.length === 0) return new Map()
  const rows = await db
    .selectFrom('media_assets')
    .select(['id', 'url', 'mime_type', 'size_bytes', 'seconds', 'width', 'height', 'etag', 'replaced_at'])
    .where('url', 'in', urls.slice(0, MOST_URLS))
    .where('mime_type', 'not like', 'image/%')
    .execute()
  return new Map(
    rows.map(({ id, url, mime_type, size_bytes, seconds, width, height, ...row }) => [
      url,
      { id, src: versioned(url, versionOf(row)), type: mime_type, bytes: size_bytes, seconds, width, height },
    ]),
  )
}
