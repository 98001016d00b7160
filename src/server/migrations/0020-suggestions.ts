import { sql, type Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/** Suggestions in texts (TEAM-6), and whose suggestion a step was. `tables.ts` documents the columns. */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  const person = 'text references users (id) on delete set null'
  const text = (table: string) => `text references ${table} (id) on delete cascade`
  const statements = [
    `create table suggestions (
      id text primary key,
      article_id ${text('articles')},
      page_id ${text('pages')},
      author_id ${person},
      n integer not null,
      parts text not null,
      length integer not null,
      removed text not null,
      inserted text not null,
      state text not null,
      decided_at ${instant},
      decided_by ${person},
      created_at ${instant} not null,
      changed_at ${instant} not null
    )`,
    'create index suggestions_article on suggestions (article_id)',
    'create index suggestions_page on suggestions (page_id)',
    'create index suggestions_author on suggestions (author_id)',
    'create index suggestions_decided_by on suggestions (decided_by)',
    'create index suggestions_decided on suggestions (decided_at) where decided_at is not null',
    `alter table text_steps add column suggested_by ${person}`,
    'create index text_steps_suggested_by on text_steps (suggested_by) where suggested_by is not null',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
