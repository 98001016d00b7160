import { sql, type Kysely } from 'kysely'
import { dialectOf } from '../platform/db/dialect.ts'

/**
 * What readers search (ADR 31): of every public text its plain words with the chapters they stand in, and an index of whole words,
 * the same on both databases. `place` is the order hits are shown in, newest last; on SQLite it is the row's number, so that
 * the index gives them in that order. What waits to be read anew stands in `public_text_orders`: at first everything.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = dialectOf(db) === 'postgres'
  const place = postgres ? sql`place bigint primary key` : sql`place integer primary key`
  await sql`create table public_texts (
    ${place}, noun text not null, record_id text not null, plain text not null, chapters text not null
    ${postgres ? sql`, words tsvector not null` : sql``}, unique (noun, record_id))`.execute(db)
  await sql`create table public_text_orders (
    noun text not null, record_id text not null, nonce text not null, primary key (noun, record_id))`.execute(db)
  await sql`insert into public_text_orders (noun, record_id, nonce)
    select 'articles', id, '' from articles where status = 'published' and deleted_at is null
    union all select 'pages', id, '' from pages where status = 'published' and deleted_at is null`.execute(db)
  if (!postgres) {
    await sql`create virtual table public_texts_words using
      fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii')`.execute(db)
    return
  }
  // Changes are found at once, not after the next vacuum: reading a long list of waiting ones costs every search.
  await sql`create index public_texts_words on public_texts using gin (words) with (fastupdate = off)`.execute(db)
  // The planner does not see that looking at a row's words means unpacking them, and would read all of them.
  await sql`create function public_text_hits(asked tsquery, most integer) returns setof bigint
    language sql stable set enable_seqscan to off as $$
      with hits as materialized (select place from public_texts where words @@ asked)
      select place from hits order by place desc limit most $$`.execute(db)
}
