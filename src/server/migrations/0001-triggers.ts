import { sql, type Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'
import { dialectOf } from '../platform/db/dialect.ts'

/**
 * Data that the database maintains by itself, so that it is also correct after writes by another release, a seed or a
 * shell (RUL-58): search indexes of trigrams and words, the pictures used by texts, and the public state of articles.
 */
export async function makeIndexesAndTriggers(db: Kysely<never>): Promise<void> {
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
  const { codeUnits } = columnTypes(db)
  const postgres = dialectOf(db) === 'postgres'
  await run(postgres ? LETTERS_ON_POSTGRES : LETTERS_ON_SQLITE)
  await run(WRITTEN.flatMap(postgres ? keepUsageOnPostgres : keepUsageOnSqlite))
  await run(postgres ? PUBLIC_ON_POSTGRES : PUBLIC_ON_SQLITE)
  await run(postgres ? wordsOnPostgres(codeUnits) : WORDS_ON_SQLITE)
  await run(SEARCHED.flatMap((searched) => searchTriggers(db, searched)))
}

/**
 * Search for any substring of a text, by trigrams (`platform/search/search.ts`). Words of one or two characters have
 * none.
 */
const LETTERS_ON_POSTGRES = ['create index article_texts_search on article_texts using gin (search_text gin_trgm_ops)']

/** Functions of PostgreSQL's article indexes; the indexes themselves are with the others, in `0001-schema.ts`. */
export const LETTERS_OF_POSTGRES = [
  'create extension if not exists pg_trgm',
  // Stems, after the end of the first line and \x1f, are left out: each is a prefix of a word before them.
  `create function letter_pairs(words text) returns text[] language sql immutable parallel safe as $$
    with letters as (
      select letter, letter || lead(letter) over (order by at) as pair
      from unnest(string_to_array(split_part(words, E'\n\x1f', 1), null)) with ordinality as letters (letter, at)
    )
    select array(select letter from letters union select pair from letters where pair is not null) $$`,
]

/**
 * The index of the long texts finds rows by pattern (`glob`) only: without positions it is a third as large. The last
 * two characters of an article's words begin no trigram unless something follows them.
 */
const LETTERS_ON_SQLITE = [
  `create virtual table articles_search using
    fts5(search_text, content='articles', content_rowid='search_id', tokenize='trigram')`,
  'create virtual table articles_terms using fts5vocab(articles_search, instance)',
  ...keepLettersOnSqlite('articles', { text: (row) => `${row}.search_text || char(10, 10)`, when: '' }),
  `create virtual table article_texts_search using
    fts5(search_text, content='article_texts', content_rowid='search_id', tokenize='trigram case_sensitive 1', detail=none)`,
  ...keepLettersOnSqlite('article_texts', {
    text: (row) => `${row}.search_text`,
    when: 'when old.search_text is not new.search_text',
  }),
]

function keepLettersOnSqlite(
  table: string,
  { text, when }: { text: (row: 'old' | 'new') => string; when: string },
): string[] {
  const index = `${table}_search`
  const remove = `insert into ${index}(${index}, rowid, search_text) values ('delete', old.search_id, ${text('old')});`
  const add = `insert into ${index}(rowid, search_text) values (new.search_id, ${text('new')});`
  return [
    `create trigger ${index}_insert after insert on ${table} begin ${add} end`,
    `create trigger ${index}_delete after delete on ${table} begin ${remove} end`,
    `create trigger ${index}_update after update of search_text on ${table} ${when} begin ${remove} ${add} end`,
  ]
}

/** A table of texts, the column of its record, and whether its texts are working versions. */
type Written = { table: string; key: string; usage: string; record: string; working: 0 | 1; columns: readonly string[] }
const ARTICLE = { usage: 'media_usage', record: 'article_id', columns: ['content_markdown', 'cover_image_url'] }
const PAGE = { usage: 'page_media_usage', record: 'page_id', columns: ['content_markdown'] }
const WRITTEN: readonly Written[] = [
  { ...ARTICLE, table: 'articles', key: 'id', working: 0 },
  { ...ARTICLE, table: 'article_working_copies', key: 'article_id', working: 1 },
  { ...PAGE, table: 'pages', key: 'id', working: 0 },
  { ...PAGE, table: 'page_working_copies', key: 'page_id', working: 1 },
]

/**
 * Common part of every picture address in the bucket; without its first slash, so that two adjacent ones do not
 * overlap.
 */
const PICTURES = `'storage/v1/object/public/blog-media/'`
/** Characters kept after it: whole names of uploads, and enough of longer ones to find the few texts to check. */
const KEPT = 60
const PICTURES_IN_POSTGRES = `create function pictures_in(words text) returns setof text language sql immutable parallel safe as $$
  select distinct left(piece, ${KEPT}) from unnest(string_to_array(words, ${PICTURES})) with ordinality as parts(piece, place)
  where place > 1 $$`

const wordsOf = ({ columns }: Written) =>
  columns
    .map((column) => (column === 'cover_image_url' ? `coalesce(new.${column}, '')` : `new.${column}`))
    .join(" || ' ' || ")

const forgetUsage = ({ usage, record, key, working }: Written) =>
  `delete from ${usage} where ${record} = old.${key} and working = ${working};`

function keepUsageOnPostgres(written: Written): string[] {
  const { table, key, usage, record, working, columns } = written
  const keep = `${table}_keep_media_usage`
  return [
    ...(table === 'articles' ? [PICTURES_IN_POSTGRES] : []),
    `create function ${keep}() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then
        ${forgetUsage(written)}
      end if;
      if tg_op <> 'DELETE' then
        insert into ${usage} (${record}, working, address)
          select new.${key}, ${working}, picture from pictures_in(${wordsOf(written)}) as picture;
      end if;
      return null;
    end $$`,
    `create trigger ${keep} after insert or delete or update of ${columns.join(', ')} on ${table}
      for each row execute function ${keep}()`,
  ]
}

/** SQLite cannot split text, but reads JSON lists: the text becomes a list split at each address. */
function keepUsageOnSqlite(written: Written): string[] {
  const { table, key, usage, record, working, columns } = written
  const words = columns.length > 1 ? `(${wordsOf(written)})` : wordsOf(written)
  const keep = `insert or ignore into ${usage} (${record}, working, address)
    select new.${key}, ${working}, substr(pieces.value, 1, ${KEPT})
    from json_each(case when instr(${words}, ${PICTURES}) = 0 then '[]'
      else '[' || replace(json_quote(${words}), ${PICTURES}, '","') || ']' end) as pieces where pieces.key > 0;`
  const name = `${table}_media_usage`
  return [
    `create trigger ${name}_insert after insert on ${table} begin ${keep} end`,
    `create trigger ${name}_update after update of ${columns.join(', ')} on ${table} when ${changedOnSqlite(columns)}
      begin ${forgetUsage(written)} ${keep} end`,
    `create trigger ${name}_delete after delete on ${table} begin ${forgetUsage(written)} end`,
  ]
}

const changedOnSqlite = (columns: readonly string[]) =>
  columns.map((column) => `old.${column} is not new.${column}`).join(' or ')

function changedOnPostgres(columns: readonly string[]): string {
  const row = (name: string) => columns.map((column) => `${name}.${column}`).join(', ')
  return `((${row('old')}) is distinct from (${row('new')}))`
}

const IS_PUBLIC = `new.status = 'published' and new.deleted_at is null`
const PUBLIC_COLUMNS = ['status', 'published_at', 'deleted_at', 'slug']
/** Publication date of a link's article; null while it is not public. */
const LINK_DATE = `(select published_at from articles where id = new.article_id and status = 'published' and deleted_at is null)`
const DATE_LINKS = `update article_tags set published_at = case when ${IS_PUBLIC} then new.published_at end where article_id = new.id;`

/** The publication date in an article's tag links (RUL-44), and the slugs under which it was ever public (RUL-46). */
const PUBLIC_ON_POSTGRES = [
  `create function articles_keep_public() returns trigger language plpgsql as $$ begin
    if tg_op = 'UPDATE' then
      ${DATE_LINKS}
    end if;
    if ${IS_PUBLIC} and new.slug is not null then
      insert into article_public_slugs (slug, article_id) values (new.slug, new.id) on conflict do nothing;
    end if;
    return null;
  end $$`,
  `create trigger articles_keep_public_insert after insert on articles
    for each row execute function articles_keep_public()`,
  `create trigger articles_keep_public_update after update of ${PUBLIC_COLUMNS.join(', ')} on articles
    for each row when ${changedOnPostgres(PUBLIC_COLUMNS)} execute function articles_keep_public()`,
  `create function article_tags_keep_published() returns trigger language plpgsql as $$ begin
    new.published_at := ${LINK_DATE};
    return new;
  end $$`,
  `create trigger article_tags_keep_published before insert on article_tags
    for each row execute function article_tags_keep_published()`,
]

const KEEP_SLUG = `insert or ignore into article_public_slugs (slug, article_id)
  select new.slug, new.id where ${IS_PUBLIC} and new.slug is not null;`
const PUBLIC_ON_SQLITE = [
  `create trigger articles_keep_public_insert after insert on articles begin ${KEEP_SLUG} end`,
  `create trigger articles_keep_public_update after update of ${PUBLIC_COLUMNS.join(', ')} on articles
    when ${changedOnSqlite(PUBLIC_COLUMNS)} begin ${DATE_LINKS} ${KEEP_SLUG} end`,
  `create trigger article_tags_keep_published after insert on article_tags begin
    update article_tags set published_at = ${LINK_DATE} where article_id = new.article_id and tag_id = new.tag_id;
  end`,
]

const ORDERS = [
  'create table public_text_orders (noun text not null, record_id text not null, nonce text not null, primary key (noun, record_id))',
  'create table search_orders (noun text not null, record_id text not null, turn integer not null, primary key (noun, record_id))',
]

/**
 * Indexes of whole words: of public texts for readers (ADR 31) and of all records for editors (ADR 48). `place` is the
 * order of hits, newest last. On SQLite it is the row id, so that the index returns hits in that order.
 */
const WORDS_ON_SQLITE = [
  ...ORDERS,
  `create table public_texts (place integer primary key, noun text not null, record_id text not null, plain text not null,
    chapters text not null, form smallint not null default 0, unique (noun, record_id))`,
  `create table searched_records (place integer primary key, noun text not null, record_id text not null, title_key text not null,
    form smallint not null default 0, unique (noun, record_id))`,
  'create index searched_records_titles on searched_records (noun, title_key, place)',
  'create table search_words (word text primary key) without rowid',
  ...['public_texts_words', 'searched_records_words'].map(
    (index) => `create virtual table ${index} using
      fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii')`,
  ),
]

/**
 * On PostgreSQL texts and words are stored apart from the rows, since a search reads the rows of all texts with its
 * words. Changes are indexed at once (without `fastupdate`): a long list of pending ones would slow down every search.
 * Functions forbid sequential scans: the planner ignores the cost of unpacking the words of a row.
 */
const wordsOnPostgres = (codeUnits: string) => [
  ...ORDERS,
  `create table public_texts (place bigint primary key, noun text not null, record_id text not null, plain text not null,
    chapters text not null, words tsvector not null, form smallint not null default 0, unique (noun, record_id))
    with (toast_tuple_target = 128)`,
  `create table searched_records (place bigint primary key, noun text not null, record_id text not null, title_key ${codeUnits} not null,
    words tsvector not null, form smallint not null default 0, unique (noun, record_id))`,
  'create index searched_records_titles on searched_records (noun, title_key, place)',
  `create table search_words (word ${codeUnits} primary key)`,
  ...[
    ['public_texts', 'public_text_hits'],
    ['searched_records', 'searched_record_hits'],
  ].flatMap(([table, hits]) => [
    `create index ${table}_words on ${table} using gin (words) with (fastupdate = off)`,
    // Words with several spellings are passed separately: the index starts with the rarest word, and one rare spelling
    // would end the scan.
    `create function ${hits}(asked tsquery, also tsquery, most integer) returns setof bigint
      language sql stable set enable_seqscan to off as $$
        select place from (
          (select place from ${table} where also is null and words @@ asked offset 0)
          union all
          (select place from ${table} where also is not null and words @@ asked and words @@ also offset 0)
        ) as hits order by place desc limit most $$`,
    // Unused since the function above.
    `create function ${hits}(asked tsquery, most integer) returns setof bigint
      language sql stable set enable_seqscan to off as $$
        with hits as materialized (select place from ${table} where words @@ asked)
        select place from hits order by place desc limit most $$`,
  ]),
  `create function searched_records_best(asked tsquery, title text, most integer)
    returns table (place bigint, noun text, record_id text, title_key text)
    language sql stable set enable_seqscan to off as $$
      with hits as materialized (
        select hit.place, hit.noun, hit.record_id, hit.title_key from searched_records as hit where hit.words @@ asked)
      select best.place, best.noun, best.record_id, best.title_key from (
        select hits.*, row_number() over (partition by hits.noun
          order by hits.title_key = title desc, starts_with(hits.title_key, title) desc, hits.place desc) as nth
        from hits) as best
      where best.nth <= most $$`,
  `create function order_search() returns trigger language plpgsql as $$ begin
    insert into search_orders (noun, record_id, turn)
      values (tg_argv[0], case when tg_op = 'DELETE' then old.id else new.id end, 0)
      on conflict (noun, record_id) do update set turn = search_orders.turn + 1;
    return null;
  end $$`,
]

/** Searched columns by noun: a change of these columns queues the record (the same as in the cards of `src/nouns`). */
type Searched = { noun: string; table: string; columns: readonly string[] }
const OF_EVERY_NOUN = ['author_id', 'deleted_at']
const SEARCHED: readonly Searched[] = [
  { noun: 'articles', table: 'articles', columns: ['title', 'excerpt'] },
  { noun: 'pages', table: 'pages', columns: ['title', 'content_markdown'] },
  { noun: 'tasks', table: 'editorial_tasks', columns: ['title', 'notes'] },
  { noun: 'events', table: 'calendar_events', columns: ['title'] },
  { noun: 'research', table: 'research_items', columns: ['title', 'url', 'note'] },
  { noun: 'inbox', table: 'inbox_items', columns: ['title', 'url', 'note'] },
  { noun: 'media', table: 'media_assets', columns: ['filename', 'alt', 'caption', 'credit'] },
  { noun: 'links', table: 'link_library', columns: ['title', 'url', 'category', 'description'] },
  { noun: 'prompts', table: 'prompt_library', columns: ['title', 'content', 'category', 'description'] },
]
/** An article's text has an index of its own; its words serve for spelling correction here. */
const ARTICLE_TEXT = ['content_markdown']

/** Statements that have search read a record of a table again when it changes; for the migration that adds the table of a noun. */
export function searchTriggers(db: Kysely<never>, searched: Searched): string[] {
  return dialectOf(db) === 'postgres' ? orderOnPostgres(searched) : orderOnSqlite(searched)
}

function orderOnPostgres({ noun, table, columns }: Searched): string[] {
  const order = `execute function order_search('${noun}')`
  const update = (name: string, of: string, watched: readonly string[]) =>
    `create trigger ${table}_order_search_${name} after update ${of} on ${table} for each row when ${changedOnPostgres(watched)} ${order}`
  return [
    `create trigger ${table}_order_search after insert or delete on ${table} for each row ${order}`,
    update('update', '', [...columns, ...OF_EVERY_NOUN]),
    ...(noun === 'articles' ? [update('text', 'of content_markdown', ARTICLE_TEXT)] : []),
  ]
}

function orderOnSqlite({ noun, table, columns }: Searched): string[] {
  const trigger = (name: string, after: string, row: 'old' | 'new') => `
    create trigger ${table}_order_search_${name} after ${after} begin
      insert into search_orders (noun, record_id, turn) values ('${noun}', ${row}.id, 0)
        on conflict (noun, record_id) do update set turn = turn + 1;
    end`
  const update = (name: string, watched: readonly string[]) =>
    trigger(name, `update of ${watched.join(', ')} on ${table} when ${changedOnSqlite(watched)}`, 'new')
  return [
    trigger('insert', `insert on ${table}`, 'new'),
    trigger('delete', `delete on ${table}`, 'old'),
    update('update', [...columns, ...OF_EVERY_NOUN]),
    ...(noun === 'articles' ? [update('text', ARTICLE_TEXT)] : []),
  ]
}
