import { sql, type Kysely } from 'kysely'

/**
 * What is to be taken down is asked for every second: with the status in the index SQLite, which keeps no statistics, no
 * longer prefers to read every published article instead (230 ms of each second at 100,000).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index articles_unpublish`.execute(db)
  await sql`create index articles_unpublish on articles (status, unpublish_at)
    where unpublish_at is not null and deleted_at is null`.execute(db)
}
