import { sql, type Kysely } from 'kysely'

/** Preview links that let guests write remarks (TEAM-7). */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['preview_links', 'page_preview_links'])
    await sql.raw(`alter table ${table} add column remarks integer not null default 0`).execute(db)
}
