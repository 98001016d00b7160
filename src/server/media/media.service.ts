import { ApiError } from '../../contract/errors.ts'
import type { MediaAsset, MediaUsage, UpdateMedia, UploadedMedia } from '../../contract/media.ts'
import { searchableText } from '../../rules/search-text.ts'
import { isUniqueViolation, type Db } from '../platform/db/db.ts'
import { holdRecord } from '../platform/db/locks.ts'
import { announce, inTransaction } from '../platform/db/transaction.ts'
import type { FileSource, FileStore } from '../platform/files.ts'
import type { Act } from '../platform/http/caller.ts'
import { newId } from '../platform/ids.ts'
import type { Runtime } from '../platform/runtime.ts'
import { spoolFolder, type Spooled } from '../platform/spool.ts'
import { tableBin, type TrashBin } from '../platform/trash-bin.ts'
import { publicUrl, storedName, storedThumbnail } from './addresses.ts'
import { cleanImage, type CleanImage } from './image-pipeline.ts'
import {
  findMediaByObject,
  findTrashedObject,
  findTwin,
  getMedia,
  type ImageFacts,
  insertMedia,
  isInPublished,
  listMediaObjects,
  listUsage,
  imageSizes as readSizes,
  updateMedia,
} from './media.queries.ts'

export type NewImage = {
  objectName: string
  filename: string
  mimeType: string
  bytes: Uint8Array
  width: number
  height: number
  alt: string
  authorId: string | null
  now: Date
}

type StoredImage = Omit<NewImage, 'bytes'> & {
  source: FileSource
  size: number
  thumbnail?: Uint8Array
  preview?: string
  sha256?: string
  etag?: string
}

/** Stores an image that is already checked and re-encoded, then its row; the object is removed when the row fails. */
export async function addImage(db: Db, files: FileStore, image: NewImage): Promise<{ id: string; url: string }> {
  return store(db, files, { ...image, source: image.bytes, size: image.bytes.byteLength })
}

/**
 * Stores an uploaded file as an image of the library (MEDIA-1, DATA-9): checked, decoded and written anew (R31; errors of
 * `cleanImage`). Without `objectName` it gets a random one. 409 `name_taken` when the name is in use, `name_in_trash` when
 * an image in the trash has it.
 */
export async function addUpload(
  { db, files, config }: Pick<Runtime, 'db' | 'files' | 'config'>,
  upload: { file: Spooled; filename: string; objectName?: string },
  { caller, now }: Act,
): Promise<UploadedMedia> {
  const former = upload.objectName ? await findMediaByObject(db, upload.objectName) : null
  if (former) throw nameTaken(former)
  const image = await cleanImage(upload.file, upload.filename, spoolFolder(config.dataDir))
  try {
    const twin = await findTwin(db, upload.file.sha256)
    const { id } = await store(db, files, {
      ...facts(image, upload.file),
      objectName: upload.objectName ?? `${crypto.randomUUID()}.${ending(image.mimeType)}`,
      filename: upload.filename,
      alt: '',
      authorId: caller.userId,
      now,
    })
    return { ...(await mustGet(db, id)), duplicate_of: twin }
  } finally {
    await image.discard()
  }
}

/**
 * Puts another picture in the place of an image of the caller's that no article uses (R31); 409 `name_taken` when it is
 * somebody else's or used, `name_in_trash` when it lies there.
 */
export async function replaceUpload(
  { db, files, config }: Pick<Runtime, 'db' | 'files' | 'config'>,
  upload: { file: Spooled; filename: string; objectName: string },
  { caller }: Act,
): Promise<{ id: string }> {
  const former = await findMediaByObject(db, upload.objectName)
  if (!former) throw new ApiError('not_found')
  const owned = former.author_id === caller.userId && former.deleted_at === null
  if (!owned || (await listUsage(db, former.url)).length > 0) throw nameTaken(former)
  const image = await cleanImage(upload.file, upload.filename, spoolFolder(config.dataDir))
  try {
    await files.put(storedName(upload.objectName), { path: image.path })
    await files.put(storedThumbnail(upload.objectName), image.thumbnail)
    const { mimeType, size, ...rest } = facts(image, upload.file)
    await inTransaction(db, async (tx) => {
      await updateMedia(tx, former.id, {
        mime_type: mimeType,
        size_bytes: size,
        width: rest.width,
        height: rest.height,
        preview: rest.preview,
        sha256: rest.sha256,
        etag: rest.etag,
      })
      await announce(tx, { noun: 'media', id: former.id, verb: 'updated' })
    })
  } finally {
    await image.discard()
  }
  return { id: former.id }
}

/** Changes alternative text, caption and credit, whichever are given; 404 when there is no such image. */
export async function changeMedia(db: Db, { id, ...fields }: UpdateMedia): Promise<MediaAsset> {
  return inTransaction(db, async (tx) => {
    await holdRecord(tx, 'media_assets', id)
    const asset = { ...(await mustGet(tx, id)), ...fields }
    await updateMedia(tx, id, { ...fields, search_text: searchText(asset) })
    await announce(tx, { noun: 'media', id, verb: 'updated' })
    return mustGet(tx, id)
  })
}

/** Moves an image to the trash; its bytes stay (R20). 404 when there is no such image. */
export async function trashMedia(db: Db, id: string, { now }: Pick<Act, 'now'>): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await updateMedia(tx, id, { deleted_at: now.toISOString() }))) throw new ApiError('not_found')
    await announce(tx, { noun: 'media', id, verb: 'removed' })
  })
}

const rows = tableBin('media_assets', 'filename')

/** Images in the trash; purging one removes its object and its small version, too (MEDIA-3, R20). */
export const bin: TrashBin = {
  ...rows,
  async purge(runtime, tx, id, before) {
    const objectName = await findTrashedObject(tx, id)
    if (objectName === null || !(await rows.purge(runtime, tx, id, before))) return false
    return async () => {
      await runtime.files.remove(storedName(objectName))
      await runtime.files.remove(storedThumbnail(objectName))
    }
  },
}

/** The articles that use an image (MEDIA-3); 404 when there is no such image. */
export async function usageOf(db: Db, id: string): Promise<MediaUsage[]> {
  return listUsage(db, (await mustGet(db, id)).url)
}

/** Sizes of the images with these addresses; addresses elsewhere are simply not in the map. */
export async function imageSizes(db: Db, urls: string[]): Promise<Map<string, ImageFacts>> {
  return readSizes(db, urls)
}

/** An image by its name in the bucket, trashed ones too, or null. */
export async function getByObjectName(db: Db, objectName: string) {
  return findMediaByObject(db, objectName)
}

/** Every living image as an object of the bucket. */
export async function listObjects(db: Db) {
  return listMediaObjects(db)
}

/** Whether a published article shows the image at this address. */
export async function isShownToReaders(db: Db, url: string): Promise<boolean> {
  return isInPublished(db, url)
}

async function store(db: Db, files: FileStore, image: StoredImage): Promise<{ id: string; url: string }> {
  const id = newId()
  const url = publicUrl(image.objectName)
  await files.put(storedName(image.objectName), image.source)
  try {
    if (image.thumbnail) await files.put(storedThumbnail(image.objectName), image.thumbnail)
    await inTransaction(db, async (tx) => {
      await insertMedia(tx, {
        id,
        object_name: image.objectName,
        url,
        filename: image.filename,
        mime_type: image.mimeType,
        size_bytes: image.size,
        width: image.width,
        height: image.height,
        alt: image.alt,
        preview: image.preview ?? null,
        sha256: image.sha256 ?? null,
        etag: image.etag ?? null,
        search_text: searchText(image),
        author_id: image.authorId,
        created_at: image.now.toISOString(),
        deleted_at: null,
      })
      await announce(tx, { noun: 'media', id, verb: 'created' })
    })
  } catch (error) {
    // Somebody else's image of the same name keeps its object.
    if (!(await findMediaByObject(db, image.objectName))) {
      await files.remove(storedName(image.objectName))
      await files.remove(storedThumbnail(image.objectName))
    }
    if (isUniqueViolation(error)) throw new ApiError('name_taken')
    throw error
  }
  return { id, url }
}

function nameTaken({ deleted_at }: { deleted_at: string | null }): ApiError {
  return new ApiError(deleted_at === null ? 'name_taken' : 'name_in_trash')
}

function facts(image: CleanImage, file: Spooled) {
  const { mimeType, size, width, height, etag, preview, thumbnail } = image
  return { mimeType, size, width, height, etag, preview, thumbnail, source: { path: image.path }, sha256: file.sha256 }
}

function ending(mimeType: string): string {
  return mimeType === 'image/jpeg' ? 'jpg' : mimeType.replace('image/', '')
}

async function mustGet(db: Db, id: string): Promise<MediaAsset> {
  const asset = await getMedia(db, id)
  if (!asset) throw new ApiError('not_found')
  return asset
}

function searchText(asset: { filename: string; alt: string; caption?: string; credit?: string }): string {
  return searchableText([asset.filename, asset.alt, asset.caption ?? '', asset.credit ?? ''].join('\n'))
}
