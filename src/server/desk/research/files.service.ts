import { ApiError } from '../../../contract/errors.ts'
import { storedName } from '../../files/bucket/addresses.ts'
import { folderOf } from '../../files/bucket/object-names.ts'
import { findOwn, forgetOwn, storeOwn, toBucketObject, type Written } from '../../files/bucket/objects.service.ts'
import type { Arrived, BucketSection } from '../../files/bucket/sections.ts'
import { typeOfFile } from '../../files/file-types.ts'
import { isMissingReference, type Db, type Tx } from '../../platform/db/db.ts'
import { holdRecord } from '../../platform/db/locks.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/caller.ts'
import { newId } from '../../platform/ids.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { tableBin, type TrashBin } from '../../platform/trash-bin.ts'
import * as queries from './research.queries.ts'

export { findFile, listFiles, trashFile } from './research.queries.ts'

/**
 * Files of research items in the bucket (RES-5), each in its item's folder: of any type, unchanged, for members only.
 */
export const files: BucketSection = {
  takes: 'files',
  async admit(db, name) {
    if (!(await queries.getSummary(db, folderOf(name)))) throw itemIsGone()
  },
  async store(runtime, arrived, actor) {
    const { db } = runtime
    // It is referenced from the start, so it is never replaced.
    if (await findOwn(db, arrived.name))
      throw new ApiError((await isTrashed(db, arrived.name)) ? 'name_in_trash' : 'name_taken')
    const stored = storeOwn(runtime, arrived, actor, {
      write: () => write(runtime, arrived),
      also: (tx, written) => addFile(tx, { ...arrived, ...written }, actor),
    })
    return stored.catch((error: unknown) => {
      throw isMissingReference(error) ? itemIsGone() : error
    })
  },
  async find(db, name) {
    const row = await findOwn(db, name)
    return row && toBucketObject(row, { is_trashed: await isTrashed(db, name) })
  },
  list: queries.listStoredFiles,
  /** Moves the file to the trash (RUL-20); the object stays until it is deleted from there. */
  async remove({ db }, { name }, { now }) {
    await inTransaction(db, async (tx) => {
      await queries.trashFile(tx, name, now.toISOString())
      await announce(tx, { noun: 'research', id: folderOf(name), verb: 'updated' })
    })
    return true
  },
}

const rows = tableBin('research_files', 'filename')

/** Trash operations of single research files (RUL-20): the stored object stays until the file is deleted for good. */
export const filesBin: TrashBin = {
  list: rows.list,
  async restore(tx, id, now) {
    const restored = await rows.restore(tx, id, now)
    const file = restored && (await queries.findFile(tx, { id }))
    return file && { title: file.filename, change: { noun: 'research', id: file.research_item_id, verb: 'updated' } }
  },
  async purge(runtime, tx, id, before) {
    const file = await queries.findFile(tx, { id })
    if (!file || !(await rows.purge(runtime, tx, id, before))) return false
    return forgetOwn(runtime, tx, [file.object_name])
  },
}

async function write(runtime: Pick<Runtime, 'files'>, { name, file, filename }: Arrived): Promise<Written> {
  await runtime.files.put(storedName(name), { path: file.path })
  const mime_type = await typeOfFile(file.path, filename)
  return { is_public: 0, mime_type, size_bytes: file.size, etag: `"${file.sha256.slice(0, 32)}"` }
}

/** Adds a stored object to the files of its item; 404 when the item was deleted in the meantime. */
async function addFile(
  tx: Tx,
  { name, filename, mime_type, size_bytes }: Pick<Arrived, 'name' | 'filename'> & Written,
  { caller, now }: Actor,
): Promise<void> {
  const itemId = folderOf(name)
  await holdRecord(tx, 'research_items', itemId)
  if (!(await queries.getSummary(tx, itemId))) throw new ApiError('not_found')
  await queries.insertFile(tx, {
    id: newId(),
    research_item_id: itemId,
    object_name: name,
    filename,
    mime_type,
    size_bytes,
    author_id: caller.userId,
    created_at: now.toISOString(),
  })
  await announce(tx, { noun: 'research', id: itemId, verb: 'updated' })
}

async function isTrashed(db: Db, name: string): Promise<boolean> {
  return (await queries.findFile(db, { objectName: name }))?.deleted_at != null
}

function itemIsGone(): ApiError {
  return new ApiError('not_found', { message: 'Dieses Recherche-Element gibt es nicht oder nicht mehr.' })
}
