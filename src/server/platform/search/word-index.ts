import { sql } from 'kysely'
import { INDEX_FORM } from '../../../rules/public-search.ts'
import type { Db, Tx } from '../db/db.ts'
import { dialectOf } from '../db/dialect.ts'

/**
 * An index of whole words over a table of texts, the same on both databases (`migrations/0001-triggers.ts`). Hits come
 * in descending order of the table's key `place`. Words are `a` to `z` and digits and need no escaping.
 */
export type WordIndex = {
  table: string
  /**
   * SQLite: the index, an FTS5 table whose row ids are the values of `place`. PostgreSQL has the column `words` in
   * `table`.
   */
  words: string
  /** PostgreSQL: the function that reads `place` from the index alone. */
  hits: string
}

/**
 * A word index whose table has titles; `best` is PostgreSQL's function that reads the best hits of every noun at once.
 */
export type TitleIndex = WordIndex & { best: string }

/** The query: of each inner list one word must occur in the text; `open` ones are prefixes. */
export type AskedWords = readonly (readonly { word: string; open: boolean }[])[]

/** PostgreSQL only: number of the newest texts read before the index is used for very frequent words. */
const NEWEST = 400

/** Number of texts per millisecond. */
const ROOM = 4096
/** Epoch of `place` in milliseconds: 2000-01-01. Earlier dates are negative. */
const FIRST = 946_684_800_000
/** Dates outside 1931 to 2069 are clamped to these, so that `place` stays a safe integer of JavaScript. */
const EARLIEST = -1_230_768_000_000
const LATEST = 3_124_137_600_000

/** Adds a text with its words, separated by blanks, at the position of `at` (ISO 8601). */
export async function insertText(
  tx: Tx,
  index: WordIndex,
  { at, ...row }: { noun: string; record_id: string; at: string } & Record<string, string>,
  words: string,
): Promise<void> {
  let place = firstPlace(row.record_id, at)
  // Thousands may share one instant (an import, a feed): growing steps find a free key in a few tries.
  for (let step = 1; !(await insertWithWords(tx, index, { place, form: INDEX_FORM, ...row }, words)); step *= 2)
    place += step
}

function firstPlace(id: string, at: string): number {
  const within = Number.parseInt(id.slice(-3), 16)
  const time = Math.min(Math.max(Date.parse(at), EARLIEST), LATEST)
  return (time - FIRST) * ROOM + (Number.isNaN(within) ? 0 : within)
}

/** False, with nothing written, if the key is taken. */
async function insertWithWords(
  tx: Tx,
  { table, words: index }: WordIndex,
  row: { place: number } & Record<string, unknown>,
  words: string,
): Promise<boolean> {
  const postgres = dialectOf(tx) === 'postgres'
  const held = postgres ? [sql`array_to_tsvector(string_to_array(${words}, ' '))`] : []
  const columns = [...Object.keys(row), ...(postgres ? ['words'] : [])].map((column) => sql.id(column))
  const { rows } = await sql`
    insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join([...Object.values(row), ...held])})
    on conflict (place) do nothing returning place`.execute(tx)
  if (rows.length === 0) return false
  if (!postgres) await sql`insert into ${sql.table(index)} (rowid, words) values (${row.place}, ${words})`.execute(tx)
  return true
}

/** Removes the texts of records with their words. */
export async function removeTexts(
  tx: Tx,
  { table, words }: WordIndex,
  { noun, ids }: { noun: string; ids: readonly string[] },
): Promise<void> {
  // As text: former releases assigned keys too large for a number.
  const { rows } = await sql<{ place: string }>`
    delete from ${sql.table(table)} where noun = ${noun} and record_id in (${sql.join(ids)})
    returning cast(place as text) as place`.execute(tx)
  if (dialectOf(tx) === 'postgres') return
  for (const { place } of rows)
    await sql`delete from ${sql.table(words)} where rowid = cast(${place} as integer)`.execute(tx)
}

/** Keys of at most `most` texts that match, newest first, in index order. */
export async function placesOf(db: Db, index: WordIndex, asked: AskedWords, most: number): Promise<number[]> {
  const single = asked.filter((words) => words.length === 1)
  // Words with several spellings are queried separately, as required by the function `hits`.
  const isParted = single.length > 0 && single.length < asked.length
  const first = toTsquery(isParted ? single : asked)
  const also = isParted ? toTsquery(asked.filter((words) => words.length > 1)) : null
  const { rows } = await (
    dialectOf(db) === 'postgres'
      ? sql<{ place: number }>`
          select place from ${sql.id(index.hits)}(${first}::tsquery, ${also}::tsquery, ${most}) as hits (place)`
      : sql<{ place: number }>`
          select rowid as place from ${sql.table(index.words)} where ${sql.id(index.words)} match ${toMatch(asked)}
            and rowid <= ${Number.MAX_SAFE_INTEGER}
          order by rowid desc limit ${most}`
  ).execute(db)
  return rows.map(({ place }) => place)
}

/** Filters these few keys by the words of their texts, newest first. */
export async function placesWithin(
  db: Db,
  index: WordIndex,
  asked: AskedWords,
  places: readonly number[],
): Promise<number[]> {
  if (places.length === 0) return []
  if (dialectOf(db) === 'postgres') {
    const { rows } = await sql<{ place: number }>`
      select place from ${sql.table(index.table)}
      where place in (${sql.join(places)}) and words @@ ${toTsquery(asked)}::tsquery order by place desc`.execute(db)
    return rows.map(({ place }) => place)
  }
  // The index would restart for each of several row ids.
  const { rows } = await sql<{ place: number }>`
    select rowid as place from ${sql.table(index.words)} where ${sql.id(index.words)} match ${toMatch(asked)}
      and rowid between ${Math.min(...places)} and ${Math.max(...places)} order by rowid desc`.execute(db)
  const among = new Set(places)
  return rows.map(({ place }) => place).filter((place) => among.has(place))
}

/**
 * Matches the newest texts against the searches: newest first, each with the first search it matches, counted over all
 * groups; `complete` when there are no other texts. The last search of a group matches whatever another one of it
 * matches, and the very last whatever any matches. Null on SQLite, whose index returns the newest first by itself and
 * stops.
 */
export async function placesAmongNewest(
  db: Db,
  { table }: WordIndex,
  groups: readonly (readonly AskedWords[])[],
): Promise<{ ranked: { place: number; rank: number }[]; complete: boolean } | null> {
  if (dialectOf(db) === 'sqlite') return null
  const meets = (asked: AskedWords = []) => sql`words @@ ${toTsquery(asked)}::tsquery`
  let first = 0
  const ranks = groups.map((searches) => {
    const from = first
    first += searches.length
    const better = searches.slice(0, -1).map((asked, at) => sql`when ${meets(asked)} then ${from + at}::integer`)
    return sql`case ${sql.join(better, sql` `)} else ${first - 1}::integer end`
  })
  // Each check unpacks the words, and most matching texts match only the last group.
  const narrower = groups
    .slice(0, -1)
    .map((searches, at) => sql`when not (${meets(searches.at(-1))}) then ${ranks[at + 1]}`)
  const { rows } = await sql<{ place: number; rank: number | null }>`
    select place, case when not (${meets(groups.at(-1)?.at(-1))}) then null
      ${sql.join(narrower.toReversed(), sql` `)} else ${ranks[0]} end as rank
    from (select place, words from ${sql.table(table)} order by place desc limit ${NEWEST}) as newest
    order by place desc`.execute(db)
  return {
    ranked: rows.flatMap((row) => (row.rank === null ? [] : [{ place: row.place, rank: row.rank }])),
    complete: rows.length < NEWEST,
  }
}

export type TitledText = { place: number; noun: string; record_id: string; title_key: string }

/**
 * Finds a number of texts per noun: exact titles first, then titles with this prefix, then the newest. Null on SQLite,
 * whose index returns the newest first by itself and stops.
 */
export async function bestOfEachNoun(
  db: Db,
  { best }: TitleIndex,
  asked: AskedWords,
  title: string,
  most: number,
): Promise<TitledText[] | null> {
  if (dialectOf(db) === 'sqlite') return null
  const { rows } = await sql<TitledText>`
    select place, noun, record_id, title_key
    from ${sql.id(best)}(${toTsquery(asked)}::tsquery, ${title}, ${most})`.execute(db)
  return rows
}

const toTsquery = (asked: AskedWords) => every(asked, ({ word, open }) => word + (open ? ':*' : ''), ' | ', ' & ')
const toMatch = (asked: AskedWords) => every(asked, ({ word, open }) => `"${word}"${open ? ' *' : ''}`, ' OR ', ' AND ')

function every(asked: AskedWords, spell: (one: AskedWords[number][number]) => string, or: string, and: string): string {
  return asked.map((words) => `(${words.map(spell).join(or)})`).join(and)
}
