import { setImmediate } from 'node:timers/promises'
import type { Subscription } from '../../../contract/subscriptions.ts'
import type { Db } from '../../platform/db/db.ts'
import { forUpdateOfFree } from '../../platform/db/locks.ts'
import { newestFirst, type Page, type PageQuery } from '../../platform/db/keyset.ts'

const CHUNK = 200

function selectSubscriptions(db: Db) {
  return db
    .selectFrom('rss_feeds')
    .select([
      'id',
      'url',
      'title',
      'last_fetched',
      'last_error',
      'hint',
      'failing_since',
      'fetch_every',
      'gone_at',
      'requested_at',
      'author_id',
      'created_at',
    ])
    .select((row) =>
      row
        .case()
        .when(row.or([row('fetch_every', '=', 'off'), row('gone_at', 'is not', null)]))
        .then(null)
        .else(row.fn.coalesce('next_fetch_at', 'created_at'))
        .end()
        .as('next_fetch_at'),
    )
    .where('deleted_at', 'is', null)
}

/** A page of subscriptions, newest first. */
export async function listSubscriptions(db: Db, page: PageQuery): Promise<Page<Subscription>> {
  return newestFirst(selectSubscriptions(db), 'rss_feeds', page)
}

/** A subscription outside the trash, or null. */
export async function getSubscription(db: Db, id: string): Promise<Subscription | null> {
  return (await selectSubscriptions(db).where('id', '=', id).executeTakeFirst()) ?? null
}

/** What a fetch needs to know of a subscription outside the trash. */
export async function getFetchRow(db: Db, id: string) {
  return db
    .selectFrom('rss_feeds')
    .select([
      'url',
      'etag',
      'last_modified',
      'fetch_every',
      'next_fetch_at',
      'not_before',
      'failures',
      'failing_since',
      'title_kept',
    ])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
export type FetchRow = NonNullable<Awaited<ReturnType<typeof getFetchRow>>>

/** Feeds that are due at this instant and that no instance fetches. */
function selectDue(db: Db, now: string) {
  return db
    .selectFrom('rss_feeds')
    .where('deleted_at', 'is', null)
    .where((row) => row.or([row('claimed_until', 'is', null), row('claimed_until', '<', now)]))
    .where((row) =>
      row.or([
        row('requested_at', 'is not', null),
        row.and([
          row('fetch_every', '<>', 'off'),
          row('gone_at', 'is', null),
          row.or([row('next_fetch_at', 'is', null), row('next_fetch_at', '<=', now)]),
        ]),
      ]),
    )
}

/** Whether a feed is due. */
export async function isAnyDue(db: Db, now: string): Promise<boolean> {
  return (await selectDue(db, now).select('id').limit(1).executeTakeFirst()) !== undefined
}

/**
 * Claims the feed that has been due for longest, requested ones first, until `until`; null when none is due. One
 * statement, so that two instances never claim the same feed.
 */
export async function claimDue(
  db: Db,
  now: string,
  until: string,
): Promise<{ id: string; author_id: string | null } | null> {
  const longest = selectDue(db, now)
    .select('id')
    .orderBy((row) => row.case().when('requested_at', 'is', null).then(1).else(0).end())
    .orderBy((row) => row.fn.coalesce('requested_at', 'next_fetch_at', 'created_at'))
    .orderBy('id')
    .limit(1)
    .modifyEnd(forUpdateOfFree(db))
  const row = await db
    .updateTable('rss_feeds')
    .set({ claimed_until: until })
    .where('id', '=', longest)
    .returning(['id', 'author_id'])
    .executeTakeFirst()
  return row ?? null
}

/** Requests a fetch of each feed that may be fetched now; returns their number. */
export async function requestAll(db: Db, now: string): Promise<number> {
  const result = await db
    .updateTable('rss_feeds')
    .set({ requested_at: now })
    .where('deleted_at', 'is', null)
    .where('gone_at', 'is', null)
    .where((row) => row.or([row('not_before', 'is', null), row('not_before', '<=', now)]))
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/**
 * Number of feeds, of those that wait for a requested fetch, and of those whose last fetch failed, with the beginning of
 * the oldest series of faults.
 */
export async function countFeeds(
  db: Db,
): Promise<{ feeds: number; waiting: number; broken: number; failing_since: string | null }> {
  const { feeds, waiting, broken, failing_since } = await db
    .selectFrom('rss_feeds')
    .select(({ fn }) => [
      fn.countAll().as('feeds'),
      fn.count('requested_at').as('waiting'),
      fn.count('last_error').as('broken'),
      fn.min('failing_since').as('failing_since'),
    ])
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { feeds: Number(feeds), waiting: Number(waiting), broken: Number(broken), failing_since }
}

/** Title and address of each subscription outside the trash, by title. */
export async function listForOpml(db: Db): Promise<{ url: string; title: string | null }[]> {
  return db
    .selectFrom('rss_feeds')
    .select(['url', 'title'])
    .where('deleted_at', 'is', null)
    .orderBy((row) => row.fn.coalesce('title', 'url'))
    .orderBy('id')
    .execute()
}

/** Every subscribed address outside the trash. */
export async function listUrls(db: Db): Promise<string[]> {
  return (await db.selectFrom('rss_feeds').select('url').where('deleted_at', 'is', null).execute()).map(
    ({ url }) => url,
  )
}

/** Whether another subscription than `exceptId` outside the trash has this address. */
export async function isSubscribed(db: Db, url: string, exceptId = ''): Promise<boolean> {
  const row = await db
    .selectFrom('rss_feeds')
    .select('id')
    .where('url', '=', url)
    .where('id', '!=', exceptId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Which of these keys the feed has delivered before. */
export async function listKnownKeys(db: Db, feedId: string, keys: string[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (let at = 0; at < keys.length; at += CHUNK) {
    const rows = await db
      .selectFrom('feed_entries')
      .select('entry_key')
      .where('feed_id', '=', feedId)
      .where('entry_key', 'in', keys.slice(at, at + CHUNK))
      .execute()
    for (const { entry_key } of rows) known.add(entry_key)
    await setImmediate()
  }
  return known
}

/** Records keys of delivered entries; existing ones stay unchanged. */
export async function insertKeys(db: Db, feedId: string, keys: string[], at: string): Promise<void> {
  for (let from = 0; from < keys.length; from += CHUNK) {
    const rows = keys.slice(from, from + CHUNK).map((key) => ({ feed_id: feedId, entry_key: key, imported_at: at }))
    await db
      .insertInto('feed_entries')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['feed_id', 'entry_key']).doNothing())
      .execute()
    await setImmediate()
  }
}
