import { sql, type Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'
import { dialectOf } from '../platform/db/dialect.ts'

/** What is searched of whom: a change of one of these columns has the record read anew. */
const SEARCHED: Record<string, { table: string; columns: readonly string[] }> = {
  articles: { table: 'articles', columns: ['title', 'excerpt'] },
  pages: { table: 'pages', columns: ['title', 'content_markdown'] },
  tasks: { table: 'editorial_tasks', columns: ['title'] },
  events: { table: 'calendar_events', columns: ['title'] },
  research: { table: 'research_items', columns: ['title', 'url', 'note'] },
  inbox: { table: 'inbox_items', columns: ['title', 'url', 'note'] },
  media: { table: 'media_assets', columns: ['filename', 'alt', 'caption', 'credit'] },
  links: { table: 'link_library', columns: ['title', 'url', 'category', 'description'] },
  prompts: { table: 'prompt_library', columns: ['title', 'content', 'category', 'description'] },
}

/**
 * What editors search over all nouns (ADR 48): a row per living record with an index of whole words, as readers have it, the
 * words there are (for typing errors), and what waits to be read anew: at first everything. The database itself keeps the
 * last, so that it is also true of what the former release writes (RUL-58).
 */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = dialectOf(db) === 'postgres'
  const { codeUnits } = columnTypes(db)
  const place = postgres ? sql`place bigint primary key` : sql`place integer primary key`
  await sql`create table searched_records (
    ${place}, noun text not null, record_id text not null, title_key ${codeUnits} not null
    ${postgres ? sql`, words tsvector not null` : sql``}, unique (noun, record_id))`.execute(db)
  await sql`create index searched_records_titles on searched_records (noun, title_key, place)`.execute(db)
  await sql`create table search_words (word ${codeUnits} primary key) ${postgres ? sql`` : sql`without rowid`}`.execute(
    db,
  )
  await sql`create table search_orders (
    noun text not null, record_id text not null, turn integer not null, primary key (noun, record_id))`.execute(db)
  for (const [noun, { table }] of Object.entries(SEARCHED))
    await sql`insert into search_orders (noun, record_id, turn)
      select ${noun}, id, 0 from ${sql.table(table)} where deleted_at is null`.execute(db)
  if (postgres) await onPostgres(db)
  else await onSqlite(db)
}

async function onPostgres(db: Kysely<never>): Promise<void> {
  await sql`create index searched_records_words on searched_records using gin (words) with (fastupdate = off)`.execute(
    db,
  )
  await sql`create function searched_record_hits(asked tsquery, most integer) returns setof bigint
    language sql stable set enable_seqscan to off as $$
      with hits as materialized (select place from searched_records where words @@ asked)
      select place from hits order by place desc limit most $$`.execute(db)
  await sql`create function order_search() returns trigger language plpgsql as $$ begin
    insert into search_orders (noun, record_id, turn)
      values (tg_argv[0], case when tg_op = 'DELETE' then old.id else new.id end, 0)
      on conflict (noun, record_id) do update set turn = search_orders.turn + 1;
    return null;
  end $$`.execute(db)
  for (const [noun, { table, columns }] of Object.entries(SEARCHED)) {
    const watched = [...columns, 'author_id', 'deleted_at']
    const row = (name: string) => sql.join(watched.map((column) => sql.ref(`${name}.${column}`)))
    await sql`create trigger ${sql.id(`${table}_order_search`)} after insert or delete on ${sql.table(table)}
      for each row execute function order_search(${sql.lit(noun)})`.execute(db)
    await sql`create trigger ${sql.id(`${table}_order_search_update`)} after update on ${sql.table(table)}
      for each row when ((${row('old')}) is distinct from (${row('new')}))
      execute function order_search(${sql.lit(noun)})`.execute(db)
  }
}

async function onSqlite(db: Kysely<never>): Promise<void> {
  await sql`create virtual table searched_records_words using
    fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii')`.execute(db)
  for (const [noun, { table, columns }] of Object.entries(SEARCHED)) {
    const watched = [...columns, 'author_id', 'deleted_at']
    const changed = watched.map((column) => sql`old.${sql.id(column)} is not new.${sql.id(column)}`)
    const order = (row: 'old' | 'new') => sql`insert into search_orders (noun, record_id, turn)
      values (${sql.lit(noun)}, ${sql.raw(row)}.id, 0) on conflict (noun, record_id) do update set turn = turn + 1`
    for (const [verb, row] of [
      ['insert', 'new'],
      ['delete', 'old'],
    ] as const)
      await sql`create trigger ${sql.id(`${table}_order_search_${verb}`)} after ${sql.raw(verb)} on ${sql.table(table)}
        begin ${order(row)}; end`.execute(db)
    await sql`create trigger ${sql.id(`${table}_order_search_update`)}
      after update of ${sql.join(watched.map((column) => sql.id(column)))} on ${sql.table(table)}
      when ${sql.join(changed, sql` or `)} begin ${order('new')}; end`.execute(db)
  }
}
