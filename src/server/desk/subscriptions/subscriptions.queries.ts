import { setImmediate } from 'node:timers/promises'
import type { Subscription } from '../../../contract/subscriptions.ts'
import type { Db } from '../../platform/db/db.ts'
import { newestFirst, type Page, type PageQuery } from '../../platform/db/keyset.ts'

const CHUNK = 200

function selectSubscriptions(db: Db) {
  return db
    .selectFrom('rss_feeds')
    .select(['id', 'url', 'title', 'last_fetched', 'last_error', 'hint', 'author_id', 'created_at'])
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

/** ETag and Last-Modified of the last response, for conditional requests. */
export async function getValidators(
  db: Db,
  id: string,
): Promise<{ etag: string | null; last_modified: string | null }> {
  const row = await db.selectFrom('rss_feeds').select(['etag', 'last_modified']).where('id', '=', id).executeTakeFirst()
  return row ?? { etag: null, last_modified: null }
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
