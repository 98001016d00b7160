import { sql, type Kysely } from 'kysely'
import { SEARCHED_CHARACTERS } from '../../rules/articles.ts'
import { stemsOf } from '../../rules/search-text.ts'
import { dialectOf } from '../platform/db/dialect.ts'

const BATCH = 500

/** What is searched, with the columns its words come from; the articles' texts lie in a table of their own (0013). */
const SEARCHED = [
  { table: 'articles', id: 'id', words: ['title', 'excerpt'] },
  { table: 'article_texts', id: 'article_id', words: ['content_markdown'] },
  { table: 'research_items', id: 'id', words: ['title', 'url', 'note'] },
  { table: 'inbox_items', id: 'id', words: ['title', 'url', 'note'] },
  { table: 'link_library', id: 'id', words: ['title', 'url', 'description'] },
  { table: 'prompt_library', id: 'id', words: ['title', 'content', 'description'] },
  { table: 'media_assets', id: 'id', words: ['filename', 'alt', 'caption', 'credit'] },
]

/**
 * Searching knows the forms of a word: behind every searched text stand the stems of its words (ADR 0022). Indexes are made
 * anew afterwards, which takes a fraction of keeping them row by row.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const makeAgain = await (dialectOf(db) === 'postgres' ? dropOnPostgres(db) : dropOnSqlite(db))
  for (const searched of SEARCHED) await addStems(db, searched)
  if (dialectOf(db) === 'postgres') await pairLettersOnce(db)
  for (const statement of makeAgain) await sql.raw(statement).execute(db)
}

async function addStems(db: Kysely<never>, { table, id, words }: (typeof SEARCHED)[number]): Promise<void> {
  const [name, key] = [sql.table(table), sql.id(id)]
  const source = table === 'article_texts' ? sql`article_texts join articles on articles.id = article_id` : name
  for (let last = ''; ;) {
    const { rows } = await sql<Record<string, string | null>>`
      select ${sql.join([id, ...words].map((column) => sql.id(column)))} from ${source} where ${key} > ${last}
      order by ${key} limit ${BATCH}`.execute(db)
    const found = rows.flatMap((row) => {
      const stems = stemsOf(
        words
          .map((column) => row[column] ?? '')
          .join('\n')
          .slice(0, SEARCHED_CHARACTERS),
      )
      return stems === '' ? [] : [{ id: row[id] ?? '', stems }]
    })
    if (dialectOf(db) === 'postgres')
      await sql`update ${name} set search_text = search_text || stems
        from unnest(${found.map((one) => one.id)}::text[], ${found.map((one) => one.stems)}::text[]) as found (found_id, stems)
        where ${key} = found_id`.execute(db)
    else
      for (const { id: row, stems } of found)
        await sql`update ${name} set search_text = search_text || ${stems} where ${key} = ${row}`.execute(db)
    if (rows.length < BATCH) return
    last = rows.at(-1)?.[id] ?? ''
  }
}

/** Drops what would follow every row; the statements given make it again. */
async function dropOnPostgres(db: Kysely<never>): Promise<string[]> {
  const { rows } = await sql<{ name: string; made: string }>`
    select indexname as name, indexdef as made from pg_indexes
    where schemaname = current_schema() and indexdef like '%search_text%'`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(db)
  return rows.map(({ made }) => made)
}

/**
 * The function of 0018, which took time by the square of the text; the stems are left out, since each is the beginning of a
 * word before them.
 */
async function pairLettersOnce(db: Kysely<never>): Promise<void> {
  await sql`create or replace function letter_pairs(words text) returns text[] language sql immutable parallel safe as $$
    with letters as (
      select letter, letter || lead(letter) over (order by at) as pair
      from unnest(string_to_array(split_part(words, E'\n\x1f', 1), null)) with ordinality as letters (letter, at)
    )
    select array(select letter from letters union select pair from letters where pair is not null) $$`.execute(db)
}

async function dropOnSqlite(db: Kysely<never>): Promise<string[]> {
  const { rows } = await sql<{ type: string; name: string; made: string }>`
    select type, name, sql as made from sqlite_master
    where (type = 'index' and sql like '%search_text%')
      or (type = 'trigger' and name in ('articles_search_update', 'article_texts_search_update'))`.execute(db)
  for (const { type, name } of rows) await sql`drop ${sql.raw(type)} ${sql.id(name)}`.execute(db)
  return [
    `insert into article_texts_search(article_texts_search) values ('rebuild')`,
    // Padded as in 0018.
    `insert into articles_search(articles_search) values ('delete-all')`,
    `insert into articles_search(rowid, search_text) select search_id, search_text || char(10, 10) from articles`,
    ...rows.map(({ made }) => made),
  ]
}
