import { sql, type Kysely } from 'kysely'

/** The language of articles and pages (RUL-100), and which articles are versions of one text. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['articles', 'article_working_copies', 'pages'])
    await sql.raw(`alter table ${table} add column lang text not null default 'de'`).execute(db)
  for (const table of ['articles', 'article_working_copies'])
    await sql.raw(`alter table ${table} add column version_of text`).execute(db)
  await sql.raw('create index articles_version_of on articles (version_of) where version_of is not null').execute(db)
}
