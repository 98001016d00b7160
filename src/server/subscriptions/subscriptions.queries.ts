import { setImmediate } from 'node:timers/promises'
import type { Insertable, Updateable } from 'kysely'
import type { Subscription } from '../../contract/subscriptions.ts'
import type { Db } from '../platform/db/db.ts'
import { olderThan, toPage } from '../platform/db/keyset.ts'
import type { RssFeedsTable } from '../tables.ts'

const COLUMNS = ['id', 'url', 'title', 'last_fetched', 'last_error', 'hint', 'author_id', 'created_at'] as const
const CHUNK = 200

/** A page of subscriptions, newest first. */
export async function listSubscriptions(
  db: Db,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ items: Subscription[]; next_cursor: string | null }> {
  let select = db
    .selectFrom('rss_feeds')
    .select(COLUMNS)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (cursor) select = select.where(olderThan('created_at', 'id', cursor))
  return toPage(await select.execute(), limit, (row) => ({ at: row.created_at, id: row.id }))
}

/** One living subscription, or null. */
export async function getSubscription(db: Db, id: string): Promise<Subscription | null> {
  const row = await db
    .selectFrom('rss_feeds')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** What the last answer said about itself, for asking whether there is a newer one. */
export async function getValidators(
  db: Db,
  id: string,
): Promise<{ etag: string | null; last_modified: string | null }> {
  const row = await db.selectFrom('rss_feeds').select(['etag', 'last_modified']).where('id', '=', id).executeTakeFirst()
  return row ?? { etag: null, last_modified: null }
}

/** Whether a living subscription has this address, one besides `exceptId`. */
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

export async function insertSubscription(db: Db, row: Insertable<RssFeedsTable>): Promise<void> {
  await db.insertInto('rss_feeds').values(row).execute()
}

/** Changes a living subscription; false when there is none. */
export async function updateSubscription(db: Db, id: string, values: Updateable<RssFeedsTable>): Promise<boolean> {
  const result = await db
    .updateTable('rss_feeds')
    .set(values)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) > 0
}

/** Which of these keys its feed has brought before. */
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

/** Remembers keys of entries a feed has brought; those known already stay as they are. */
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
