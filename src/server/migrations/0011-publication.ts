import { sql, type Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/** Take-down dates are asked for every second; preview links know when they were last opened. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index articles_unpublish on articles (unpublish_at)
    where unpublish_at is not null and deleted_at is null`.execute(db)
  await db.schema.alterTable('preview_links').addColumn('last_used_at', columnTypes(db).instant).execute()
}
