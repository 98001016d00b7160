import { ApiError, invalidField } from '../../../contract/errors.ts'
import { publicUrl, storedName, storedThumbnail, versionOf } from './addresses.ts'
import { cleanFilename } from '../filenames.ts'
import { cleanImage } from '../pictures/clean-image.ts'
import * as media from '../../media/media.service.ts'
import { replaceUpload } from '../../media/replacement.service.ts'
import { addUpload } from '../../media/uploads.service.ts'
import { isMissingReference, type Db, type Tx } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Act } from '../../platform/http/caller.ts'
import { newId } from '../../platform/ids.ts'
import { holdingName, removeUnderName } from './name-claims.ts'
import * as research from '../../research/research.service.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { spoolFolder, type Spooled } from '../spool.ts'
import { typeOfFile } from '../file-types.ts'
import { isFolderName, placeOf, type ObjectPlace } from './object-names.ts'
import { deleteObjectRow, findObject, listObjectRows, namesBelow, putObjectRow } from './objects.queries.ts'

type StorageRuntime = Pick<Runtime, 'db' | 'files' | 'config'>

/** What the bucket knows of one of its objects. */
export type BucketObject = {
  id: string
  name: string
  filename: string
  mime_type: string
  size_bytes: number
  etag: string
  created_at: string
  updated_at: string
  /** Everybody may read it; false for files of research. */
  is_public: boolean
  /** Lies in the trash. */
  is_trashed: boolean
  /** Where the bytes of an image lie that was replaced in place. */
  stored_as: string | null
  /** What an address says that means its present bytes; null while it has those it came with. */
  version: string | null
  /** Widths in pixels an image is stored in beside its own. */
  widths: number[]
}

/** Where an upload of this name by this caller goes; 400 or 404 for every other name (RUL-31: default refuse). */
export async function placeForUpload(db: Db, name: string, { caller }: Pick<Act, 'caller'>): Promise<ObjectPlace> {
  const place = placeOf(name)
  if (!place) throw invalidField('path', 'Diesen Namen nimmt der Speicher nicht an.')
  if (isFolderName(name)) throw invalidField('path', 'So heißen Ordner der Recherche. Bitte hängen Sie eine Endung an.')
  if (place.kind === 'header' && place.userId !== caller.userId) {
    throw invalidField('path', 'In den Ordner eines anderen Kontos lässt sich nichts hochladen.')
  }
  if (place.kind === 'research' && !(await research.getItem(db, place.itemId))) {
    throw itemIsGone()
  }
  return place
}

function itemIsGone(): ApiError {
  return new ApiError('not_found', { message: 'Dieses Recherche-Element gibt es nicht oder nicht mehr.' })
}

/**
 * Stores an upload that has arrived: images are written anew (errors of `cleanImage`), files of research keep their bytes.
 * 409 `name_taken` when the name is in use (`name_in_trash` by something thrown away); with `upsert` only when the object is somebody else's or something refers to
 * it (RUL-31). One upload of a name at a time.
 */
export async function storeUpload(
  runtime: StorageRuntime,
  upload: { name: string; place: ObjectPlace; file: Spooled; filename: string; upsert: boolean },
  act: Act,
): Promise<{ id: string }> {
  const { db } = runtime
  const store = async () => {
    if (upload.place.kind === 'image') {
      const former = await media.getByObjectName(db, upload.name)
      const image = { file: upload.file, filename: upload.filename, objectName: upload.name }
      return former && upload.upsert ? replaceUpload(runtime, image, act) : addUpload(runtime, image, act)
    }
    const former = await findObject(db, upload.name)
    // Its item refers to a file of research from the start.
    const mayReplace = upload.upsert && upload.place.kind === 'header' && former?.owner_id === act.caller.userId
    if (former && !mayReplace)
      throw new ApiError((await research.isFileTrashed(db, upload.name)) ? 'name_in_trash' : 'name_taken')
    const at = act.now.toISOString()
    const id = former?.id ?? newId()
    const filename = cleanFilename(upload.filename, 'datei')
    const { name, place } = upload
    try {
      const stored = place.kind === 'header' ? await storeHeader(runtime, upload) : await storeFile(runtime, upload)
      await inTransaction(db, async (tx) => {
        const owner_id = act.caller.userId
        await putObjectRow(tx, { ...stored, name, id, filename, owner_id, created_at: at, updated_at: at })
        if (place.kind !== 'research') return
        const { mime_type: mimeType, size_bytes: sizeBytes } = stored
        await research.addFile(tx, place.itemId, { objectName: name, filename, mimeType, sizeBytes }, act)
      })
    } catch (error) {
      // The item may have gone while the file was on its way: bytes without a row would stay for ever.
      if (!(await findObject(db, name))) await removeBytes(runtime, [name])
      if (isMissingReference(error)) throw itemIsGone()
      throw error
    }
    return { id }
  }
  return oneOfName(upload.name, () => holdingName(db, upload.name, act.now, store))
}

async function storeHeader(
  { files, config }: StorageRuntime,
  upload: { name: string; file: Spooled; filename: string },
) {
  const image = await cleanImage(upload.file, upload.filename, spoolFolder(config.dataDir))
  try {
    await files.put(storedName(upload.name), { path: image.path })
    await files.put(storedThumbnail(upload.name), image.thumbnail)
    return { is_public: 1, mime_type: image.mimeType, size_bytes: image.size, etag: image.etag }
  } finally {
    await image.discard()
  }
}

async function storeFile(
  { files }: StorageRuntime,
  { name, file, filename }: { name: string; file: Spooled; filename: string },
) {
  await files.put(storedName(name), { path: file.path })
  const mime_type = await typeOfFile(file.path, filename)
  return { is_public: 0, mime_type, size_bytes: file.size, etag: `"${file.sha256.slice(0, 32)}"` }
}

/** One object of the bucket, trashed images too, or null. */
export async function getObject(db: Db, name: string): Promise<BucketObject | null> {
  const place = placeOf(name)
  if (!place) return null
  if (place.kind === 'image') {
    const image = await media.getByObjectName(db, name)
    return (
      image && {
        id: image.id,
        name,
        filename: image.filename,
        mime_type: image.mime_type,
        size_bytes: image.size_bytes,
        etag: image.etag ?? `"${image.id}-${image.size_bytes}"`,
        created_at: image.created_at,
        updated_at: image.replaced_at ?? image.created_at,
        is_public: true,
        is_trashed: image.deleted_at !== null,
        stored_as: image.stored_as,
        version: versionOf(image),
        widths: image.widths,
      }
    )
  }
  const object = await findObject(db, name)
  if (!object) return null
  const is_trashed = place.kind === 'research' && (await research.isFileTrashed(db, name))
  return { ...object, is_public: object.is_public === 1, is_trashed, stored_as: null, version: null, widths: [] }
}

/** Whether strangers may read an object: public ones; a trashed image while a published article shows it (RUL-20). */
export async function isOpen(db: Db, object: BucketObject): Promise<boolean> {
  if (!object.is_public) return false
  return !object.is_trashed || (await media.isShownToReaders(db, publicUrl(object.name)))
}

export type ListedObject = Pick<
  BucketObject,
  'id' | 'name' | 'mime_type' | 'size_bytes' | 'created_at' | 'updated_at'
> & {
  etag: string | null
}

/** Everything in the bucket but what lies in the trash. */
export async function listAll(db: Db): Promise<ListedObject[]> {
  return [...(await media.listObjects(db)), ...(await listObjectRows(db))]
}

/**
 * Removes objects by their names and tells which went: images of the library and files of research into the trash (RUL-20),
 * own dashboard headers for good. Others stay and are not told.
 */
export async function removeObjects(runtime: ForgettingRuntime, names: string[], act: Act): Promise<BucketObject[]> {
  const removed: BucketObject[] = []
  for (const name of new Set(names)) {
    const object = await getObject(runtime.db, name)
    const place = placeOf(name)
    if (!object || !place || object.is_trashed) continue
    if (place.kind === 'header' && place.userId !== act.caller.userId) continue
    if (place.kind === 'image') await media.trashMedia(runtime.db, object.id, act)
    else if (place.kind === 'research')
      await inTransaction(runtime.db, (tx) => research.removeFile(tx, place.itemId, name, act))
    else {
      const removeBytes = await inTransaction(runtime.db, (tx) => forget(runtime, tx, [name]))
      await removeBytes()
    }
    removed.push(object)
  }
  return removed
}

/** Removes the files of a research item that is gone for good; those of one in the trash stay (RUL-20). */
export async function removeFilesOfPurged(runtime: ForgettingRuntime, itemId: string): Promise<void> {
  if (await research.itemExists(runtime.db, itemId)) return
  const names = await namesBelow(runtime.db, itemId)
  if (names.length === 0) return
  const removeBytes = await inTransaction(runtime.db, (tx) => forget(runtime, tx, names))
  await removeBytes()
}

/** Removes the dashboard images of an account that is gone. */
export async function removeFilesOfAccount(runtime: ForgettingRuntime, userId: string): Promise<void> {
  const names = await namesBelow(runtime.db, userId)
  const removeBytes = await inTransaction(runtime.db, (tx) => forget(runtime, tx, names))
  await removeBytes()
}

type ForgettingRuntime = Pick<Runtime, 'db' | 'files' | 'clock'>

/**
 * Removes objects' rows in the transaction; the function that comes back removes their bytes after the commit, unless
 * somebody has stored something new under a name by then.
 */
export async function forget(runtime: ForgettingRuntime, tx: Tx, names: string[]): Promise<() => Promise<void>> {
  for (const name of names) await deleteObjectRow(tx, name)
  return async () => {
    for (const name of names) {
      await removeUnderName(runtime.db, name, runtime.clock(), {
        hasRow: async () => (await findObject(runtime.db, name)) !== null,
        remove: () => removeBytes(runtime, [name]),
      })
    }
  }
}

async function removeBytes({ files }: Pick<Runtime, 'files'>, names: string[]): Promise<void> {
  for (const name of names) {
    await files.remove(storedName(name))
    await files.remove(storedThumbnail(name))
  }
}

const busy = new Map<string, Promise<unknown>>()

/** Runs `work` after everything under way for the same name. */
async function oneOfName<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = busy.get(name)
  const run = before ? before.then(work, work) : work()
  const settled = run.catch(() => {})
  busy.set(name, settled)
  try {
    return await run
  } finally {
    if (busy.get(name) === settled) busy.delete(name)
  }
}
