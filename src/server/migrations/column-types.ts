import type { Kysely } from 'kysely'
import { dialectOf } from '../platform/db/dialect.ts'

/** Column types that differ between the databases, for statements of migrations. */
export function columnTypes(db: Kysely<never>): { instant: string; codeUnits: string } {
  return dialectOf(db) === 'postgres'
    ? // Fractional indices are compared by code unit, whatever the database's language.
      { instant: 'timestamptz(3)', codeUnits: 'text collate "C"' }
    : { instant: 'text', codeUnits: 'text' }
}
