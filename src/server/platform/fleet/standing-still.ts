import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import { NOTICE_DEATH } from './process-locks.ts'

/** Whoever stands still in the middle of a transaction (frozen, cut off without a word) holds what others wait for no longer than this. */
export const STANDSTILL_MS = 5000

/**
 * PostgreSQL: leaves this transaction in peace however long it waits for something else, a bucket or a disk; others do not wait for it.
 * It ends when its machine dies.
 */
export async function mayStandStill(tx: Tx): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
  for (const [setting, value] of Object.entries(NOTICE_DEATH))
    await sql`set local ${sql.raw(setting)} = ${sql.lit(value)}`.execute(tx)
}
