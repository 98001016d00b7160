import { createHash } from 'node:crypto'
import { ApiError, found } from '../../../contract/errors.ts'
import type { UploadedMedia } from '../../../contract/media.ts'
import { isNameless } from '../../../rules/uploads.ts'
import { freeSlug, slugify } from '../../../rules/slug.ts'
import { isUniqueViolation, type Db, type Tx } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { FileSource, FileStore } from '../../platform/file-store.ts'
import type { Actor } from '../../platform/caller.ts'
import { newId } from '../../platform/ids.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { spoolFolder, type Spooled } from '../../files/spool.ts'
import { publicUrl, storedName, storedThumbnail } from '../../files/bucket/addresses.ts'
import { withEnding } from '../../files/filenames.ts'
import { cleanImage, type CleanImage } from '../../files/pictures/clean-image.ts'
import { findMediaByObject, findTwin, getMedia, insertMedia, listNamesBeginning } from './media.queries.ts'
import { changeMedia, searchText } from './media.service.ts'
import { removeStored } from '../../files/bucket/stored-files.ts'

type NewImage = {
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
  sha256: string
  etag?: string
}

/** Options for storing an image. */
type Wishes = {
  /** Words to name it by if its file has only a generic name (`image.png`). */
  name?: string | undefined
  /** Store nothing if the library has this very picture. */
  once?: boolean
  /** Initial texts. */
  words?: { alt: string; caption: string }
  /** Further writes in the transaction that stores it or finds the existing one. */
  also?: (tx: Tx, stored: { id: string; url: string; isNew: boolean }) => Promise<void>
}

/** Stores an already checked and encoded image, then its row; the object is removed when the row fails. */
export async function addImage(db: Db, files: FileStore, image: NewImage): Promise<{ id: string; url: string }> {
  const sha256 = createHash('sha256').update(image.bytes).digest('hex')
  return store(db, files, { ...image, sha256, source: image.bytes, size: image.bytes.byteLength })
}

/**
 * Stores an uploaded file as an image of the library (MEDIA-1, DATA-9): checked, decoded and encoded again (RUL-31;
 * errors of `cleanImage`). Without `objectName` it gets a random one. With `once`, an existing duplicate is returned
 * instead. 409 `name_taken` when the name is in use, `name_in_trash` when a trashed image has it.
 */
export async function addUpload(
  { db, files, config }: Pick<Runtime, 'db' | 'files' | 'config'>,
  upload: { file: Spooled; filename: string; objectName?: string } & Wishes,
  { caller, now }: Actor,
): Promise<UploadedMedia> {
  const former = upload.objectName ? await findMediaByObject(db, upload.objectName) : null
  if (former) throw nameTaken(former)
  const twin = await findTwin(db, upload.file.sha256)
  if (twin && upload.once) {
    const image = found(await getMedia(db, twin.id))
    const { also } = upload
    if (also) await inTransaction(db, (tx) => also(tx, { id: image.id, url: image.url, isNew: false }))
    return { ...image, duplicate_of: twin, stored: false }
  }
  const image = await cleaned(upload, upload.filename, { db, files, config })
  try {
    const { id, twin: there } = await store(
      db,
      files,
      {
        ...facts(image, upload.file),
        objectName: upload.objectName ?? `${crypto.randomUUID()}.${ending(image.mimeType)}`,
        filename: upload.filename,
        alt: upload.words?.alt ?? '',
        authorId: caller.userId,
        now,
      },
      upload,
    )
    return { ...found(await getMedia(db, id)), duplicate_of: there, stored: there?.id !== id }
  } finally {
    await image.discard()
  }
}

/** Encodes the picture again; if it is none, remains of a former image with the chosen name are removed. */
async function cleaned(
  { file, objectName }: { file: Spooled; objectName?: string },
  filename: string,
  { db, files, config }: Pick<Runtime, 'db' | 'files' | 'config'>,
): Promise<CleanImage> {
  try {
    return await cleanImage(file, filename, spoolFolder(config.dataDir))
  } catch (error) {
    if (objectName !== undefined) await clearUp(db, files, objectName)
    throw error
  }
}

/** Removes bytes without a row. The caller must hold the name, or be the only one to know it. */
async function clearUp(db: Db, files: FileStore, objectName: string): Promise<void> {
  if (await findMediaByObject(db, objectName)) return
  await removeStored(files, objectName)
}

/** The duplicate that existed before a new picture was stored, or instead of it (then `id` is its own). */
type Stored = { id: string; url: string; twin: { id: string; filename: string } | null }

async function store(db: Db, files: FileStore, image: StoredImage, wishes: Wishes = {}): Promise<Stored> {
  const id = newId()
  const url = publicUrl(image.objectName)
  await files.put(storedName(image.objectName), image.source)
  let stored: Stored
  try {
    if (image.thumbnail) await files.put(storedThumbnail(image.objectName), image.thumbnail)
    stored = await inTransaction(db, async (tx) => {
      // Of two concurrent uploads of one picture, the second finds the first.
      await lockFor(tx, `media-content:${image.sha256}`)
      const twin = await findTwin(tx, image.sha256)
      if (twin && wishes.once) {
        await wishes.also?.(tx, { id: twin.id, url: found(await getMedia(tx, twin.id)).url, isNew: false })
        return { id: twin.id, url: '', twin }
      }
      const filename = await nameFor(tx, image, wishes.name)
      await insertMedia(tx, {
        id,
        object_name: image.objectName,
        url,
        filename,
        mime_type: image.mimeType,
        size_bytes: image.size,
        width: image.width,
        height: image.height,
        alt: image.alt,
        preview: image.preview ?? null,
        sha256: image.sha256,
        etag: image.etag ?? null,
        search_text: searchText({ ...image, filename }),
        author_id: image.authorId,
        created_at: image.now.toISOString(),
        deleted_at: null,
      })
      await announce(tx, { noun: 'media', id, verb: 'created' })
      if (wishes.words?.caption) await changeMedia(tx, { id, caption: wishes.words.caption })
      await wishes.also?.(tx, { id, url, isNew: true })
      return { id, url, twin }
    })
  } catch (error) {
    // Another image of the same name keeps its object.
    await clearUp(db, files, image.objectName)
    if (isUniqueViolation(error)) throw new ApiError('name_taken')
    throw error
  }
  if (stored.id !== id) await clearUp(db, files, image.objectName)
  return stored
}

/** Some programs use the file name as the title. */
const PICTURE_ENDING = /\.(?:avif|bmp|gif|heic|jpe?g|png|svg|tiff?|webp)$/i

/** The name of a new image: that of its file, or the words it came with, numbered if taken. */
async function nameFor(tx: Tx, { filename, mimeType }: StoredImage, words: string | undefined): Promise<string> {
  const base =
    words && isNameless(filename) ? slugify(words.replace(PICTURE_ENDING, '')).slice(0, 80).replace(/-$/, '') : ''
  if (base === '') return filename
  await lockFor(tx, `media-name:${base}`)
  const taken = new Set((await listNamesBeginning(tx, base)).map((name) => name.replace(/\.[a-z0-9]+$/i, '')))
  return withEnding(freeSlug(base, taken), mimeType)
}

/** Why an object name is not available. */
export function nameTaken({ deleted_at }: { deleted_at: string | null }): ApiError {
  return new ApiError(deleted_at === null ? 'name_taken' : 'name_in_trash')
}

/** Columns of a newly encoded picture. */
export function facts(image: CleanImage, file: Spooled) {
  const { mimeType, size, width, height, etag, preview, thumbnail } = image
  return { mimeType, size, width, height, etag, preview, thumbnail, source: { path: image.path }, sha256: file.sha256 }
}

/** The extension of a file of this type. */
export function ending(mimeType: string): string {
  return mimeType === 'image/jpeg' ? 'jpg' : mimeType.replace('image/', '')
}
