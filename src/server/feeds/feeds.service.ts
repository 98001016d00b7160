import { createHash } from 'node:crypto'
import { ApiError } from '../../contract/errors.ts'
import type { CreateFeed, Feed } from '../../contract/feeds.ts'
import { urlKey } from '../../rules/url.ts'
import * as feedEntries from '../inbox/feed-entries.service.ts'
import type { Db } from '../platform/db/db.ts'
import { lockFor } from '../platform/db/locks.ts'
import { announce, inTransaction } from '../platform/db/transaction.ts'
import { fetchRemote, RemoteFault, type RemoteAnswer } from '../platform/fetch-remote.ts'
import type { Act } from '../platform/http/caller.ts'
import { newId } from '../platform/ids.ts'
import type { Runtime } from '../platform/runtime.ts'
import { tableBin } from '../platform/trash-bin.ts'
import { decodeFeed } from './feed-charset.ts'
import { FeedFault, parseFeed, type FeedEntry, type ParsedFeed } from './feed-parser.ts'
import {
  getFeed,
  getValidators,
  hasFeedAt,
  insertFeed,
  insertKeys,
  listKnownKeys,
  updateFeed,
} from './feeds.queries.ts'

export const bin = tableBin('rss_feeds', 'url')

/** Puts a feed on the list; 409 `feed_exists` when its address is there already. */
export async function addFeed(db: Db, { url }: CreateFeed, { caller, now }: Act): Promise<Feed> {
  return inTransaction(db, async (tx) => {
    await lockFor(tx, 'feed-list')
    if (await hasFeedAt(tx, url)) throw new ApiError('feed_exists')
    const id = newId()
    await insertFeed(tx, {
      id,
      url,
      title: null,
      author_id: caller.userId,
      last_fetched: null,
      etag: null,
      last_modified: null,
      last_error: null,
      hint: null,
      created_at: now.toISOString(),
      deleted_at: null,
    })
    await announce(tx, { noun: 'feeds', id, verb: 'created' })
    return mustGet(tx, id)
  })
}

/** Moves a feed to the trash (R20); 404 when there is no such feed. */
export async function trashFeed(db: Db, id: string, { now }: Act): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await updateFeed(tx, id, { deleted_at: now.toISOString() }))) throw new ApiError('not_found')
    await announce(tx, { noun: 'feeds', id, verb: 'removed' })
  })
}

/**
 * Fetches a feed and puts what is new into the inbox, all of it or nothing (R17). Returns the number of new entries. Errors:
 * 404; 422 `feed_failed` with the fault in words, which also stays on the feed until an import succeeds.
 */
export async function importFeed(runtime: Pick<Runtime, 'db' | 'config'>, id: string, act: Act): Promise<number> {
  const { db, config } = runtime
  const { url } = await mustGet(db, id)
  try {
    const answer = await fetchRemote(url, {
      allowPrivate: config.ALLOW_PRIVATE_FETCH,
      headers: { Accept: ACCEPTED, ...conditions(await getValidators(db, id)) },
    })
    if (answer.status === 304) return await keepResult(db, id, null, answer, act)
    if (answer.status < 200 || answer.status > 299) throw new FeedFault(statusFault(answer.status))
    const text = await decodeFeed(answer.body, answer.headers['content-type'])
    return await keepResult(db, id, await parseFeed(text, answer.url), answer, act)
  } catch (error) {
    if (!(error instanceof RemoteFault || error instanceof FeedFault)) throw error
    await keepFault(db, id, error.message)
    throw new ApiError('feed_failed', { message: error.message })
  }
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
  parsed: ParsedFeed | null,
  answer: RemoteAnswer,
  act: Act,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    // One import at a time, so that the same page in two feeds is found by the second.
    await lockFor(tx, 'feed-import')
    const now = act.now.toISOString()
    if (!parsed) {
      if (!(await updateFeed(tx, id, { last_fetched: now, last_error: null }))) throw new ApiError('not_found')
      await announce(tx, { noun: 'feeds', id, verb: 'updated' })
      return 0
    }
    const broken = !answer.complete ? 'Die Verbindung brach ab, bevor der Feed ganz da war.' : null
    const hint = [broken, parsed.hint].filter(Boolean).join(' ') || null
    // A damaged document is read anew next time, whatever it says about itself.
    const { etag, 'last-modified': lastModified } = hint === null ? answer.headers : {}
    const changed = await updateFeed(tx, id, {
      title: parsed.title,
      etag: etag ?? null,
      last_modified: lastModified ?? null,
      last_fetched: now,
      last_error: null,
      hint,
    })
    if (!changed) throw new ApiError('not_found')
    const known = await listKnownKeys(tx, id, parsed.entries.flatMap(entryKeys))
    const fresh = withoutTwins(parsed.entries, known)
    const count = await feedEntries.addFeedEntries(
      tx,
      id,
      fresh.map(({ entry, key }) => ({ key, title: entry.title, url: entry.url, note: entry.summary })),
      act,
    )
    await insertKeys(tx, id, parsed.entries.flatMap(entryKeys), now)
    await announce(tx, { noun: 'feeds', id, verb: 'updated' })
    return count
  })
}

async function keepFault(db: Db, id: string, message: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await updateFeed(tx, id, { last_error: message })) await announce(tx, { noun: 'feeds', id, verb: 'updated' })
  })
}

/**
 * What an entry is known by within its feed (R17): guid, else normalised address, else title, date and text; the same
 * address under the same title is the same entry, also where a feed makes up new guids.
 */
function entryKeys({ guid, url, title, summary, published }: FeedEntry): string[] {
  const page = url === null ? null : urlKey(url)
  const names = [
    guid !== null ? `guid ${guid}` : page !== null ? `page ${page}` : null,
    page !== null ? `titled ${page} ${title}` : null,
    guid === null && page === null ? `text ${title} ${published ?? ''} ${summary ?? ''}` : null,
  ]
  return names.flatMap((name) => (name === null ? [] : createHash('sha256').update(name).digest('hex')))
}

function withoutTwins(entries: FeedEntry[], known: ReadonlySet<string>): { entry: FeedEntry; key: string }[] {
  const seen = new Set(known)
  return entries.flatMap((entry) => {
    const keys = entryKeys(entry)
    if (keys.some((key) => seen.has(key))) return []
    for (const key of keys) seen.add(key)
    return { entry, key: keys[0] ?? '' }
  })
}

function statusFault(status: number): string {
  if (status === 401 || status === 403) return `Der Server verweigert den Abruf (${status}).`
  if (status === 404 || status === 410) return `Unter dieser Adresse gibt es keinen Feed (${status}).`
  if (status === 429) return 'Der Server bittet, seltener abzurufen (429).'
  if (status >= 500) return `Der Server meldet einen eigenen Fehler (${status}).`
  return `Der Server antwortet mit ${status} statt mit dem Feed.`
}

async function mustGet(db: Db, id: string): Promise<Feed> {
  const feed = await getFeed(db, id)
  if (!feed) throw new ApiError('not_found')
  return feed
}
