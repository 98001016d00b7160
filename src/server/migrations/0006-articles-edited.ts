import { sql, type Kysely } from 'kysely'

/** The dashboard lists the articles edited last; without an index it would read every one of them. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index articles_edited on articles (updated_at, id) where deleted_at is null`.execute(db)
}
