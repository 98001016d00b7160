import { ApiError } from '../../../contract/errors.ts'
import type { FeedImport } from '../../../contract/subscriptions.ts'
import * as feedEntries from '../inbox/feed-entries.service.ts'
import type { Db } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { announce, inTransaction, type Change } from '../../platform/db/transaction.ts'
import { fetchRemote, RemoteFault, type RemoteAnswer } from '../../platform/fetch-remote.ts'
import type { AnyActor } from '../../platform/caller.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { WorkerFault, type WorkerFaultCode } from '../../platform/workers/worker-order.ts'
import { runInWorker, workerJob } from '../../platform/workers/worker-pool.ts'
import { nextFetch, retryAfter } from './fetch-times.ts'
import type { FeedReading, KeyedEntry, run } from './read-feed.job.ts'
import { getFetchRow, insertKeys, listKnownKeys, type FetchRow } from './subscriptions.queries.ts'
import { subscriptions } from './subscriptions.service.ts'
import { FeedFault } from '../../../formats/source/source-items.ts'

/**
 * What a change of a feed (`noun: 'feeds'`) tells subscribers in its transaction: the first fault of a series, with its
 * words, and the fetch that ends the series.
 */
export type FeedNews = { kind: 'feed-broken'; name: string; reason: string } | { kind: 'feed-mended' }

/** The news of a change, or null. */
export function feedNewsOf({ noun, facts }: Change): FeedNews | null {
  if (noun !== 'feeds' || typeof facts !== 'object' || facts === null || !('kind' in facts)) return null
  return facts as FeedNews
}

const readFeed = workerJob<typeof run>(new URL('./read-feed.job.ts', import.meta.url))
type ReadFeed = Exclude<FeedReading, { fault: string }>

/** Too many feeds are parsed at the moment: no fault of this feed. */
class Busy extends FeedFault {}

/**
 * Fetches the feed of a subscription and adds new entries to the inbox, all or nothing (RUL-17). Returns the number of
 * new entries and, if any, of pages already there from other sources. Errors: 404; 422 `feed_failed` with the reason,
 * which also stays on the subscription until a fetch succeeds. The time of the next fetch follows from the outcome
 * (RUL-106).
 */
export async function fetchFeed(
  runtime: Pick<Runtime, 'db' | 'config'>,
  id: string,
  actor: AnyActor,
): Promise<FeedImport> {
  const { db, config } = runtime
  const feed = await getFetchRow(db, id)
  if (!feed) throw new ApiError('not_found')
  let answer: RemoteAnswer | undefined
  try {
    answer = await fetchRemote(feed.url, {
      allowPrivate: config.ALLOW_PRIVATE_FETCH,
      headers: { Accept: ACCEPTED, ...conditions(feed) },
    })
    if (answer.status === 304) return await keepResult(db, id, null, answer, actor)
    if (answer.status < 200 || answer.status > 299) throw new FeedFault(statusFault(answer.status))
    return await keepResult(db, id, await read(answer), answer, actor)
  } catch (error) {
    if (!(error instanceof RemoteFault || error instanceof FeedFault)) throw error
    if (!(error instanceof Busy)) await keepFault(db, id, { message: error.message, answer }, actor.now)
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
    if (!(error instanceof WorkerFault)) throw error
    const { code } = error
    throw code === 'busy' ? new Busy(LIMIT_FAULTS.busy) : new FeedFault(LIMIT_FAULTS[code])
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

function conditions({ etag, last_modified }: FetchRow) {
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
  actor: AnyActor,
): Promise<FeedImport> {
  return inTransaction(db, async (tx) => {
    // One import at a time, so that the same page in two feeds is found by the second.
    await lockFor(tx, 'feed-import')
    const feed = await getFetchRow(tx, id)
    if (!feed) throw new ApiError('not_found')
    const now = actor.now.toISOString()
    const state = {
      last_fetched: now,
      last_error: null,
      failures: 0,
      failing_since: null,
      gone_at: null,
      not_before: null,
      requested_at: null,
      claimed_until: null,
      next_fetch_at: nextFetch(feed.fetch_every, 0, actor.now).toISOString(),
    }
    const news: FeedNews | undefined = feed.failing_since === null ? undefined : { kind: 'feed-mended' }
    if (!parsed) {
      await subscriptions.write(tx, id, state)
      await announce(tx, { noun: 'feeds', id, verb: 'updated', facts: news })
      return { count: 0 }
    }
    const broken = !answer.complete ? 'Die Verbindung brach ab, bevor der Feed ganz da war.' : null
    const hint = [broken, parsed.hint].filter(Boolean).join(' ') || null
    // A damaged document is read again next time, despite its validators.
    const { etag, 'last-modified': lastModified } = hint === null ? answer.headers : {}
    await subscriptions.write(tx, id, {
      ...state,
      ...(feed.title_kept === 0 && { title: parsed.title }),
      etag: etag ?? null,
      last_modified: lastModified ?? null,
      hint,
    })
    const keys = parsed.entries.flatMap((entry) => entry.keys)
    const fresh = withoutDuplicates(parsed.entries, await listKnownKeys(tx, id, keys))
    const imported = await feedEntries.addFeedEntries(
      tx,
      id,
      fresh.map(({ entry, key }) => ({ key, title: entry.title, url: entry.url, note: entry.summary })),
      actor,
    )
    await insertKeys(tx, id, keys, now)
    await announce(tx, { noun: 'feeds', id, verb: 'updated', facts: news })
    return imported
  })
}

type Fault = { message: string; answer: RemoteAnswer | undefined }

/**
 * Records a fault. Only a fetch that was due counts towards the pauses, so that pressing the button does not prolong
 * them. The first fault of a series is news (`FeedNews`).
 */
async function keepFault(db: Db, id: string, { message, answer }: Fault, at: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Of two concurrent faults the second must see the series that the first began.
    await lockFor(tx, 'feed-import')
    const feed = await getFetchRow(tx, id)
    if (!feed) return
    const now = at.toISOString()
    const wasDue = feed.next_fetch_at === null || feed.next_fetch_at <= now
    const failures = feed.failures + (wasDue || feed.failures === 0 ? 1 : 0)
    const next = wasDue ? nextFetch(feed.fetch_every, failures, at).toISOString() : (feed.next_fetch_at ?? now)
    const wait = (answer && retryAfter(answer.headers['retry-after'], at)?.toISOString()) ?? null
    await subscriptions.write(tx, id, {
      last_error: message,
      failures,
      failing_since: feed.failing_since ?? now,
      not_before: wait,
      next_fetch_at: wait !== null && wait > next ? wait : next,
      requested_at: null,
      claimed_until: null,
      ...(answer?.status === 410 && { gone_at: now }),
    })
    const { title, url } = await subscriptions.get(tx, id)
    const facts: FeedNews | undefined =
      feed.failing_since === null ? { kind: 'feed-broken', name: title ?? url, reason: message } : undefined
    await announce(tx, { noun: 'feeds', id, verb: 'updated', facts })
  })
}

function withoutDuplicates(entries: KeyedEntry[], known: ReadonlySet<string>): { entry: KeyedEntry; key: string }[] {
  const seen = new Set(known)
  return entries.flatMap((entry) => {
    if (entry.keys.some((key) => seen.has(key))) return []
    for (const key of entry.keys) seen.add(key)
    return { entry, key: entry.keys[0] ?? '' }
  })
}

function statusFault(status: number): string {
  if (status === 401 || status === 403) return `Der Server verweigert den Abruf (${status}).`
  if (status === 404) return 'Unter dieser Adresse gibt es keinen Feed (404).'
  if (status === 410) return 'Unter dieser Adresse gibt es keinen Feed mehr (410).'
  if (status === 429) return 'Der Server bittet, seltener abzurufen (429).'
  if (status >= 500) return `Der Server meldet einen eigenen Fehler (${status}).`
  return `Der Server antwortet mit ${status} statt mit dem Feed.`
}
