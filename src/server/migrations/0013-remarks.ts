import { sql, type Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/** Remarks at passages of texts, and the text that their places count in (RUL-60). `tables.ts` documents the columns. */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  const person = 'text references users (id) on delete set null'
  const text = (table: string) => `text references ${table} (id) on delete cascade`
  const statements = [
    `create table passage_texts (
      text_id text primary key,
      article_id ${text('articles')},
      page_id ${text('pages')},
      content text not null
    )`,
    'create index passage_texts_article on passage_texts (article_id)',
    'create index passage_texts_page on passage_texts (page_id)',
    `create table remarks (
      id text primary key,
      article_id ${text('articles')},
      page_id ${text('pages')},
      thread_id text references remarks (id) on delete cascade,
      author_id ${person},
      guest_name text,
      link_id text,
      body text not null,
      pieces text not null,
      length integer not null,
      quote text not null,
      before_text text not null,
      after_text text not null,
      version integer not null,
      done_at ${instant},
      done_by ${person},
      created_at ${instant} not null,
      changed_at ${instant},
      removed_at ${instant}
    )`,
    'create index remarks_article on remarks (article_id)',
    'create index remarks_page on remarks (page_id)',
    'create index remarks_thread on remarks (thread_id)',
    'create index remarks_author on remarks (author_id)',
    'create index remarks_done_by on remarks (done_by)',
    'create index remarks_link on remarks (link_id) where link_id is not null',
    'create index remarks_removed on remarks (removed_at) where removed_at is not null',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
