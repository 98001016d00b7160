import { PostgresAdapter, type Kysely } from 'kysely'

export type DialectName = 'sqlite' | 'postgres'

/**
 * Which of the two databases a handle or transaction speaks to. Only `platform/db` and migrations ask: what differs elsewhere has
 * a name here (`expressions.ts`, `locks.ts`, `search.ts`, `word-index.ts`).
 */
export function dialectOf(db: Pick<Kysely<never>, 'getExecutor'>): DialectName {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
}
