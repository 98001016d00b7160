import type { AuthMailOrdersTable } from '../../account-tables.ts'
import type { Db, Tx } from '../../platform/db/db.ts'

export type MailOrderRow = AuthMailOrdersTable

export async function insertOrder(tx: Tx, row: MailOrderRow): Promise<void> {
  await tx.insertInto('auth_mail_orders').values(row).execute()
}

/**
 * The order that has been due longest, or null; one postponed beyond `latest` was written while a clock was ahead, and
 * is due.
 */
export async function getDueOrder(
  db: Db,
  { now, latest }: { now: string; latest: string },
): Promise<MailOrderRow | null> {
  const row = await db
    .selectFrom('auth_mail_orders')
    .selectAll()
    .where((where) => where.or([where('next_attempt_at', '<=', now), where('next_attempt_at', '>', latest)]))
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Claims an order until `nextAttemptAt`. False when another instance was faster. A claimed order without an error is being
 * sent, or its attempt ended without an outcome.
 */
export async function claimOrder(db: Db, order: MailOrderRow, nextAttemptAt: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('auth_mail_orders')
    .set({ attempts: order.attempts + 1, next_attempt_at: nextAttemptAt, last_error: null })
    .where('id', '=', order.id)
    .where('attempts', '=', order.attempts)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function noteOrderError(db: Db, id: string, error: string): Promise<void> {
  await db.updateTable('auth_mail_orders').set({ last_error: error }).where('id', '=', id).execute()
}

export async function deleteOrder(db: Db, id: string): Promise<void> {
  await db.deleteFrom('auth_mail_orders').where('id', '=', id).execute()
}

/** Number of unsent mails, since when, and the newest reason; null when there are none. */
export async function listStuckMails(db: Db): Promise<{ count: number; since: string; error: string } | null> {
  const rows = await db
    .selectFrom('auth_mail_orders')
    .select(['created_at', 'last_error'])
    .where('last_error', 'is not', null)
    .orderBy('created_at')
    .execute()
  const [first] = rows
  return first ? { count: rows.length, since: first.created_at, error: rows.at(-1)?.last_error ?? '' } : null
}
