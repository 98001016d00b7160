import { setTimeout } from 'node:timers/promises'
import { ApiError, isApiError } from '../../../contract/errors.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'

/** Longest claim of a name: longer than any upload may take. It frees the names of an instance that died. */
const HELD_MS = 15 * 60_000
/** Attempts to claim a name, after pauses that grow by this number of milliseconds: four and a half seconds in all. */
const TRIES = 10
const PAUSE_MS = 100

/**
 * Does `work`, which stores bytes and then their row, while nobody else stores anything under the same name, in whatever
 * instance, or the bytes of one would stand under the row of the other. Asks `most` times while somebody does; then 409
 * `being_uploaded`.
 */
export async function holdingName<T>(
  db: Db,
  name: string,
  now: Date,
  work: () => Promise<T>,
  { most = TRIES } = {},
): Promise<T> {
  const at = (ms: number) => new Date(now.getTime() + ms).toISOString()
  const claim = `${at(0)} ${newId()}`
  for (let tries = 1; !(await claimName(db, name, { claim, before: at(-HELD_MS), after: at(HELD_MS) })); tries += 1) {
    if (tries >= most) throw new ApiError('being_uploaded')
    await setTimeout(tries * PAUSE_MS)
  }
  try {
    return await work()
  } finally {
    // One that cannot be given back runs out by itself; what `work` says matters more.
    await releaseName(db, name, claim).catch(() => {})
  }
}

/**
 * Removes the bytes of a row that is gone, unless the name has a row again by then. While somebody uploads under that name
 * they are left alone: the upload puts its own in their place, or clears up when it fails.
 */
export async function removeUnderName(
  db: Db,
  name: string,
  now: Date,
  { hasRow, remove }: { hasRow: () => Promise<boolean>; remove: () => Promise<void> },
): Promise<void> {
  try {
    await holdingName(db, name, now, async () => {
      if (!(await hasRow())) await remove()
    })
  } catch (error) {
    if (!isApiError(error, 'being_uploaded')) throw error
  }
}

const claimKey = (name: string) => `upload ${name}`

/** Notes that an upload has this name for itself; false while another one has, unless its claim is older or newer than may be. */
async function claimName(
  db: Db,
  name: string,
  { claim, before, after }: { claim: string; before: string; after: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('meta')
    .values({ key: claimKey(name), value: claim })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ value: claim })
        .where((where) => where.or([where('meta.value', '<', before), where('meta.value', '>', after)])),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

async function releaseName(db: Db, name: string, claim: string): Promise<void> {
  await db.deleteFrom('meta').where('key', '=', claimKey(name)).where('value', '=', claim).execute()
}
