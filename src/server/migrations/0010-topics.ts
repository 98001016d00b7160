import { sql, type Kysely } from 'kysely'

/** What categories and tags are about: words and a picture. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['categories', 'tags']) {
    await sql.raw(`alter table ${table} add column description text not null default ''`).execute(db)
    await sql.raw(`alter table ${table} add column picture text`).execute(db)
  }
}
