import { sql, type Expression, type SqlBool } from 'kysely'
import type { SearchTerm } from '../../../rules/search-text.ts'
import type { Db } from '../db/db.ts'
import { dialectOf } from '../db/dialect.ts'
import { containsTerms, isLong, trigramsOf } from './search.ts'

/** PostgreSQL only: so many of the newest texts are read before the trigram index is asked. */
const NEWEST = 150
/** With a word of one or two letters, which no index of texts knows: so many of the newest with the others are looked through. */
const LOOKED_THROUGH = 2000

/**
 * Long folded texts beside the records they belong to: table `texts` (its `search_text` indexed by `searchIndex` without
 * positions), whose column `owner` is the record's id, in the order in which records came.
 */
export type LongTexts = { texts: string; owner: string; records: string }

type Wanted = {
  terms: readonly SearchTerm[]
  /** Records whose own `search_text` has all of these are left out: they are found by it. */
  without: readonly SearchTerm[]
  /** What the records must meet. */
  conditions: readonly Expression<SqlBool>[]
  /** Of the records, with their table's name. */
  columns: readonly string[]
  limit: number
}

/**
 * Records whose text contains every word, newest first, but those found without it. At least one of the words has
 * to be long enough for the index (`isLong`).
 */
export async function findInTexts<Row>(db: Db, tables: LongTexts, wanted: Wanted): Promise<Row[]> {
  return dialectOf(db) === 'postgres' ? findOnPostgres(db, tables, wanted) : findOnSqlite(db, tables, wanted)
}

/** The trigram index gives its rows newest first, one after the other, so that reading ends with the last one wanted. */
async function findOnSqlite<Row>(db: Db, { texts, owner, records }: LongTexts, wanted: Wanted): Promise<Row[]> {
  const { terms, without, conditions, columns, limit } = wanted
  const index = sql.table(`${texts}_search`)
  const rowId = sql.ref(`${texts}_search.rowid`)
  const match = trigramsOf(terms.filter(isLong))
  const newest = terms.every(isLong)
    ? sql``
    : sql`and ${rowId} >= (select min(found) from (select rowid as found from ${index}
        where ${index} match ${match} order by rowid desc limit ${LOOKED_THROUGH}))`
  // Cross joins keep SQLite from changing the order of the tables.
  const { rows } = await sql<Row>`
    select ${sql.join(columns.map((column) => sql.ref(column)))}
    from ${index} cross join ${sql.table(texts)} on ${sql.ref(`${texts}.search_id`)} = ${rowId}
      cross join ${sql.table(records)} on ${sql.ref(`${records}.id`)} = ${sql.ref(`${texts}.${owner}`)}
    where ${index} match ${match} ${newest}
      and ${containsTerms(db, `${texts}.search_text`, terms)}
      and ${sql.join(conditions, sql` and `)} and not (${containsTerms(db, `${records}.search_text`, without)})
    order by ${rowId} desc limit ${limit}`.execute(db)
  return rows
}

/**
 * Words that many texts contain are among the newest ones; asking the index for them would unpack every text. Only words
 * that are not are looked for there.
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
