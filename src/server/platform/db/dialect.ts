import { PostgresAdapter, type Kysely } from 'kysely'

export type DialectName = 'sqlite' | 'postgres'

/**
 * The database behind a handle or transaction. Only `platform/db` and migrations use it; elsewhere each difference has
 * a function (`expressions.ts`, `locks.ts`, `search.ts`, `word-index.ts`).
 */
export function dialectOf(db: Pick<Kysely<never>, 'getExecutor'>): DialectName {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
}
