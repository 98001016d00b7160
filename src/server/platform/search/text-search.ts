import { sql, type Expression, type SqlBool } from 'kysely'
import type { SearchTerm } from '../../../rules/search-text.ts'
import type { Db } from '../db/db.ts'
import { dialectOf } from '../db/dialect.ts'
import { containsTerms, isLong, mostTelling, trigramsOf } from './search.ts'

/** SQLite only: texts that are searched at a time, which takes some milliseconds. */
const CANDIDATES = 500
/** PostgreSQL only: number of the newest texts read before the trigram index is used. */
const NEWEST = 150
/** Number of the newest texts scanned for a word of one or two characters, which no index of texts covers. */
const LOOKED_THROUGH = 2000

/**
 * Long folded texts stored apart from their records: table `texts` (its `search_text` indexed by `searchIndex` without
 * positions), whose column `owner` is the record's id, in insertion order.
 */
export type LongTexts = { texts: string; owner: string; records: string }

type Wanted = {
  terms: readonly SearchTerm[]
  /** Records whose own `search_text` contains all of these are left out, since another query finds them. */
  without: readonly SearchTerm[]
  /** Conditions on the records. */
  conditions: readonly Expression<SqlBool>[]
  /** Columns of the records, with the table name. */
  columns: readonly string[]
  limit: number
}

/**
 * Records whose text contains every word, newest first, without those found by their own text. At least one word must
 * be long enough for the index (`isLong`).
 */
export async function findInTexts<Row>(db: Db, tables: LongTexts, wanted: Wanted): Promise<Row[]> {
  return dialectOf(db) === 'postgres' ? findOnPostgres(db, tables, wanted) : findOnSqlite(db, tables, wanted)
}

/**
 * The trigram index names the candidates, newest first, and reading their texts stops at the last hit needed. A word with frequent
 * trigrams that occurs nowhere has all texts as candidates, so they are read some at a time: other requests are served in between.
 */
async function findOnSqlite<Row>(db: Db, { texts, owner, records }: LongTexts, wanted: Wanted): Promise<Row[]> {
  const { terms, without, conditions, columns, limit } = wanted
  const index = sql.table(`${texts}_search`)
  const match = trigramsOf(mostTelling(terms.filter(isLong)))
  const most = terms.every(isLong) ? -1 : LOOKED_THROUGH - CANDIDATES
  const found: Row[] = []
  // Each further lookup passes the index from its beginning, so the second one names all others.
  let candidates: number[] = []
  for (const count of [CANDIDATES, most]) {
    const before = candidates.length > 0 ? sql`and rowid < ${candidates.at(-1)}` : sql``
    const { rows: named } = await sql<{ rowid: number }>`
      select rowid from ${index} where ${index} match ${match} ${before} order by rowid desc limit ${count}`.execute(db)
    candidates = named.map(({ rowid }) => rowid)
    for (let at = 0; at < candidates.length && found.length < limit; at += CANDIDATES) {
      const ids = JSON.stringify(candidates.slice(at, at + CANDIDATES))
      // Cross joins keep SQLite from changing the order of the tables.
      const { rows } = await sql<Row>`
        select ${sql.join(columns.map((column) => sql.ref(column)))}
        from json_each(${ids}) as candidate
          cross join ${sql.table(texts)} on ${sql.ref(`${texts}.search_id`)} = candidate.value
          cross join ${sql.table(records)} on ${sql.ref(`${records}.id`)} = ${sql.ref(`${texts}.${owner}`)}
        where ${containsTerms(db, `${texts}.search_text`, terms)}
          and ${sql.join(conditions, sql` and `)} and not (${containsTerms(db, `${records}.search_text`, without)})
        limit ${limit - found.length}`.execute(db)
      found.push(...rows)
    }
    if (candidates.length < CANDIDATES || found.length >= limit) break
  }
  return found
}

/**
 * Frequent words are found among the newest texts; looking them up in the index would unpack every text. Only rarer
 * ones use the index.
 */
async function findOnPostgres<Row>(db: Db, { texts, owner, records }: LongTexts, wanted: Wanted): Promise<Row[]> {
  const { terms, without, conditions, columns, limit } = wanted
  const [text, key, id] = [sql.table(texts), sql.ref(owner), sql.ref(`${records}.id`)]
  const long = containsTerms(db, `${texts}.search_text`, terms.filter(isLong))
  const newestOfLong = sql`${key} >= (select min(found) from (select ${key} as found from ${text}
    where ${long} order by ${key} desc limit ${LOOKED_THROUGH}) as newest)`
  const all = containsTerms(db, `${texts}.search_text`, terms)
  const inText = terms.every(isLong) ? all : sql<SqlBool>`${newestOfLong} and ${all}`
  const passing = sql`${sql.join(conditions, sql` and `)}`
  const find = async (condition: Expression<SqlBool>) => {
    const { rows } = await sql<Row>`
      select ${sql.join(columns.map((column) => sql.ref(column)))}
      from ${sql.table(records)} inner join ${text} on ${sql.ref(`${texts}.${owner}`)} = ${id}
      where ${passing} and not (${containsTerms(db, `${records}.search_text`, without)}) and ${condition}
      order by ${id} desc limit ${limit}`.execute(db)
    return rows
  }
  const newest = await find(
    sql<SqlBool>`${id} in (select ${id} from ${sql.table(records)} where ${passing} order by ${id} desc limit ${NEWEST})
      and ${inText}`,
  )
  if (newest.length === limit) return newest
  return find(
    sql<SqlBool>`${id} in (with hits as materialized (select ${key} from ${text} where ${inText}) select ${key} from hits)`,
  )
}
