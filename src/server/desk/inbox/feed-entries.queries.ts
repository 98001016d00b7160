import { setImmediate } from 'node:timers/promises'
import type { Insertable } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { InboxItemsTable } from '../../tables.ts'

/** Maximum values per statement: both databases limit parameters. */
const CHUNK = 200
/** New entries per statement: each writes some 3 KB of index, and other requests are served in between. */
const ROWS = 40

/** Which of these addresses are in the inbox (or its trash) already, from another source than this feed. */
export async function listForeignUrlKeys(db: Db, feedId: string, urlKeys: string[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (const part of chunks(urlKeys)) {
    const rows = await db
      .selectFrom('inbox_items')
      .select('url_key')
      .where('url_key', 'in', part)
      .where((where) => where.or([where('feed_id', 'is', null), where('feed_id', '<>', feedId)]))
      .execute()
    for (const { url_key } of rows) if (url_key !== null) known.add(url_key)
    await setImmediate()
  }
  return known
}

/** Number of entries that feeds have brought since an instant. */
export async function countFeedItems(db: Db, since: string): Promise<number> {
  const { count } = await db
    .selectFrom('inbox_items')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('created_at', '>=', since)
    .where('source', '=', 'feed')
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertFeedItems(db: Db, rows: Insertable<InboxItemsTable>[]): Promise<void> {
  for (const part of chunks(rows, ROWS)) {
    await db.insertInto('inbox_items').values(part).execute()
    // SQLite runs synchronously: other work gets the event loop in between.
    await setImmediate()
  }
}

/** Splits a list into the size of one statement. */
export function* chunks<T>(values: T[], size = CHUNK): Generator<T[]> {
  for (let at = 0; at < values.length; at += size) yield values.slice(at, at + size)
}
