import type { Tx } from '../../../platform/db/db.ts'
import { lockFor } from '../../../platform/db/locks.ts'
import { getUserParts } from '../account/account.queries.ts'
import type { AmrEntry } from '../protocol/claims.ts'
import * as queries from '../sessions/sessions.queries.ts'
import type { OpenSession } from '../sessions/sessions.service.ts'

/** How each kind of second factor is named in `amr` (docs/reference/auth-protocol.md §4). */
export const AMR_METHODS = { totp: 'totp', phone: 'mfa/phone', webauthn: 'mfa/webauthn' } as const
export type FactorType = keyof typeof AMR_METHODS

/**
 * Raises a session to aal2 after a second factor. From aal1 its refresh tokens move on by two, so that the aal1 one is not
 * "one behind" (docs/reference/auth-protocol.md §6). Null when the session is gone.
 */
export async function raiseSession(
  tx: Tx,
  sessionId: string,
  { method, factorId, now }: { method: string; factorId: string | null; now: Date },
): Promise<OpenSession | null> {
  await lockFor(tx, `session:${sessionId}`)
  const before = await queries.getSession(tx, sessionId)
  const parts = before && (await getUserParts(tx, before.user_id))
  if (!before || !parts) return null
  const amr: AmrEntry[] = [
    { method, timestamp: Math.floor(now.getTime() / 1000) },
    ...(JSON.parse(before.amr) as AmrEntry[]).filter((entry) => entry.method !== method),
  ]
  const change = {
    aal: 'aal2',
    amr: JSON.stringify(amr),
    factor_id: factorId,
    refresh_counter: before.refresh_counter + (before.aal === 'aal1' ? 2 : 1),
    refreshed_at: now.toISOString(),
  }
  await queries.updateSession(tx, sessionId, change)
  return { session: { ...before, ...change }, parts }
}

/** Takes from every session what a removed factor gave it: back to aal1. */
export async function lowerSessionsOf(tx: Tx, factorId: string, type: FactorType): Promise<void> {
  for (const { id, amr } of await queries.listSessionsRaisedBy(tx, factorId)) {
    await lockFor(tx, `session:${id}`)
    const left = (JSON.parse(amr) as AmrEntry[]).filter(({ method }) => method !== AMR_METHODS[type])
    await queries.updateSession(tx, id, { aal: 'aal1', factor_id: null, amr: JSON.stringify(left) })
  }
}
