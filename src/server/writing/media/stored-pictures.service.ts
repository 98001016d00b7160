import { randomUUID } from 'node:crypto'
import { ApiError } from '../../../contract/errors.ts'
import { freeSlug, slugify } from '../../../rules/slug.ts'
import { isNameless, isSoundType } from '../../../rules/uploads.ts'
import { publicUrl, storedName, storedThumbnail } from '../../files/bucket/addresses.ts'
import { removeStored } from '../../files/bucket/stored-files.ts'
import { endingOf, withEnding } from '../../files/filenames.ts'
import { cleanMedia, type CleanMedia } from '../../files/clean-media.ts'
import { spoolFolder, type Spooled } from '../../files/spool.ts'
import type { AnyActor } from '../../platform/caller.ts'
import { isUniqueViolation, type Tx } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { announce } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { Runtime } from '../../platform/runtime.ts'
import * as queries from './media.queries.ts'
import { searchText } from './media.service.ts'

/** An uploaded file; without `objectName` its address is random. */
export type Upload = { file: Spooled; filename: string; objectName?: string | undefined }

/** A picture whose bytes are stored. */
export type StoredPicture = Pick<CleanMedia, 'mimeType' | 'size' | 'width' | 'height'> & {
  seconds?: number | null
  preview: string | null
  etag: string | null
  objectName: string
  filename: string
  sha256: string
}

export type InsertOptions = {
  /** Words to name it by if its file has only a generic name (`image.png`). */
  name?: string | undefined
  /** Insert nothing if the library has this very picture. */
  dedupe?: boolean
  alt?: string
  caption?: string
}

/** A row of the library: new, or the existing `duplicate` (then `id` is its own). */
export type Inserted = {
  id: string
  url: string
  isNew: boolean
  duplicate: { id: string; filename: string } | null
}

/**
 * Stores an uploaded file as a picture (RUL-31; errors of `cleanMedia`) and has the caller insert its row, in a transaction of
 * the caller's. Where no row comes of it, the bytes are removed. 409 `name_taken` when another picture has the address.
 */
export async function storePicture<Outcome extends { isNew: boolean }>(
  { db, files, config }: Pick<Runtime, 'db' | 'files' | 'config'>,
  { file, filename, objectName }: Upload,
  insert: (picture: StoredPicture) => Promise<Outcome>,
): Promise<Outcome> {
  let address = objectName
  let isInserted = false
  try {
    const { path, thumbnail, discard, ...image } = await cleanMedia(file, filename, spoolFolder(config.dataDir))
    try {
      address ??= `${randomUUID()}.${endingOf(image.mimeType)}`
      await files.put(storedName(address), { path })
      if (thumbnail) await files.put(storedThumbnail(address), thumbnail)
      const outcome = await insert({ ...image, objectName: address, filename, sha256: file.sha256 })
      isInserted = outcome.isNew
      return outcome
    } finally {
      await discard()
    }
  } catch (error) {
    throw isUniqueViolation(error) ? new ApiError('name_taken') : error
  } finally {
    // The caller holds the name, or is the only one to know it. Another picture of this name keeps its bytes.
    if (!isInserted && address !== undefined && !(await queries.findMediaByObject(db, address)))
      await removeStored(files, address)
  }
}

/** Inserts the row of a stored picture in the caller's transaction. */
export async function insertPicture(
  tx: Tx,
  picture: StoredPicture,
  { name, dedupe = false, alt = '', caption = '' }: InsertOptions,
  { caller, now }: AnyActor,
): Promise<Inserted> {
  const { objectName, mimeType, size, width, height, seconds = null, preview, sha256, etag } = picture
  // Of two concurrent uploads of one picture, the second finds the first.
  await lockFor(tx, `media-content:${sha256}`)
  const duplicate = await queries.findDuplicate(tx, sha256)
  if (duplicate && dedupe) return { ...duplicate, duplicate, isNew: false }
  const row = { id: newId(), url: publicUrl(objectName), filename: await nameFor(tx, picture, name), alt, caption }
  await queries.insertMedia(tx, {
    ...row,
    object_name: objectName,
    mime_type: mimeType,
    size_bytes: size,
    width,
    height,
    seconds,
    // No smaller widths are made of sound and film.
    ...(isSoundType(mimeType) && { sizes_of: objectName, sizes: '' }),
    preview,
    sha256,
    etag,
    search_text: searchText(row),
    author_id: caller.userId,
    created_at: now.toISOString(),
    deleted_at: null,
  })
  await announce(tx, { noun: 'media', id: row.id, verb: 'created' })
  return { id: row.id, url: row.url, duplicate, isNew: true }
}

/** Some programs use the file name as the title. */
const PICTURE_ENDING = /\.(?:avif|bmp|gif|heic|jpe?g|m4a|mp3|mp4|ogg|png|svg|tiff?|webm|webp)$/i

/** The name of a new picture: that of its file, or the words it came with, numbered if taken. */
async function nameFor(tx: Tx, { filename, mimeType }: StoredPicture, words: string | undefined): Promise<string> {
  const base =
    words && isNameless(filename) ? slugify(words.replace(PICTURE_ENDING, '')).slice(0, 80).replace(/-$/, '') : ''
  if (base === '') return isSoundType(mimeType) ? withEnding(filename, mimeType) : filename
  await lockFor(tx, `media-name:${base}`)
  const taken = new Set((await queries.listNamesBeginning(tx, base)).map((name) => name.replace(/\.[a-z0-9]+$/i, '')))
  return withEnding(freeSlug(base, taken), mimeType)
}
