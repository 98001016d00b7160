import { sql, type Kysely } from 'kysely'

/** Entries whose title is still to be read from the page behind their address. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('inbox_items')
    .addColumn('title_pending', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`create index inbox_items_title_pending on inbox_items (created_at) where title_pending = 1`.execute(db)
}
