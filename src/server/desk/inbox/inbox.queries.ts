import type { InboxItem, InboxSource, InboxStatus, InboxType } from '../../../contract/inbox.ts'
import { searchTerms } from '../../../rules/search-text.ts'
import type { Db } from '../../platform/db/db.ts'
import { newestFirst, type Page, type PageQuery } from '../../platform/db/keyset.ts'
import { containsTerms } from '../../platform/search/search.ts'

function selectItems(db: Db) {
  return db
    .selectFrom('inbox_items')
    .leftJoin('rss_feeds', (join) =>
      join.onRef('rss_feeds.id', '=', 'inbox_items.feed_id').on('rss_feeds.deleted_at', 'is', null),
    )
    .where('inbox_items.deleted_at', 'is', null)
    .select([
      'inbox_items.id',
      'inbox_items.title',
      'inbox_items.type',
      'inbox_items.status',
      'inbox_items.url',
      'inbox_items.note',
      'inbox_items.source',
      'inbox_items.author_id',
      'inbox_items.title_pending',
      'inbox_items.created_at',
      'rss_feeds.id as feed_id',
      'rss_feeds.title as feed_title',
      'rss_feeds.url as feed_url',
    ])
}

type ItemRow = Awaited<ReturnType<ReturnType<typeof selectItems>['executeTakeFirstOrThrow']>>

function toItem({ feed_id, feed_title, feed_url, ...row }: ItemRow): InboxItem {
  return {
    ...row,
    type: row.type as InboxType,
    status: row.status as InboxStatus,
    source: row.source as InboxSource,
    title_pending: row.title_pending === 1,
    feed: feed_id === null ? null : { id: feed_id, title: feed_title, url: feed_url ?? '' },
  }
}

export type InboxListQuery = PageQuery & { q?: string | undefined; status?: InboxStatus | undefined }

/** A page of entries, newest first. */
export async function listItems(db: Db, { q, status, ...page }: InboxListQuery): Promise<Page<InboxItem>> {
  let select = selectItems(db).where(containsTerms(db, 'inbox_items.search_text', searchTerms(q ?? '')))
  if (status) select = select.where('inbox_items.status', '=', status)
  const { items, next_cursor } = await newestFirst(select, 'inbox_items', page)
  return { items: items.map(toItem), next_cursor }
}

/** An entry outside the trash, or null. */
export async function getItem(db: Db, id: string): Promise<InboxItem | null> {
  const row = await selectItems(db).where('inbox_items.id', '=', id).executeTakeFirst()
  return row ? toItem(row) : null
}

/** The author of an entry with this id, also in the trash; null when there is none. */
export async function findAuthor(db: Db, id: string): Promise<{ author_id: string | null } | null> {
  const row = await db.selectFrom('inbox_items').select('author_id').where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** The oldest entry of a page outside the trash, open ones before processed ones; null when there is none. */
export async function findByUrlKey(db: Db, urlKey: string): Promise<InboxItem | null> {
  const row = await selectItems(db)
    .where('inbox_items.url_key', '=', urlKey)
    .orderBy('inbox_items.status')
    .orderBy('inbox_items.created_at')
    .limit(1)
    .executeTakeFirst()
  return row ? toItem(row) : null
}

/** Entries waiting for the title of their page since before this instant. */
export async function listTitleless(db: Db, before: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('inbox_items')
    .select('id')
    .where('title_pending', '=', 1)
    .where('created_at', '<', before)
    .where('deleted_at', 'is', null)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Entries outside the trash per status. */
export async function countItems(db: Db): Promise<Record<InboxStatus, number>> {
  const rows = await db
    .selectFrom('inbox_items')
    .select((e) => ['status', e.fn.countAll().as('count')])
    .where('deleted_at', 'is', null)
    .groupBy('status')
    .execute()
  const counts = { open: 0, processed: 0 }
  for (const { status, count } of rows) counts[status as InboxStatus] = Number(count)
  return counts
}

/** The address of an entry whose title is still to be read; null when it has one, or is gone. */
export async function findTitleless(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('inbox_items')
    .select('url')
    .where('id', '=', id)
    .where('title_pending', '=', 1)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.url ?? null
}
