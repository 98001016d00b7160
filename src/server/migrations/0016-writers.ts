import { sql, type Kysely } from 'kysely'

/** Everyone who took part in a version, and who wrote which characters of it. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['article_revisions', 'page_revisions'])
    for (const column of ['authors', 'runs'])
      await sql.raw(`alter table ${table} add column ${column} text`).execute(db)
}
