import { sql, type Kysely } from 'kysely'

/** Articles are counted by author line for the list of authors: without it SQLite reads every article. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw('create index articles_byline on articles (byline) where deleted_at is null').execute(db)
}
