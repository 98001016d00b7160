import type { AccountSession } from '../../../../contract/account/sessions.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { recordEvent } from '../../accounts/audit.service.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Caller } from '../../../platform/caller.ts'
import { deviceOf } from './device.ts'
import { deleteSession, deleteSessionsOf, getSession, listSessionsOf } from './sessions.queries.ts'

const LISTED = 100

/** Actor, time and client address of ending sessions. */
type Ending = { caller: Caller; now: Date; ip: string }

/** The caller's sessions, the present one first, then by last use (RUL-11). */
export async function listSessions(db: Db, caller: Caller): Promise<AccountSession[]> {
  const rows = await listSessionsOf(db, caller.userId, caller.sessionId, LISTED)
  return rows.map((row) => ({
    id: row.id,
    device: deviceOf(row.user_agent),
    ip: row.ip,
    created_at: row.created_at,
    last_used_at: row.refreshed_at,
    second_factor: row.aal === 'aal2',
    current: row.id === caller.sessionId,
  }))
}

/** Ends one of the caller's sessions at once; 404 for any other. */
export async function endSession(db: Db, id: string, ending: Ending): Promise<void> {
  await inTransaction(db, async (tx) => {
    const session = await getSession(tx, id)
    if (session?.user_id !== ending.caller.userId) throw new ApiError('not_found')
    await deleteSession(tx, id)
    await audit(tx, ending, { session_id: id })
  })
}

/** Ends all of the caller's sessions except the present one; returns their number. */
export async function endOtherSessions(db: Db, ending: Ending): Promise<number> {
  return inTransaction(db, async (tx) => {
    const ended = await deleteSessionsOf(tx, ending.caller.userId, ending.caller.sessionId)
    await audit(tx, ending, { scope: 'others', ended })
    return ended
  })
}

async function audit(tx: Tx, { caller, now, ip }: Ending, details: Record<string, unknown>): Promise<void> {
  await recordEvent(tx, { event: 'sessions_ended', at: now, userId: caller.userId, email: caller.email, ip, details })
}
