import { ApiError } from '../../../contract/errors.ts'
import type { CreateSubscription, FetchState, Subscription } from '../../../contract/subscriptions.ts'
import type { FetchEvery } from '../../../rules/collecting.ts'
import * as feedEntries from '../inbox/feed-entries.service.ts'
import type { Db } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { records } from '../../platform/db/records.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/caller.ts'
import { tableBin, type TrashBin } from '../../platform/trash-bin.ts'
import { FIRST_FETCH_MS, nextFetch } from './fetch-times.ts'
import { countFeeds, getFetchRow, getSubscription, isSubscribed, requestAll } from './subscriptions.queries.ts'

const rows = tableBin('rss_feeds', 'url')
export const subscriptions = records('rss_feeds', 'feeds', getSubscription)

/** Trash operations of subscriptions; 409 `feed_exists` when the address has been subscribed again in the meantime. */
export const bin: TrashBin = {
  ...rows,
  async restore(tx, id, now) {
    await lockFor(tx, 'feed-list')
    const restored = await rows.restore(tx, id, now)
    if (restored && (await isSubscribed(tx, restored.title, id))) throw new ApiError('feed_exists')
    return restored
  },
}

/** Subscribes to a feed; 409 `feed_exists` for an existing subscription. */
export async function subscribe(db: Db, { url }: CreateSubscription, actor: Actor): Promise<Subscription> {
  return inTransaction(db, async (tx) => {
    await lockFor(tx, 'feed-list')
    if (await isSubscribed(tx, url)) throw new ApiError('feed_exists')
    const next_fetch_at = new Date(actor.now.getTime() + FIRST_FETCH_MS).toISOString()
    return subscriptions.create(tx, { ...UNREAD, url, next_fetch_at }, actor)
  })
}

/** State of a feed before its first fetch. */
export const UNREAD = {
  title: null,
  last_fetched: null,
  etag: null,
  last_modified: null,
  last_error: null,
  hint: null,
} as const

/** Moves a subscription to the trash (RUL-20); 404 when there is none. */
export async function trashSubscription(db: Db, id: string, actor: Actor): Promise<void> {
  return subscriptions.trash(db, id, actor)
}

/**
 * Sets how often a feed is fetched by itself (RUL-106); 404 when there is none. The next fetch is an interval after the
 * last one, and not before its server allows it. A feed that was gone is tried again.
 */
export async function setInterval(db: Db, id: string, every: FetchEvery, { now }: Actor): Promise<Subscription> {
  return subscriptions.revise(db, id, async ({ last_fetched }, tx) => {
    const row = await getFetchRow(tx, id)
    const last = Date.parse(last_fetched ?? '')
    const next = Number.isNaN(last) ? now : nextFetch(every, 0, new Date(last))
    const allowed = row?.not_before ?? ''
    const at = next.toISOString()
    return { fetch_every: every, next_fetch_at: at > allowed ? at : allowed, gone_at: null }
  })
}

/** Requests a fetch of each feed by the job. Feeds that are gone, or whose server asked to wait, are left out. */
export async function requestFetches(db: Db, { now }: Actor): Promise<{ requested: number; since: string }> {
  const since = now.toISOString()
  return inTransaction(db, async (tx) => {
    const requested = await requestAll(tx, since)
    // Clients reload the whole list on a notice, so one is enough.
    if (requested > 0) await announce(tx, { noun: 'feeds', id: 'all', verb: 'updated' })
    return { requested, since }
  })
}

/** Number of feeds and of those whose last fetch failed, and when the oldest series of faults began. */
export async function feedHealth(db: Db): Promise<{ feeds: number; broken: number; failing_since: string | null }> {
  return countFeeds(db)
}

/** Progress of requested fetches, and the number of entries that feeds have brought since an instant. */
export async function fetchState(db: Db, since: string | undefined): Promise<FetchState> {
  const entries = since === undefined ? 0 : await feedEntries.countBrought(db, since)
  const { feeds, waiting, broken } = await countFeeds(db)
  return { feeds, waiting, broken, entries }
}
