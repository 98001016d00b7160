import { sql } from 'kysely'
import { storedName, storedThumbnail } from '../../server/files/bucket/addresses.ts'
import type { Db, Tx } from '../../server/platform/db/db.ts'
import { dialectOf } from '../../server/platform/db/dialect.ts'
import { mergeSearchIndexes } from '../../server/platform/search/search.ts'
import { announce, inTransaction } from '../../server/platform/db/transaction.ts'
import type { FileStore } from '../../server/platform/file-store.ts'

const KEY = 'seed'

/** What the seed keeps of itself in `meta`, written before its first row, so that it knows its own data again (RUL-42). */
export type SeedRecord = {
  /** Ends the id of every row the seed inserts by itself. */
  mark: string
  seededAt: string
  /** Accounts and images get their ids from the services that make them. */
  accounts: string[]
  objects: string[]
  articles: number
  /** False until the last row is in. */
  complete: boolean
}

/** What stands in the database: the seed's own record, and how much there is that it did not make. */
export type Found = { record: SeedRecord | null; foreign: { accounts: number; articles: number } }

/** Looks without writing, at an unmigrated database too. */
export async function inspect(db: Db): Promise<Found> {
  const tables = new Set((await db.introspection.getTables()).map(({ name }) => name))
  if (!tables.has('meta')) return { record: null, foreign: { accounts: 0, articles: 0 } }
  const row = await db.selectFrom('meta').select('value').where('key', '=', KEY).executeTakeFirst()
  const record = row ? (JSON.parse(row.value) as SeedRecord) : null
  let accounts = db.selectFrom('users').select((e) => e.fn.countAll<number>().as('count'))
  if (record && record.accounts.length > 0) accounts = accounts.where('id', 'not in', record.accounts)
  let articles = db.selectFrom('articles').select((e) => e.fn.countAll<number>().as('count'))
  if (record) articles = articles.where('id', 'not like', ownIds(record))
  const [users, texts] = [await accounts.executeTakeFirstOrThrow(), await articles.executeTakeFirstOrThrow()]
  return { record, foreign: { accounts: Number(users.count), articles: Number(texts.count) } }
}

/** Keeps the record, in the transaction of what it tells of. */
export async function keepRecord(tx: Tx, record: SeedRecord): Promise<void> {
  const value = JSON.stringify(record)
  await tx
    .insertInto('meta')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

const MARKED = [
  'storage_objects',
  'inbox_items',
  'research_items',
  'editorial_tasks',
  'calendar_events',
  'link_library',
  'prompt_library',
  'rss_feeds',
  'articles',
  'categories',
  'tags',
] as const

/** Removes everything the seed made, rows in one transaction, then the stored objects. What others made stays. */
export async function removeOwnData(db: Db, files: FileStore, record: SeedRecord): Promise<void> {
  const objects = await inTransaction(db, async (tx) => {
    const attached = await tx
      .selectFrom('research_files')
      .select('object_name')
      .where('research_item_id', 'like', ownIds(record))
      .execute()
    for (const table of MARKED) await removeMarked(tx, table, record)
    if (record.objects.length > 0)
      await tx.deleteFrom('media_assets').where('object_name', 'in', record.objects).execute()
    if (record.accounts.length > 0) {
      await tx.deleteFrom('authors').where('account_id', 'in', record.accounts).execute()
      await tx.deleteFrom('users').where('id', 'in', record.accounts).execute()
      for (const id of record.accounts) await announce(tx, { noun: 'users', id, verb: 'removed' })
    }
    await tx.deleteFrom('meta').where('key', '=', KEY).execute()
    return [...record.objects, ...attached.map(({ object_name }) => object_name)]
  })
  for (const name of objects) {
    await files.remove(storedName(name))
    await files.remove(storedThumbnail(name))
  }
}

/** A few thousand at a time: what one statement may have to undo is kept in memory. */
async function removeMarked(tx: Tx, table: (typeof MARKED)[number], record: SeedRecord): Promise<void> {
  const own = tx.selectFrom(table).select('id').where('id', 'like', ownIds(record)).limit(2000)
  for (let removed = 1n; removed > 0n;) {
    removed = (await tx.deleteFrom(table).where('id', 'in', own).executeTakeFirstOrThrow()).numDeletedRows
  }
}

/** `like` pattern of the ids of the seed's rows. */
function ownIds({ mark }: Pick<SeedRecord, 'mark'>): string {
  return `%-${mark}`
}

/** What the database or a nightly job would do by themselves: after a hundred thousand rows it matters at once. */
export async function tidyUp(db: Db): Promise<void> {
  if (dialectOf(db) === 'postgres') await sql`analyze`.execute(db)
  else await mergeSearchIndexes(db)
}
