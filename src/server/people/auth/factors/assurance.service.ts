import type { Tx } from '../../../platform/db/db.ts'
import { lockFor } from '../../../platform/db/locks.ts'
import { getUserParts } from '../account/account.queries.ts'
import type { AmrEntry } from '../protocol/claims.ts'
import * as queries from '../sessions/sessions.queries.ts'
import type { OpenSession } from '../sessions/sessions.service.ts'

/** Names of second factors in `amr` (docs/reference/auth-protocol.md §4). */
export const AMR_METHODS = { totp: 'totp', phone: 'mfa/phone', webauthn: 'mfa/webauthn' } as const
export type FactorType = keyof typeof AMR_METHODS

/**
 * Raises a session to aal2 after a second factor. From aal1 its refresh counter advances by two, so that the aal1 token
 * does not count as the previous one (docs/reference/auth-protocol.md §6). Null when the session is gone.
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

/** Lowers the sessions that a removed factor had raised to aal1. */
export async function lowerSessionsOf(tx: Tx, factorId: string, type: FactorType): Promise<void> {
  for (const { id, amr } of await queries.listSessionsRaisedBy(tx, factorId)) {
    await lockFor(tx, `session:${id}`)
    const left = (JSON.parse(amr) as AmrEntry[]).filter(({ method }) => method !== AMR_METHODS[type])
    await queries.updateSession(tx, id, { aal: 'aal1', factor_id: null, amr: JSON.stringify(left) })
  }
}
