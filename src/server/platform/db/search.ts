import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { fold } from '../../../rules/fold.ts'
import { dialectOf, type Db } from './db.ts'

/** SQLite only: below so many rows it is quicker to sort what was found than to look for it along an order. */
const FEW = 400
/** SQLite only: from so many hits on, a page full of them is found quickest by reading along the order. */
const MANY = { wordsAtHand: 1000, wordsInRows: 5000 }

/** So many first rows of the order are read for words that many rows have, before an index is asked. */
const WINDOWS = { sqlite: [1000, 5000], postgres: [400, 5000] }

/**
 * How to find words: `along` the first rows of the order, within the smallest of the `windows` and, where they are met often
 * there, within the larger one; if these are not enough `anywhere`. Without windows there is only the second.
 */
export type Search = {
  anywhere: () => Promise<Expression<SqlBool>>
  along: Expression<SqlBool>
  windows: readonly number[]
}

/**
 * Conditions „the table's folded search_text contains these words“ (ART-1: case-insensitive, umlauts too), so put that a
 * page of the first hits in some order is quick however many there are: many hits are met along the order, few are looked up
 * in an index and sorted. SQLite counts them to know; PostgreSQL, whose planner guesses wrong, looks at the first rows.
 * Three letters and more are looked up by their trigrams, fewer by the beginnings of trigrams (SQLite) or by the pairs of
 * letters (PostgreSQL, `letter_pairs` of migration 0018).
 * `wordsAtHand`: the order has an index that holds the words too, so that reading along it is cheap.
 */
export function containsText(
  db: Db,
  table: 'articles',
  words: string,
  { wordsAtHand }: { wordsAtHand: boolean },
): Search {
  const folded = fold(words.trim())
  const column = sql.ref(`${table}.search_text`)
  const short = [...folded].length < 3
  if (dialectOf(db) === 'postgres') {
    const along = sql<SqlBool>`${column} like ${containing(folded)} escape '\\'`
    const indexed = short ? sql<SqlBool>`letter_pairs(${column}) @> array[${folded}::text]` : along
    const hits = sql`with hits as materialized (select id from ${sql.table(table)} where ${indexed}) select id from hits`
    const anywhere = sql<SqlBool>`${sql.ref(`${table}.id`)} in (${hits})`
    return { anywhere: async () => anywhere, along, windows: WINDOWS.postgres }
  }
  const along = sql<SqlBool>`instr(${column}, ${folded}) > 0`
  const rowId = `${table}.search_id`
  if (short) {
    const [terms, end] = [sql.id(`${table}_terms`), `${folded}\u{10ffff}`]
    const hits = sql`select distinct doc from ${terms} where term >= ${folded} and term < ${end}`
    return { anywhere: async () => sql<SqlBool>`${sql.ref(rowId)} in (${hits})`, along, windows: WINDOWS.sqlite }
  }
  const trigrams = sql.id(`${table}_search`)
  const hits = sql`select rowid from ${trigrams} where ${trigrams} match ${`"${folded.replaceAll('"', '""')}"`}`
  const many = wordsAtHand ? MANY.wordsAtHand : MANY.wordsInRows
  const anywhere = async () => {
    const { rows } = await sql<{ rowid: number }>`${hits} limit ${many}`.execute(db)
    if (rows.length === many) return along
    // Looked up once; a list as one parameter leaves the statement the same for every search.
    const found = sql`select value from json_each(${JSON.stringify(rows.map(({ rowid }) => rowid))})`
    return among(db, rowId, found, rows.length)
  }
  return { anywhere, along, windows: wordsAtHand ? WINDOWS.sqlite : [] }
}

/**
 * Condition „the column's value is among these“ for rows read in some order. `count` says how many these are (up to a
 * limit): SQLite, which keeps no statistics, looks few of them up, and meets many of them on the way along the order.
 */
export function among(db: Db, column: string, these: RawBuilder<unknown>, count: number): Expression<SqlBool> {
  const onTheWay = dialectOf(db) === 'sqlite' && count > FEW
  // A unary plus keeps SQLite from taking the column's own index.
  return sql<SqlBool>`${onTheWay ? sql`+` : sql``}${sql.ref(column)} in (${these})`
}

/** How many rows a query has; stops counting at `limit`. */
export async function countUpTo(db: Db, query: RawBuilder<unknown>, limit: number): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from (${query} limit ${limit}) as counted`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** `like` pattern that finds the folded words anywhere; `%`, `_` and `\` in them stand for themselves. */
export function containing(folded: string): string {
  return `%${folded.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}

/** The same as a `glob` pattern of SQLite; `*`, `?` and `[` stand for themselves. */
export function containingGlob(folded: string): string {
  return `*${folded.replace(/[*?[]/g, (sign) => `[${sign}]`)}*`
}

/** Pages of an index that one step of merging writes: some 5 ms, in which nobody else is answered. */
const STEP = 64

/**
 * SQLite only: merges the pieces that the search indexes were written in, so that looking words up stays quick after many
 * changes (PostgreSQL's own maintenance does so). Goes on in small steps between which others are served.
 */
export async function mergeSearchIndexes(db: Db): Promise<void> {
  if (dialectOf(db) === 'postgres') return
  const { rows: indexes } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and sql like '%using fts5(%'`.execute(db)
  for (const { name } of indexes) {
    const index = sql.id(name)
    // A negative number begins to merge everything into one, positive ones go on with that.
    for (let pages = -STEP, more = true; more; pages = STEP) {
      // A transaction, since outside of one another connection reads, which has changed nothing.
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
