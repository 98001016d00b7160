import { ApiError, found, invalidField } from '../../../contract/errors.ts'
import type { MediaAsset, ReplacedMedia } from '../../../contract/media.ts'
import { isSoundType } from '../../../rules/uploads.ts'
import { quoted } from '../../../rules/quoted.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { holdRecord } from '../../platform/db/locks.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/caller.ts'
import { newId } from '../../platform/ids.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { spoolFolder, type Spooled } from '../../files/spool.ts'
import { storedName, storedThumbnail } from '../../files/bucket/addresses.ts'
import { endingOf, withEnding } from '../../files/filenames.ts'
import {
  deleteFormerFile,
  findFile,
  insertFormerFile,
  latestFormerFile,
  listFormerFiles,
  takeFormerFile,
} from './former-files.queries.ts'
import { cleanMedia } from '../../files/clean-media.ts'
import { findMediaByObject, getMedia, updateMedia } from './media.queries.ts'
import { listUsage } from './usage.queries.ts'
import { searchText } from './media.service.ts'
import { removeStored, storedFiles } from '../../files/bucket/stored-files.ts'
import { orderRemoval } from '../../files/store/guarded-files.ts'
import { nameTaken } from './uploads.service.ts'

type FileRuntime = Pick<Runtime, 'db' | 'files' | 'config'>
type Arrived = { file: Spooled; filename: string }

/** Days for which former bytes of an image are kept, like the trash (RUL-20). */
const KEPT_DAYS = 30
const AT_ONCE = 100

/**
 * Replaces the picture of an image: its address, its texts and every article that shows it stay, and pages load the new
 * one. The former file is kept for 30 days and can be restored. Errors of `cleanMedia`; 400 when one is a picture
 * and the other is not; 404 when there is no such
 * image.
 */
export async function replaceFile(
  runtime: FileRuntime,
  { id, ...upload }: { id: string } & Arrived,
  { now }: Pick<Actor, 'now'>,
): Promise<ReplacedMedia> {
  found(await getMedia(runtime.db, id))
  const former = await putInPlace(runtime, id, upload, now)
  if (former === null) throw new ApiError('not_found')
  return { ...found(await getMedia(runtime.db, id)), former_file_id: former }
}

/**
 * Replaces the picture of an image of the caller that no article uses (RUL-31, the bucket's `upsert`); 409 `name_taken`
 * when it belongs to another account or is used, `name_in_trash` when it is trashed.
 */
export async function replaceUpload(
  runtime: FileRuntime,
  { objectName, ...upload }: { objectName: string } & Arrived,
  { caller, now }: Actor,
): Promise<{ id: string }> {
  const { db } = runtime
  const former = await findMediaByObject(db, objectName)
  if (!former) throw new ApiError('not_found')
  const owned = former.author_id === caller.userId && former.deleted_at === null
  if (!owned || (await listUsage(db, former.url)).length > 0) throw nameTaken(former)
  if ((await putInPlace(runtime, former.id, upload, now)) === null) {
    // Trashed in the meantime, or deleted for good.
    throw nameTaken((await findMediaByObject(db, objectName)) ?? { deleted_at: null })
  }
  return { id: former.id }
}

/**
 * Undoes the last replacement of an image; the present file is kept in turn. 404 when there is no such image, 409
 * `version_conflict` when it has been replaced again since or nothing is kept.
 */
export async function takeBackFile(
  db: Db,
  { id, former_file_id }: { id: string; former_file_id: string },
  { now }: Pick<Actor, 'now'>,
): Promise<MediaAsset> {
  return inTransaction(db, async (tx) => {
    await holdRecord(tx, 'media_assets', id)
    const current = found(await getMedia(tx, id))
    if ((await latestFormerFile(tx, id)) !== former_file_id)
      throw new ApiError('version_conflict', { message: REPLACED_AGAIN, current })
    const former = await takeFormerFile(tx, former_file_id)
    if (!former) throw new ApiError('version_conflict', { message: REPLACED_AGAIN, current })
    await keepFormer(tx, id, now)
    await changeFile(tx, id, former, now)
    return found(await getMedia(tx, id))
  })
}

const REPLACED_AGAIN = 'Das Bild ist inzwischen noch einmal ersetzt worden und bleibt, wie es ist.'

/** Deletes former files of images that are older than 30 days. */
export async function forgetFormerFiles({ db, files }: Pick<Runtime, 'db' | 'files'>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString()
  for (;;) {
    const old = await listFormerFiles(db, { before, limit: AT_ONCE })
    for (const { id, object_name, stored_as } of old) {
      // A concurrent restore keeps the file.
      const isGone = await inTransaction(db, async (tx) => {
        if (!(await deleteFormerFile(tx, id))) return false
        await orderRemoval(tx, storedFiles(object_name, stored_as))
        return true
      })
      if (isGone) await removeStored(files, object_name, stored_as)
    }
    if (old.length < AT_ONCE) return
  }
}

/** Stores the picture beside the present one and then updates the row; null when the image is gone by then. */
async function putInPlace(
  { db, files, config }: FileRuntime,
  id: string,
  { file, filename }: Arrived,
  now: Date,
): Promise<string | null> {
  const image = await cleanMedia(file, filename, spoolFolder(config.dataDir))
  const storedAs = `${newId()}.${endingOf(image.mimeType)}`
  try {
    const present = (await getMedia(db, id))?.mime_type
    if (present !== undefined && kindOf(present) !== kindOf(image.mimeType))
      throw invalidField(
        'file',
        `${quoted(filename)} ist von anderer Art. Ein Bild ersetzt ein Bild, Ton ersetzt Ton, Film ersetzt Film.`,
      )
    await files.put(storedName('', storedAs), { path: image.path })
    if (image.thumbnail) await files.put(storedThumbnail('', storedAs), image.thumbnail)
    const { mimeType, size, width, height, seconds, preview, etag } = image
    const former = await inTransaction(db, async (tx) => {
      await holdRecord(tx, 'media_assets', id)
      const kept = await keepFormer(tx, id, now)
      if (kept === null) return null
      const isSized = isSoundType(mimeType)
      const sizes = { sizes_of: isSized ? storedAs : null, sizes: isSized ? '' : null, tint: null }
      const next = {
        stored_as: storedAs,
        mime_type: mimeType,
        size_bytes: size,
        width,
        height,
        seconds,
        preview,
        sha256: file.sha256,
        etag,
        ...sizes,
      }
      await changeFile(tx, id, next, now)
      return kept
    })
    if (former === null) await removeStored(files, '', storedAs)
    return former
  } catch (error) {
    await removeStored(files, '', storedAs)
    throw error
  } finally {
    await image.discard()
  }
}

/** `image`, `audio` or `video`. */
function kindOf(mimeType: string): string {
  return mimeType.split('/', 1)[0] ?? ''
}

/** Stores the present file of a locked image as a former one; null when there is no such image. */
async function keepFormer(tx: Tx, id: string, now: Date): Promise<string | null> {
  const file = await findFile(tx, id)
  if (!file) return null
  const formerId = newId()
  await insertFormerFile(tx, { ...file, id: formerId, media_id: id, replaced_at: now.toISOString() })
  return formerId
}

/** Sets the file of a locked image; its name gets the extension of the new type. */
async function changeFile(
  tx: Tx,
  id: string,
  file: NonNullable<Awaited<ReturnType<typeof findFile>>>,
  now: Date,
): Promise<void> {
  const asset = found(await getMedia(tx, id))
  const filename = withEnding(asset.filename, file.mime_type)
  const search_text = searchText({ ...asset, filename })
  await updateMedia(tx, id, { ...file, filename, search_text, sizes_tries: 0, replaced_at: now.toISOString() })
  await announce(tx, { noun: 'media', id, verb: 'updated' })
}
