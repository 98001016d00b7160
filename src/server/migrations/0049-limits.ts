import { sql, type Kysely } from 'kysely'
import { dialectOf } from '../platform/db/dialect.ts'

/**
 * Counted requests of all instances (`platform/fleet/limits.ts`, ADR 39): in milliseconds since 1970 when a budget is whole again.
 * Unlogged on PostgreSQL: counting waits for no disk, and after a crash of the database budgets are whole.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const unlogged = sql.raw(dialectOf(db) === 'postgres' ? 'unlogged' : '')
  await sql`create ${unlogged} table rate_limits (id text primary key, whole_at double precision not null)`.execute(db)
}
