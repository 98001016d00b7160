import { ApiError } from '../../../contract/errors.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { fetchFeed } from './fetch-feed.service.ts'
import { claimDue, isAnyDue } from './subscriptions.queries.ts'

/** Feeds that one instance fetches at a time: a slow one delays no other for long. */
const AT_ONCE = 4
/**
 * A feed is fetched within ten seconds and parsed within five; a claim that is older was left by an ended instance, and
 * the feed is fetched again.
 */
const CLAIM_MS = 120_000

/** Databases whose due feeds this process is fetching. */
const underWay = new WeakSet<Db>()

/** Whether a feed is due that no instance fetches. */
export async function isAnythingDue({ db, clock }: Runtime): Promise<boolean> {
  return !underWay.has(db) && (await isAnyDue(db, clock().toISOString()))
}

/**
 * Fetches every feed that is due, some at a time, until none is left or the process ends. Faults of feeds stay on the
 * feeds. Throws the first unexpected error after all others have been fetched; that feed is tried again later.
 */
export async function fetchDue(runtime: Runtime): Promise<void> {
  if (underWay.has(runtime.db)) return
  underWay.add(runtime.db)
  const errors: unknown[] = []
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, () => fetchUntilNoneIsLeft(runtime, errors)))
  } finally {
    underWay.delete(runtime.db)
  }
  if (errors.length > 0) throw errors[0]
}

async function fetchUntilNoneIsLeft(runtime: Runtime, errors: unknown[]): Promise<void> {
  const { db, clock, ending } = runtime
  while (!ending?.aborted) {
    const now = clock()
    const feed = await claimDue(db, now.toISOString(), new Date(now.getTime() + CLAIM_MS).toISOString())
    if (feed === null) return
    try {
      // New entries belong to the subscriber.
      await fetchFeed(runtime, feed.id, { caller: { userId: feed.author_id }, now })
    } catch (error) {
      if (!(error instanceof ApiError)) errors.push(error)
    }
  }
}
