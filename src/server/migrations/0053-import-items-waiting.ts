import { sql, type Kysely } from 'kysely'
import { dialectOf } from '../platform/db/dialect.ts'

/**
 * The items of an import that wait to be written or to be taken back, without a look at those that are done with: an import of ten
 * thousand read half of them for every few it wrote. SQLite keeps long texts within the row, so that counting goes by an index of
 * its own there.
 */
export async function up(db: Kysely<never>): Promise<void> {
  // where the blog was whose file is imported, when somebody said it
  await db.schema.alterTable('imports').addColumn('site_url', 'text').execute()
  await sql`create index import_items_waiting on import_items (import_id, place) where outcome is null`.execute(db)
  await sql`create index import_items_made on import_items (import_id, place)
    where outcome in ('created', 'updated') and undone = 0`.execute(db)
  if (dialectOf(db) === 'sqlite')
    await sql`create index import_items_counted on import_items (import_id, kind, outcome, reason, redirects)`.execute(
      db,
    )
}
