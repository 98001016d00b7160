import type { Caller } from '../../../platform/caller.ts'
import { AuthFault } from '../protocol/auth-fault.ts'
import type { AmrEntry } from '../protocol/claims.ts'
import type { SessionContext } from './context.ts'
import { getSession } from './sessions.queries.ts'

/** Time after a sign-in or a verified factor in which ways to sign in can be changed without a further proof. */
const FRESH_MS = 24 * 3_600_000

type Dated = Pick<SessionContext, 'db' | 'clock'>

/**
 * Requires a fresh sign-in where no password or code can be sent: second factors, linked identities. Throws 400
 * `reauthentication_needed` in a session older than 24 hours.
 */
export async function requireFreshSession(auth: Dated, caller: Caller): Promise<void> {
  if (!(await isFresh(auth, caller))) throw new AuthFault('sign_in_again')
}

/** True for a session whose sign-in, or newest verified factor, is less than 24 hours old. */
export async function isFresh(auth: Dated, caller: Caller): Promise<boolean> {
  return signedInWithin(auth, caller, FRESH_MS)
}

/**
 * True when the session began, or a factor was verified in it, within the last `ms` milliseconds; not in the future of
 * a wrong clock.
 */
export async function signedInWithin(auth: Dated, caller: Caller, ms: number): Promise<boolean> {
  const session = await getSession(auth.db, caller.sessionId)
  const [newest] = session ? (JSON.parse(session.amr) as AmrEntry[]) : []
  return newest !== undefined && Math.abs(auth.clock().getTime() - newest.timestamp * 1000) < ms
}
