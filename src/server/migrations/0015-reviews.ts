import { sql, type Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/** Reviews of articles, and the setting that requires one (RUL-61). `tables.ts` documents the columns. */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  const person = 'text references users (id) on delete set null'
  const statements = [
    `create table article_reviews (
      article_id text primary key references articles (id) on delete cascade,
      state text not null check (state in ('requested', 'approved', 'returned')),
      version integer not null,
      text_hash text not null,
      asked_by ${person},
      reviewer_id ${person},
      decided_by ${person},
      note text not null default '',
      at ${instant} not null
    )`,
    'create index article_reviews_state on article_reviews (state)',
    'create index article_reviews_asked on article_reviews (asked_by)',
    'create index article_reviews_reviewer on article_reviews (reviewer_id)',
    'create index article_reviews_decided on article_reviews (decided_by)',
    'alter table settings add column four_eyes integer not null default 0',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
