import { rm } from 'node:fs/promises'
import { isApiError } from '../../../contract/errors.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import { holdingName } from '../../files/bucket/name-claims.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { spooled, spoolFolder } from '../../files/spool.ts'
import { storedName, storedSize } from '../../files/bucket/addresses.ts'
import { makeSize, tintOf, widthsFor } from '../../files/pictures/sizes.ts'
import { countTry, isFileKnown, keepSizes, listUnsized, takeTryBack, type UnsizedPicture } from './sizes.queries.ts'
import { removeSizes } from '../../files/bucket/stored-files.ts'

type SizesRuntime = Pick<Runtime, 'db' | 'files' | 'config' | 'clock' | 'log' | 'ending'>

/** Maximum duration of a run before it starts another picture; the next run continues. */
const TURN_MS = 2000
/** More than one, since other instances may process the first ones. */
const AT_ONCE = 20

const busy = new WeakSet<Runtime['db']>()

/** Whether a picture waits for its sizes. */
export async function isAnyUnsized({ db }: Pick<Runtime, 'db'>): Promise<boolean> {
  return (await listUnsized(db, 1)).length > 0
}

/**
 * Makes the sizes of pictures without them, newest first, for about two seconds (RUL-51); the rest is left to the next
 * run, also after a restart. A picture is processed by one instance at a time. Throws errors of store and database; an
 * unreadable picture is tried three times and then served in its original size.
 */
export async function makeSizes(runtime: SizesRuntime): Promise<void> {
  // A picture may take longer than the pause between two runs.
  if (busy.has(runtime.db)) return
  busy.add(runtime.db)
  try {
    const end = performance.now() + TURN_MS
    for (;;) {
      const waiting = await listUnsized(runtime.db, AT_ONCE)
      let made = 0
      for (const picture of waiting) {
        if (performance.now() > end || runtime.ending?.aborted) return
        if (await makeAlone(runtime, picture)) made += 1
      }
      if (made === 0) return
    }
  } finally {
    busy.delete(runtime.db)
  }
}

/** False when another instance processes this picture. */
async function makeAlone(runtime: SizesRuntime, picture: UnsizedPicture): Promise<boolean> {
  // Lock names contain a slash, which names of uploads do not.
  const name = `sizes/${picture.stored_as ?? picture.object_name}`
  try {
    await holdingName(runtime.db, name, runtime.clock(), () => makeFor(runtime, picture), { most: 1 })
    return true
  } catch (error) {
    if (isApiError(error, 'being_uploaded')) return false
    throw error
  }
}

async function makeFor(runtime: SizesRuntime, picture: UnsizedPicture): Promise<void> {
  const { db, files, log } = runtime
  const { id, object_name, stored_as } = picture
  // Counted before: a picture that ends the process is not tried for ever.
  if (!(await countTry(db, picture))) return
  const made = await storeSizes(runtime, picture).catch(async (error: unknown) => {
    await takeTryBack(db, picture)
    throw error
  })
  if (made === 'ended') return takeTryBack(db, picture)
  if (made === 'unreadable') return log.warn('a picture cannot be made smaller', { id })
  const kept = await inTransaction(db, async (tx) => {
    if (!(await keepSizes(tx, picture, made))) return false
    await announce(tx, { noun: 'media-sizes', id, verb: 'updated' })
    return true
  })
  // Deleted for good in the meantime: the files just stored would never be found again.
  if (!kept && !(await isFileKnown(db, picture))) await removeSizes(files, object_name, stored_as)
}

/** Stores a picture in all its widths, unless it cannot be read or the process ends. Throws errors of the store. */
async function storeSizes(
  { files, config, ending }: SizesRuntime,
  { object_name, stored_as, width, height }: UnsizedPicture,
): Promise<{ widths: number[]; tint: string | null } | 'unreadable' | 'ended'> {
  const stored = await files.get(storedName(object_name, stored_as))
  if (!stored || width === null || height === null) return { widths: [], tint: null }
  const folder = spoolFolder(config.dataDir)
  return spooled(stored.stream(), { config, filename: object_name, maxBytes: stored.size }, async (original) => {
    const tint = await tintOf(original.path)
    if (tint === null) return 'unreadable'
    const widths = widthsFor({ width, height })
    for (const each of widths) {
      if (ending?.aborted) return 'ended'
      const path = await makeSize(original.path, { width: each, folder })
      if (path === null) return 'unreadable'
      try {
        await files.put(storedSize(object_name, stored_as, each), { path })
      } finally {
        await rm(path, { force: true })
      }
    }
    return { widths, tint: tint || null }
  })
}
