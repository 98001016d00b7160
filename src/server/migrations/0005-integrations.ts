import type { Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/** What each feed has brought so far, also after its entries are gone; tokens that can only add to the inbox (RUL-10, RUL-17). */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  await db.schema
    .createTable('feed_entries')
    .addColumn('feed_id', 'text', (c) => c.notNull().references('rss_feeds.id').onDelete('cascade'))
    .addColumn('entry_key', 'text', (c) => c.notNull())
    .addColumn('imported_at', instant, (c) => c.notNull())
    .addPrimaryKeyConstraint('feed_entries_key', ['feed_id', 'entry_key'])
    .execute()
  await db.schema
    .createTable('inbox_tokens')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('last_used_at', instant)
    .execute()
  await db.schema.createIndex('inbox_tokens_user').on('inbox_tokens').column('user_id').execute()
}
