import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { fold } from '../../../rules/fold.ts'
import { dialectOf, type Db } from './db.ts'

/** SQLite only: below so many rows it is quicker to sort what was found than to look for it along an order. */
const FEW = 400
/** SQLite only: from so many hits on, a page full of them is found quickest by reading along the order. */
const MANY = 5000

/** PostgreSQL only: words that many rows have are found among so many first ones of the order. */
const WINDOW = 400

/** How to find words: `along` the first `window` rows of the order, and if these are not enough `anywhere`. */
type Search = { anywhere: Expression<SqlBool>; along?: Expression<SqlBool>; window: number }

/**
 * Conditions „the table's folded search_text contains these words“ (ART-1: case-insensitive, umlauts too), so put that a
 * page of the first hits in some order is quick however many there are: many hits are met along the order, few are looked up
 * in the trigram index and sorted. SQLite counts them to know; PostgreSQL, whose planner guesses wrong, looks at the first
 * rows. Words under three letters have no trigram and are
 * read for.
 */
export async function containsText(db: Db, table: 'articles', words: string): Promise<Search> {
  const folded = fold(words.trim())
  const column = sql.ref(`${table}.search_text`)
  const indexed = [...folded].length >= 3
  if (dialectOf(db) === 'postgres') {
    const along = sql<SqlBool>`${column} like ${containing(folded)} escape '\\'`
    if (!indexed) return { anywhere: along, window: 0 }
    const hits = sql`with hits as materialized (select id from ${sql.table(table)} where ${along}) select id from hits`
    return { anywhere: sql<SqlBool>`${sql.ref(`${table}.id`)} in (${hits})`, along, window: WINDOW }
  }
  const readAlong = sql<SqlBool>`instr(${column}, ${folded}) > 0`
  const [trigrams, read] = [sql.id(`${table}_search`), sql.id(`${table}_words`)]
  const hits = indexed
    ? sql`select rowid from ${trigrams} where ${trigrams} match ${`"${folded.replaceAll('"', '""')}"`}`
    : sql`select search_id from ${sql.table(table)} indexed by ${read} where deleted_at is null and ${readAlong}`
  const count = await countUpTo(db, hits, MANY)
  return { anywhere: count === MANY ? readAlong : among(db, `${table}.search_id`, hits, count), window: 0 }
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
