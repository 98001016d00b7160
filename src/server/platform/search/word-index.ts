import { sql } from 'kysely'
import { INDEX_FORM } from '../../../rules/public-search.ts'
import type { Db, Tx } from '../db/db.ts'
import { dialectOf } from '../db/dialect.ts'

/**
 * An index of whole words over a table of texts, the same on both databases (`migrations/0001-triggers.ts`): hits come in the order of the
 * table's key `place`, highest first. Words are ASCII letters and digits: nothing in them is to be escaped.
 */
export type WordIndex = {
  table: string
  /** SQLite: the index, an FTS5 table whose row ids are the places. PostgreSQL has the column `words` in `table`. */
  words: string
  /** PostgreSQL: the function that reads places from the index alone. */
  hits: string
}

/** One whose table has titles; `best` is PostgreSQL's function that reads the best of every noun at once. */
export type TitleIndex = WordIndex & { best: string }

/** What is looked for: of each list one word must stand in the text; `open` ones only begin it. */
export type AskedWords = readonly (readonly { word: string; open: boolean }[])[]

/** PostgreSQL only: so many of the newest texts are read before the index is asked for words that very many have. */
const NEWEST = 400

/** Texts of one millisecond. */
const ROOM = 4096
/** Milliseconds from here on are counted in places: 2000-01-01. Earlier ones have negative places. */
const FIRST = 946_684_800_000
/** What lies beyond 1931 and 2069 stands at these: places are numbers that JavaScript counts exactly. */
const EARLIEST = -1_230_768_000_000
const LATEST = 3_124_137_600_000

/** Puts a text with its words, parted by blanks, among the others: `at` says where (ISO 8601). */
export async function insertText(
  tx: Tx,
  index: WordIndex,
  { at, ...row }: { noun: string; record_id: string; at: string } & Record<string, string>,
  words: string,
): Promise<void> {
  let place = firstPlace(row.record_id, at)
  // Thousands may have one instant (an import, a feed): steps that grow find room among them in a few tries.
  for (let step = 1; !(await insertWithWords(tx, index, { place, form: INDEX_FORM, ...row }, words)); step *= 2)
    place += step
}

function firstPlace(id: string, at: string): number {
  const within = Number.parseInt(id.slice(-3), 16)
  const time = Math.min(Math.max(Date.parse(at), EARLIEST), LATEST)
  return (time - FIRST) * ROOM + (Number.isNaN(within) ? 0 : within)
}

/** False, and nothing is written, where the place is taken. */
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
  // As text: former releases gave places that are too large for a number.
  const { rows } = await sql<{ place: string }>`
    delete from ${sql.table(table)} where noun = ${noun} and record_id in (${sql.join(ids)})
    returning cast(place as text) as place`.execute(tx)
  if (dialectOf(tx) === 'postgres') return
  for (const { place } of rows)
    await sql`delete from ${sql.table(words)} where rowid = cast(${place} as integer)`.execute(tx)
}

/** Places of texts that have the words, newest first, at most so many, as the index gives them. */
export async function placesOf(db: Db, index: WordIndex, asked: AskedWords, most: number): Promise<number[]> {
  const single = asked.filter((words) => words.length === 1)
  // What has several spellings is asked for apart, as the function `hits` says.
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

/** Of these few places those whose texts have the words, newest first. */
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
  // The index would begin anew for each of several row ids.
  const { rows } = await sql<{ place: number }>`
    select rowid as place from ${sql.table(index.words)} where ${sql.id(index.words)} match ${toMatch(asked)}
      and rowid between ${Math.min(...places)} and ${Math.max(...places)} order by rowid desc`.execute(db)
  const among = new Set(places)
  return rows.map(({ place }) => place).filter((place) => among.has(place))
}

/**
 * Which of the newest texts meet the searches, newest first, each with the first search that it meets, counted over all groups;
 * `complete` when there are no other texts. The last search of a group is met by whatever meets another one of it, and the last of
 * all by whatever meets any. Null on SQLite, whose index gives the newest first by itself and stops.
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
  // Each look at the words unpacks them: most texts that meet anything meet the last group alone.
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
 * Of each noun so many texts that have the words: those called `title`, those whose title begins so, then the newest. Null on
 * SQLite, whose index gives the newest first by itself and stops.
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
