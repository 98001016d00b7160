import { sql, type Kysely } from 'kysely'

/** How an entry came into the inbox, and its words folded for searching. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('inbox_items')
    .addColumn('source', 'text', (c) => c.notNull().defaultTo('quick'))
    .execute()
  await db.schema
    .alterTable('inbox_items')
    .addColumn('search_text', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await sql`update inbox_items set search_text = lower(title)`.execute(db)
  await sql`update inbox_items set source = 'feed' where feed_id is not null`.execute(db)
}
