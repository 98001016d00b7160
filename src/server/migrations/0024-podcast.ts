import { sql, type Kysely } from 'kysely'

/** The category of the podcast (RUL-110). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw("alter table settings add column podcast_category text not null default 'Society & Culture'")
    .execute(db)
}
