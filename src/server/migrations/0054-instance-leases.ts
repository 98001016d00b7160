import { sql, type Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'
import { dialectOf } from '../platform/db/dialect.ts'

/**
 * When each instance last promised to hear of changes (`platform/fleet/leases.ts`, ADR 47). Unlogged on PostgreSQL: a promise waits for
 * no disk, and behind a crash or on a promoted standby there is none.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const unlogged = sql.raw(dialectOf(db) === 'postgres' ? 'unlogged' : '')
  const { instant } = columnTypes(db)
  await sql`create ${unlogged} table instance_leases (id text primary key, renewed_at ${instant} not null)`.execute(db)
}
