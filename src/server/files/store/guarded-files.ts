import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { keepsOthersFromWriting } from '../../platform/db/locks.ts'
import { takeLock } from '../../platform/fleet/process-locks.ts'
import type { FileStore } from '../../platform/file-store.ts'
import type { Job } from '../../platform/job.ts'
import { isMoving } from '../../platform/fleet/read-only.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Runtime } from '../../platform/runtime.ts'

// A backup copies bytes after it has read the rows that name them. What nothing refers to any more stays until it is done: rows go
// before their bytes, so that whatever a backup's rows name is still there when its claim is seen here.

/** The row of `meta` that says until when somebody copies files, an ISO instant, a blank and whose claim it is. */
export const COPYING_KEY = 'files are being copied'
/** Lifetime of a claim. A process that copies renews it far more often. */
const HELD_MS = 180_000
const RENEWED_MS = 30_000

/** Held by who copies: it ends with the process, where the row would hold for minutes. */
const LOCK = 'backup'

type Clock = Pick<Runtime, 'clock'>
type Tools = Pick<Runtime, 'db' | 'config' | 'clock'>

/** The store, from which nothing is removed while somebody copies files. */
export function keptFiles(files: FileStore, { db, clock }: Clock & { db: Db }): FileStore {
  const kept: FileStore = {
    ...files,
    put: (name, source) =>
      oneAtATime(db, name, async () => {
        await deleteOrder(db, name)
        await files.put(name, source)
      }),
    remove: (name) =>
      oneAtATime(db, name, async () => {
        const at = clock().toISOString()
        const { numAffectedRows } = await sql`
          insert into file_removals (name) select cast(${name} as text)
          where exists (select 1 from meta where key = ${COPYING_KEY} and value > ${at})
          on conflict (name) do update set name = excluded.name`.execute(db)
        if (Number(numAffectedRows ?? 0) > 0) return
        await files.remove(name)
        // An order left behind would remove what is stored under this name later.
        await deleteOrder(db, name)
      }),
  }
  plain.set(kept, files)
  return kept
}

/** The store below the one that keeps. */
const plain = new WeakMap<FileStore, FileStore>()

/**
 * Notes in the transaction that takes the last row away that names these files that they are to go. Who took it away removes them after
 * the commit; where that process is killed in between, the job does.
 */
export async function orderRemoval(tx: Tx, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await tx
    .insertInto('file_removals')
    .values(names.map((name) => ({ name })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

/**
 * Takes back the order to remove a file: after this the file, if it is there, stays. Waits for a removal that has begun, so the caller
 * looks for the file afterwards.
 */
export async function cancelRemoval(db: Db, name: string): Promise<void> {
  await oneAtATime(db, name, () => deleteOrder(db, name))
}

/** Resolves to whether there was one. On PostgreSQL it waits for an instance that is carrying it out. */
async function deleteOrder(db: Db, name: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('file_removals').where('name', '=', name).executeTakeFirst()
  return Number(numDeletedRows) > 0
}

const lastOfNames = new WeakMap<Db, Map<string, Promise<void>>>()

/** One after the other, per name and in this process, since a SQLite transaction cannot stay open until a bucket answers. */
async function oneAtATime<T>(db: Db, name: string, work: () => Promise<T>): Promise<T> {
  const last = lastOfNames.get(db) ?? new Map<string, Promise<void>>()
  lastOfNames.set(db, last)
  const before = last.get(name)
  const end = Promise.withResolvers<void>()
  last.set(name, end.promise)
  await before
  try {
    return await work()
  } finally {
    if (last.get(name) === end.promise) last.delete(name)
    end.resolve()
  }
}

/** Removes what waited for a backup, or was left by a process that ended, once no backup is being made. */
export const removeKeptFiles: Job = {
  name: 'remove-kept-files',
  everySeconds: 60,
  hasWork: async ({ db }) => (await db.selectFrom('file_removals').select('name').limit(1).execute()).length > 0,
  async run({ db, config, files, clock }) {
    if (await isCopying({ db, config, clock })) return
    const store = plain.get(files) ?? files
    for (const { name } of await db.selectFrom('file_removals').select('name').execute())
      await oneAtATime(db, name, () => carryOut(db, store, name))
  },
}

/** Removes a file unless its order is gone: then something new has been stored under its name. The order goes after the file. */
async function carryOut(db: Db, store: FileStore, name: string): Promise<void> {
  if (keepsOthersFromWriting(db)) {
    const order = await db.selectFrom('file_removals').select('name').where('name', '=', name).executeTakeFirst()
    if (!order) return
    await store.remove(name)
    await deleteOrder(db, name)
    return
  }
  // Other instances wait for the row that is deleted here.
  await inTransaction(db, async (tx) => {
    if (await deleteOrder(tx, name)) await store.remove(name)
  })
}

/** Whether somebody copies files now. */
export async function isCopying({ db, config, clock }: Tools): Promise<boolean> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', COPYING_KEY).executeTakeFirst()
  if (!row || row.value <= clock().toISOString()) return false
  const lock = await takeLock(config, LOCK, 'shared')
  if (!lock) return true
  // The process that wrote it was killed.
  await db.deleteFrom('meta').where('key', '=', COPYING_KEY).where('value', '=', row.value).execute()
  await lock.release()
  return false
}

/**
 * Does `work` while no bytes are removed from the store of any instance. One at a time copies: null, and nothing is done, while
 * another one does.
 */
export async function copyingFiles<T>(tools: Tools, work: () => Promise<T>): Promise<T | null> {
  const lock = await takeLock(tools.config, LOCK, 'alone')
  if (!lock) return null
  try {
    return await claiming(tools, work)
  } finally {
    await lock.release()
  }
}

async function claiming<T>({ db, clock }: Tools, work: () => Promise<T>): Promise<T> {
  const id = newId()
  const until = () => `${new Date(clock().getTime() + HELD_MS).toISOString()} ${id}`
  // A row that is there is one of somebody's who was killed.
  const claim = db
    .insertInto('meta')
    .values({ key: COPYING_KEY, value: until() })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: until() }))
    .execute()
  try {
    await claim
  } catch (error) {
    // Where a blog has moved away nothing is removed.
    if (isMoving(error)) return work()
    throw error
  }
  const own = () =>
    db.updateTable('meta').set({ value: until() }).where('key', '=', COPYING_KEY).where('value', 'like', `% ${id}`)
  const renewing = setInterval(
    () =>
      void own()
        .execute()
        .catch(() => {}),
    RENEWED_MS,
  )
  try {
    return await work()
  } finally {
    clearInterval(renewing)
    await db.deleteFrom('meta').where('key', '=', COPYING_KEY).where('value', 'like', `% ${id}`).execute()
  }
}
