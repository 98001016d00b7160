import { ApiError } from '../../../contract/errors.ts'
import type { CreateSubscription, Subscription, FeedImport } from '../../../contract/subscriptions.ts'
import * as feedEntries from '../inbox/feed-entries.service.ts'
import type { Db } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { records } from '../../platform/db/records.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import { fetchRemote, RemoteFault, type RemoteAnswer } from '../../platform/fetch-remote.ts'
import type { Actor } from '../../platform/caller.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { tableBin, type TrashBin } from '../../platform/trash-bin.ts'
import { WorkerFault, type WorkerFaultCode } from '../../platform/workers/worker-order.ts'
import { runInWorker, workerJob } from '../../platform/workers/worker-pool.ts'
import { FeedFault } from '../../../formats/feed/feed-fault.ts'
import type { FeedReading, KeyedEntry, run } from './read-feed.job.ts'
import { getSubscription, getValidators, insertKeys, isSubscribed, listKnownKeys } from './subscriptions.queries.ts'

const readFeed = workerJob<typeof run>(new URL('./read-feed.job.ts', import.meta.url))
type ReadFeed = Exclude<FeedReading, { fault: string }>

const rows = tableBin('rss_feeds', 'url')
const subscriptions = records('rss_feeds', 'feeds', getSubscription)

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
    return subscriptions.create(tx, { ...UNREAD, url }, actor)
  })
}

/** State of a feed before its first fetch. */
const UNREAD = { title: null, last_fetched: null, etag: null, last_modified: null, last_error: null, hint: null }

/** Moves a subscription to the trash (RUL-20); 404 when there is none. */
export async function trashSubscription(db: Db, id: string, actor: Actor): Promise<void> {
  return subscriptions.trash(db, id, actor)
}

/**
 * Fetches the feed of a subscription and adds new entries to the inbox, all or nothing (RUL-17). Returns the number of
 * new entries and, if any, of pages already there from other sources. Errors: 404; 422 `feed_failed` with the reason,
 * which also stays on the subscription until an import succeeds.
 */
export async function importFeed(
  runtime: Pick<Runtime, 'db' | 'config'>,
  id: string,
  actor: Actor,
): Promise<FeedImport> {
  const { db, config } = runtime
  const { url } = await subscriptions.get(db, id)
  try {
    const answer = await fetchRemote(url, {
      allowPrivate: config.ALLOW_PRIVATE_FETCH,
      headers: { Accept: ACCEPTED, ...conditions(await getValidators(db, id)) },
    })
    if (answer.status === 304) return await keepResult(db, id, null, answer, actor)
    if (answer.status < 200 || answer.status > 299) throw new FeedFault(statusFault(answer.status))
    return await keepResult(db, id, await read(answer), answer, actor)
  } catch (error) {
    if (!(error instanceof RemoteFault || error instanceof FeedFault)) throw error
    await keepFault(db, id, error.message)
    throw new ApiError('feed_failed', { message: error.message })
  }
}

/** Parses the response in a worker, so that a hostile feed costs only itself. */
async function read({ body, headers, url }: RemoteAnswer): Promise<ReadFeed> {
  try {
    const reading = await runInWorker('inbox', readFeed, { body, contentType: headers['content-type'], url })
    if ('fault' in reading) throw new FeedFault(reading.fault)
    return reading
  } catch (error) {
    throw error instanceof WorkerFault ? new FeedFault(LIMIT_FAULTS[error.code]) : error
  }
}

const LIMIT_FAULTS: Record<WorkerFaultCode, string> = {
  time: 'Der Feed ist zu aufwendig: Ihn zu lesen dauert zu lange.',
  memory: 'Der Feed ist zu aufwendig: Ihn zu lesen braucht zu viel Speicher.',
  output: 'Der Feed enthält zu viel Text.',
  failed: 'Der Feed lässt sich nicht lesen.',
  busy: 'Gerade werden zu viele Feeds gelesen. Bitte versuchen Sie es gleich noch einmal.',
}

const ACCEPTED =
  'application/rss+xml, application/atom+xml, application/rdf+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5'

function conditions({ etag, last_modified }: { etag: string | null; last_modified: string | null }) {
  return {
    ...(etag !== null && { 'If-None-Match': etag }),
    ...(last_modified !== null && { 'If-Modified-Since': last_modified }),
  }
}

async function keepResult(
  db: Db,
  id: string,
  parsed: ReadFeed | null,
  answer: RemoteAnswer,
  actor: Actor,
): Promise<FeedImport> {
  return inTransaction(db, async (tx) => {
    // One import at a time, so that the same page in two feeds is found by the second.
    await lockFor(tx, 'feed-import')
    const now = actor.now.toISOString()
    if (!parsed) {
      await subscriptions.patch(tx, id, { last_fetched: now, last_error: null })
      return { count: 0 }
    }
    const broken = !answer.complete ? 'Die Verbindung brach ab, bevor der Feed ganz da war.' : null
    const hint = [broken, parsed.hint].filter(Boolean).join(' ') || null
    // A damaged document is read again next time, despite its validators.
    const { etag, 'last-modified': lastModified } = hint === null ? answer.headers : {}
    const changed = await subscriptions.write(tx, id, {
      title: parsed.title,
      etag: etag ?? null,
      last_modified: lastModified ?? null,
      last_fetched: now,
      last_error: null,
      hint,
    })
    if (!changed) throw new ApiError('not_found')
    const known = await listKnownKeys(
      tx,
      id,
      parsed.entries.flatMap(({ keys }) => keys),
    )
    const fresh = withoutTwins(parsed.entries, known)
    const imported = await feedEntries.addFeedEntries(
      tx,
      id,
      fresh.map(({ entry, key }) => ({ key, title: entry.title, url: entry.url, note: entry.summary })),
      actor,
    )
    await insertKeys(
      tx,
      id,
      parsed.entries.flatMap(({ keys }) => keys),
      now,
    )
    await announce(tx, { noun: 'feeds', id, verb: 'updated' })
    return imported
  })
}

async function keepFault(db: Db, id: string, message: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await subscriptions.write(tx, id, { last_error: message }))
      await announce(tx, { noun: 'feeds', id, verb: 'updated' })
  })
}

function withoutTwins(entries: KeyedEntry[], known: ReadonlySet<string>): { entry: KeyedEntry; key: string }[] {
  const seen = new Set(known)
  return entries.flatMap((entry) => {
    if (entry.keys.some((key) => seen.has(key))) return []
    for (const key of entry.keys) seen.add(key)
    return { entry, key: entry.keys[0] ?? '' }
  })
}

function statusFault(status: number): string {
  if (status === 401 || status === 403) return `Der Server verweigert den Abruf (${status}).`
  if (status === 404 || status === 410) return `Unter dieser Adresse gibt es keinen Feed (${status}).`
  if (status === 429) return 'Der Server bittet, seltener abzurufen (429).'
  if (status >= 500) return `Der Server meldet einen eigenen Fehler (${status}).`
  return `Der Server antwortet mit ${status} statt mit dem Feed.`
}
