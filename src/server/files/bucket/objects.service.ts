import type { Db, Tx } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/caller.ts'
import { newId } from '../../platform/ids.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { removeUnderName } from './name-claims.ts'
import { deleteObjectRow, findObject, namesBelow, putObjectRow, type ObjectRow } from './objects.queries.ts'
import type { Arrived, BucketObject } from './sections.ts'
import { orderRemoval } from '../store/guarded-files.ts'
import { removeStored, storedFiles } from './stored-files.ts'

// Objects with a row of the bucket's own: dashboard headers and files of research.

/** What is known of bytes once they are stored. */
export type Written = Pick<ObjectRow, 'is_public' | 'mime_type' | 'size_bytes' | 'etag'>

/** An object, or null. */
export async function findOwn(db: Db, name: string): Promise<ObjectRow | null> {
  return findObject(db, name)
}

/** An object as the bucket knows it. */
export function toBucketObject(row: ObjectRow, { is_trashed = false } = {}): BucketObject {
  return { ...row, is_public: row.is_public === 1, is_trashed, stored_as: null, version: null, widths: [] }
}

/**
 * Stores an object: `write` its bytes, then in one transaction its row, in the place of `former`, and what is done `also`. Where
 * that fails, no bytes stay without a row.
 */
export async function storeOwn(
  { db, files }: Pick<Runtime, 'db' | 'files'>,
  { name, filename }: Pick<Arrived, 'name' | 'filename'>,
  { caller, now }: Actor,
  work: {
    write: () => Promise<Written>
    former?: ObjectRow | null
    also?: (tx: Tx, written: Written) => Promise<void>
  },
): Promise<{ id: string }> {
  const at = now.toISOString()
  const id = work.former?.id ?? newId()
  try {
    const written = await work.write()
    const times = { created_at: at, updated_at: at }
    await inTransaction(db, async (tx) => {
      await putObjectRow(tx, { ...written, name, id, filename, owner_id: caller.userId, ...times })
      await work.also?.(tx, written)
    })
  } catch (error) {
    if (!(await findObject(db, name))) await removeStored(files, name)
    throw error
  }
  return { id }
}

type ForgettingRuntime = Pick<Runtime, 'db' | 'files' | 'clock'>

/**
 * Removes objects' rows in the transaction; the function that comes back removes their bytes after the commit, unless
 * somebody has stored something new under a name by then.
 */
export async function forgetOwn(runtime: ForgettingRuntime, tx: Tx, names: string[]): Promise<() => Promise<void>> {
  for (const name of names) await deleteObjectRow(tx, name)
  await orderRemoval(
    tx,
    names.flatMap((name) => storedFiles(name)),
  )
  return async () => {
    for (const name of names) {
      await removeUnderName(runtime.db, name, runtime.clock(), {
        hasRow: async () => (await findObject(runtime.db, name)) !== null,
        remove: () => removeStored(runtime.files, name),
      })
    }
  }
}

/** The same with everything in a folder. */
export async function forgetFolder(runtime: ForgettingRuntime, tx: Tx, folder: string): Promise<() => Promise<void>> {
  return forgetOwn(runtime, tx, await namesBelow(tx, folder))
}
