import { sql, type Expression, type SqlBool } from 'kysely'
import { fold } from '../../../rules/fold.ts'
import { dialectOf, type Db } from './db.ts'

/**
 * Condition „the table's folded search_text contains these words“ (ART-1: case-insensitive, umlauts too). Uses the
 * trigram index of the dialect; words under three letters have no trigram and read the column.
 */
export function containsText(db: Db, table: 'articles', words: string): Expression<SqlBool> {
  const folded = fold(words.trim())
  const column = sql.ref(`${table}.search_text`)
  if (dialectOf(db) === 'sqlite' && [...folded].length >= 3) {
    const index = sql.id(`${table}_search`)
    const phrase = `"${folded.replaceAll('"', '""')}"`
    return sql<SqlBool>`${sql.ref(`${table}.search_id`)} in (select rowid from ${index} where ${index} match ${phrase})`
  }
  return sql<SqlBool>`${column} like ${containing(folded)} escape '\\'`
}

/** `like` pattern that finds the folded words anywhere; `%`, `_` and `\` in them stand for themselves. */
export function containing(folded: string): string {
  return `%${folded.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}
