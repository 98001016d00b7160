import { ApiError } from '../../contract/errors.ts'
import type { Db } from '../platform/db/db.ts'
import { newId } from '../platform/ids.ts'
import { claimName, releaseName } from './storage.queries.ts'

/** So long a name is held at most: longer than any upload may take. What an instance that died held is free then. */
const HELD_MS = 15 * 60_000

/**
 * Does `work`, which stores bytes and then their row, while no other instance stores anything under the same name, or the
 * bytes of one would stand under the row of the other. 409 `name_taken` while another one does.
 */
export async function holdingName<T>(db: Db, name: string, now: Date, work: () => Promise<T>): Promise<T> {
  const at = (ms: number) => new Date(now.getTime() + ms).toISOString()
  const claim = `${at(0)} ${newId()}`
  if (!(await claimName(db, name, { claim, before: at(-HELD_MS), after: at(HELD_MS) })))
    throw new ApiError('name_taken')
  try {
    return await work()
  } finally {
    // One that cannot be given back runs out by itself; what `work` says matters more.
    await releaseName(db, name, claim).catch(() => {})
  }
}
