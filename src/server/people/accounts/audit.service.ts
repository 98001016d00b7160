import type { AuditEvent } from '../../../contract/audit.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'

export type AuditEntry = {
  event: AuditEvent
  at: Date
  /** The account concerned. */
  userId?: string
  /** The account that acted, where it is another one. */
  actorId?: string
  email?: string | null
  ip?: string
  details?: Record<string, unknown>
}

/** Writes an entry of the audit log, in the transaction of the event. Never put a secret into `details`. */
export async function recordEvent(tx: Tx, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      id: newId(),
      at: entry.at.toISOString(),
      event: entry.event,
      user_id: entry.userId ?? null,
      actor_id: entry.actorId ?? null,
      email: entry.email ?? null,
      ip: entry.ip ?? null,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute()
}

const DAYS_KEPT = 90

/** Deletes entries older than 90 days. */
export async function forgetOldEvents(db: Db, now: Date): Promise<void> {
  const limit = new Date(now.getTime() - DAYS_KEPT * 86_400_000)
  await db.deleteFrom('audit_log').where('at', '<', limit.toISOString()).execute()
}
