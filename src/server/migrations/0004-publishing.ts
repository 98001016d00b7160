import { sql, type Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/** When the working text of a published article goes live by itself (WEEK-24), and names of versions (WEEK-25). */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  await sql.raw(`alter table article_working_copies add column goes_live_at ${instant}`).execute(db)
  await sql
    .raw(
      'create index article_working_copies_due on article_working_copies (goes_live_at) where goes_live_at is not null',
    )
    .execute(db)
  for (const table of ['article_revisions', 'page_revisions'])
    await sql.raw(`alter table ${table} add column name text`).execute(db)
}
