import { setImmediate } from 'node:timers/promises'
import { searchableText } from '../../../rules/search-text.ts'
import { urlKey } from '../../../rules/url.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { announce } from '../../platform/db/transaction.ts'
import type { AnyActor } from '../../platform/caller.ts'
import { newId } from '../../platform/ids.ts'
import { chunks, countFeedItems, insertFeedItems, listForeignUrlKeys } from './feed-entries.queries.ts'

/** Number of entries that feeds have brought since an instant (ISO 8601). */
export async function countBrought(db: Db, since: string): Promise<number> {
  return countFeedItems(db, since)
}

/** An entry of a feed, its key unique within the feed. */
export type IncomingEntry = { key: string; title: string; url: string | null; note: string | null }

/**
 * Adds a feed's entries as open ones, the first of the list on top. A page already in the inbox from another source is
 * not added again (RUL-17). Returns the numbers of added and of existing ones; runs in the caller's transaction.
 */
export async function addFeedEntries(
  tx: Tx,
  feedId: string,
  entries: IncomingEntry[],
  { caller, now }: AnyActor,
): Promise<{ count: number; already_there?: number }> {
  const keyed: (IncomingEntry & { urlKey: string | null })[] = []
  for (const part of chunks(entries)) {
    keyed.push(...part.map((entry) => ({ ...entry, urlKey: entry.url === null ? null : urlKey(entry.url) })))
    await setImmediate()
  }
  // Excludes concurrent additions by hand.
  await lockFor(tx, 'inbox-address')
  const foreign = await listForeignUrlKeys(
    tx,
    feedId,
    keyed.flatMap((entry) => entry.urlKey ?? []),
  )
  const fresh = keyed.filter((entry) => entry.urlKey === null || !foreign.has(entry.urlKey))
  const rowOf = (entry: (typeof fresh)[number]) => ({
    // Ids sort by creation, so the last one made is on top.
    id: newId(),
    title: entry.title,
    type: entry.url === null ? ('note' as const) : ('link' as const),
    status: 'open' as const,
    url: entry.url,
    url_key: entry.urlKey,
    note: entry.note,
    source: 'feed' as const,
    search_text: searchableText([entry.title, entry.url, entry.note].filter(Boolean).join('\n')),
    feed_id: feedId,
    feed_entry_key: entry.key,
    author_id: caller.userId,
    created_at: now.toISOString(),
    deleted_at: null,
  })
  const rows: ReturnType<typeof rowOf>[] = []
  for (const part of chunks(fresh.toReversed())) {
    rows.push(...part.map(rowOf))
    await setImmediate()
  }
  await insertFeedItems(tx, rows)
  // Clients reload the whole inbox on a notice, so one is enough for thousands of entries.
  const last = rows.at(-1)
  if (last) await announce(tx, { noun: 'inbox', id: last.id, verb: 'created' })
  const twins = entries.length - fresh.length
  return { count: rows.length, ...(twins > 0 && { already_there: twins }) }
}
