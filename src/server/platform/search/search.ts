import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { searchTerms, type SearchTerm } from '../../../rules/search-text.ts'
import type { Db } from '../db/db.ts'
import { dialectOf } from '../db/dialect.ts'

/** SQLite only: below this number of rows, sorting the hits is quicker than searching along an order. */
const FEW = 400
/** SQLite only: from this number of hits on, a page is found quickest by reading along the order. */
const MANY = { wordsAtHand: 1000, wordsInRows: 5000 }

const TRIGRAM = 3
/**
 * Rows with this number of the rarest trigrams of a word nearly always contain it; each further trigram has to be read
 * too.
 */
const ASKED_TRIGRAMS = 5
/** Lists that one look into an index of texts passes. */
export const MOST_TRIGRAMS = 40
/** Characters of German texts by frequency, the most frequent first. */
const BY_FREQUENCY = 'enisratdhulcgmobwfkzpvjyxq'
/** Words of this length are rare in most cases: if a search has some, only these are looked up in the index. */
const RARE_LETTERS = 6

/** Number of first rows of the order that are read for frequent words before an index is used. */
const WINDOWS = { sqlite: [1000, 5000], postgres: [400, 5000] }

/**
 * How to find words: `along` the first rows of the order, in the smallest of the `windows`, and in the larger one if
 * hits are frequent there; if these are not enough, `anywhere`. Without windows only `anywhere`.
 */
export type Search = {
  anywhere: () => Promise<Expression<SqlBool>>
  along: Expression<SqlBool>
  windows: readonly number[]
}

/**
 * Conditions „the table's search_text contains these words“ (ART-1, in any form and order, see `searchTerms`), chosen
 * so that a page of first hits is quick whatever their number: many hits are met along the order, few are looked up in
 * an index and sorted. SQLite counts hits to decide; PostgreSQL, whose planner estimates badly, reads the first rows.
 * Words of three characters and more are looked up by trigrams. Only where every word is shorter, prefixes of trigrams
 * (SQLite) or pairs (PostgreSQL, the function `letter_pairs`) are used. `wordsAtHand`: the index of the order also
 * holds the words, so that reading along it is cheap.
 */
export function containsText(db: Db, table: string, words: string, { wordsAtHand }: { wordsAtHand: boolean }): Search {
  const terms = searchTerms(words)
  const along = containsTerms(db, `${table}.search_text`, terms)
  const long = terms.filter(isLong)
  if (dialectOf(db) === 'postgres') {
    const indexed = long.length > 0 ? along : shortOnPostgres(table, terms)
    const hits = sql`with hits as materialized (select id from ${sql.table(table)} where ${indexed}) select id from hits`
    const anywhere = sql<SqlBool>`${sql.ref(`${table}.id`)} in (${hits})`
    return { anywhere: async () => anywhere, along, windows: WINDOWS.postgres }
  }
  const rowId = `${table}.search_id`
  const trigrams = sql.id(`${table}_search`)
  const short = terms.filter((term) => !isLong(term)).map((term) => shortOnSqlite(table, term))
  const [only] = short
  if (only && terms.length === 1)
    return { anywhere: async () => sql<SqlBool>`${sql.ref(rowId)} in (${only})`, along, windows: WINDOWS.sqlite }
  const many = wordsAtHand ? MANY.wordsAtHand : MANY.wordsInRows
  const rare = long.filter((term) => term.every((spelling) => lettersOf(spelling).length >= RARE_LETTERS))
  const anywhere = async () => {
    for (const asked of rare.length < long.length ? [rare, long] : [long]) {
      if (asked.length === 0) continue
      const hits = sql`select rowid from ${trigrams} where ${trigrams} match ${allOf(asked, quoted)} limit ${many}`
      const { rows } = await sql<{ rowid: number }>`${hits}`.execute(db)
      if (rows.length === many) continue
      // Looked up once; a list as one parameter keeps the statement the same for every search.
      const found = sql`select value from json_each(${JSON.stringify(rows.map(({ rowid }) => rowid))})`
      const looked = among(db, rowId, found, rows.length)
      return asked.length === terms.length ? looked : sql<SqlBool>`${looked} and ${along}`
    }
    // If the long words are frequent, a short one may be rare. Two large sets are never intersected.
    for (const rows of short)
      if ((await countUpTo(db, rows, many)) < many) return sql<SqlBool>`${sql.ref(rowId)} in (${rows}) and ${along}`
    return along
  }
  return { anywhere, along, windows: wordsAtHand ? WINDOWS.sqlite : [] }
}

/** Condition „the column, made by `searchableText`, contains every word of the search“. */
export function containsTerms(db: Db, column: string, terms: readonly SearchTerm[]): Expression<SqlBool> {
  const postgres = dialectOf(db) === 'postgres'
  const has = (spelling: string) =>
    postgres
      ? sql<SqlBool>`${sql.ref(column)} like ${containing(spelling)} escape '\\'`
      : sql<SqlBool>`instr(${sql.ref(column)}, ${spelling}) > 0`
  const found = terms.map((term) => sql<SqlBool>`(${sql.join(term.map(has), sql` or `)})`)
  return found.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(found, sql` and `)}`
}

/** Whether a trigram index finds the word in each of its spellings. */
export function isLong(term: SearchTerm): boolean {
  return term.every((spelling) => lettersOf(spelling).length >= TRIGRAM)
}

/**
 * The `match` query for an index of trigrams without positions (`searchIndex`) on SQLite: rows with the rarest trigrams
 * of some spelling of every word. `containsTerms` then checks the words themselves.
 */
export function trigramsOf(terms: readonly SearchTerm[]): string {
  return allOf(terms, (spelling) => {
    const letters = lettersOf(spelling)
    const trigrams = new Set(letters.slice(TRIGRAM - 1).map((_, at) => letters.slice(at, at + TRIGRAM).join('')))
    const rarest = [...trigrams].sort((one, other) => rarity(other) - rarity(one)).slice(0, ASKED_TRIGRAMS)
    return `(${rarest.map(quoted).join(' AND ')})`
  })
}

/** Whether searches run on this thread, where they hold up everything else: on SQLite. */
export function searchesHere(db: Db): boolean {
  return dialectOf(db) === 'sqlite'
}

/**
 * SQLite: the words to look up, rarest first, of which the index passes at most `MOST_TRIGRAMS` lists: each costs time with
 * the number of texts. `containsTerms` checks the other words.
 */
export function mostTelling(terms: readonly SearchTerm[]): SearchTerm[] {
  const length = (term: SearchTerm) => Math.min(...term.map((spelling) => lettersOf(spelling).length))
  const chosen: SearchTerm[] = []
  let trigrams = 0
  for (const term of terms.toSorted((one, other) => length(other) - length(one))) {
    const own = term.reduce((sum, spelling) => sum + Math.min(lettersOf(spelling).length - 2, ASKED_TRIGRAMS), 0)
    if (chosen.length > 0 && trigrams + own > MOST_TRIGRAMS) continue
    chosen.push(term)
    trigrams += own
  }
  return chosen
}

/** Higher for trigrams of fewer texts; other characters count as rare. */
function rarity(trigram: string): number {
  let sum = 0
  for (const letter of trigram) {
    const place = BY_FREQUENCY.indexOf(letter)
    sum += place === -1 ? BY_FREQUENCY.length : place
  }
  return sum
}

function lettersOf(spelling: string): string[] {
  return Array.from(spelling)
}

function allOf(terms: readonly SearchTerm[], ask: (spelling: string) => string): string {
  return terms.map((term) => `(${term.map(ask).join(' OR ')})`).join(' AND ')
}

function quoted(letters: string): string {
  return `"${letters.replaceAll('"', '""')}"`
}

/** Some spelling of each word has one or two characters; another may be longer (`üb`: `ub`, `ueb`). */
function shortOnPostgres(table: string, terms: readonly SearchTerm[]): Expression<SqlBool> {
  const column = sql.ref(`${table}.search_text`)
  const has = (spelling: string) =>
    isLong([spelling])
      ? sql`${column} like ${containing(spelling)} escape '\\'`
      : sql`letter_pairs(${column}) @> array[${spelling}::text]`
  const found = terms.map((term) => sql`(${sql.join(term.map(has), sql` or `)})`)
  return found.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(found, sql` and `)}`
}

function shortOnSqlite(table: string, term: SearchTerm): RawBuilder<unknown> {
  const [beginnings, trigrams] = [sql.id(`${table}_terms`), sql.id(`${table}_search`)]
  const has = (spelling: string) =>
    isLong([spelling])
      ? sql`select rowid as doc from ${trigrams} where ${trigrams} match ${quoted(spelling)}`
      : sql`select doc from ${beginnings} where term >= ${spelling} and term < ${`${spelling}\u{10ffff}`}`
  return sql`select distinct doc from (${sql.join(term.map(has), sql` union all `)})`
}

/**
 * Condition „the column's value is in this set“ for rows read in some order. `count` is the size of the set (up to a
 * limit): SQLite, which keeps no statistics, looks up few values and meets many along the order.
 */
export function among(db: Db, column: string, these: RawBuilder<unknown>, count: number): Expression<SqlBool> {
  const onTheWay = dialectOf(db) === 'sqlite' && count > FEW
  // A unary plus keeps SQLite from using the column's own index.
  return sql<SqlBool>`${onTheWay ? sql`+` : sql``}${sql.ref(column)} in (${these})`
}

/** Counts the rows of a query; stops at `limit`. */
export async function countUpTo(db: Db, query: RawBuilder<unknown>, limit: number): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from (${query} limit ${limit}) as counted`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** `like` pattern that finds the text anywhere; `%`, `_` and `\` in it are literal. */
export function containing(folded: string): string {
  return `%${folded.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}

/** Index pages written per merge step: about 5 ms, during which no other request is served. */
const STEP = 64

/**
 * SQLite only: merges the segments of the search indexes, so that lookups stay quick after many changes (PostgreSQL's
 * own maintenance does so). Works in small steps, between which requests are served.
 */
export async function mergeSearchIndexes(db: Db): Promise<void> {
  if (dialectOf(db) === 'postgres') return
  const { rows: indexes } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and sql like '%fts5(%'`.execute(db)
  for (const { name } of indexes) {
    const index = sql.id(name)
    // A negative number starts merging everything into one segment, positive ones continue it.
    for (let pages = -STEP, more = true; more; pages = STEP) {
      // In a transaction: outside of one the reading connection would be used, which has made no changes.
      more = await db.transaction().execute(async (tx) => {
        const before = await totalChanges(tx)
        await sql`insert into ${index}(${index}, rank) values ('merge', ${pages})`.execute(tx)
        // The command itself counts as one change.
        return (await totalChanges(tx)) - before > 1
      })
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}

async function totalChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db)
  return Number(rows[0]?.changes ?? 0)
}
