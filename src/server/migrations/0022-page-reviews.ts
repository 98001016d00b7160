import { sql, type Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/** Reviews of pages, as articles have them (RUL-61). `tables.ts` documents the columns. */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  const person = 'text references users (id) on delete set null'
  const statements = [
    `create table page_reviews (
      page_id text primary key references pages (id) on delete cascade,
      state text not null check (state in ('requested', 'approved', 'returned')),
      version integer not null,
      text_hash text not null,
      asked_by ${person},
      reviewer_id ${person},
      decided_by ${person},
      note text not null default '',
      at ${instant} not null
    )`,
    'create index page_reviews_asked on page_reviews (asked_by)',
    'create index page_reviews_reviewer on page_reviews (reviewer_id)',
    'create index page_reviews_decided on page_reviews (decided_by)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
