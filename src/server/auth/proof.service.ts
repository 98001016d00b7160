import type { UsersTable } from '../account-tables.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { AmrEntry } from './protocol/claims.ts'
import type { AuthContext, Guesser } from './account/context.ts'
import { AuthFault } from './protocol/faults.ts'
import { takeCode } from './one-time/one-time-tokens.service.ts'
import { guessPassword } from './account/password-guesses.service.ts'
import { getSession } from './sessions/sessions.queries.ts'

/** So long after a sign-in, or a shown factor, a session changes ways to sign in without a further proof. */
const FRESH_MS = 24 * 3_600_000

export type Proof = { current_password?: string | null; nonce?: string | null }

/**
 * Asks for what a change of address or password needs beside a session, which may be an old or a stolen one: the present
 * password (counted like a guess at the sign-in), the code mailed by `/reauthenticate`, or a sign-in of the last 24 hours.
 * Errors: 400 `invalid_credentials` for a wrong password, 422 `reauthentication_not_valid` for a wrong code, 400
 * `reauthentication_needed` without either; 429.
 */
export async function requireProof(
  auth: AuthContext,
  caller: Caller,
  { password_hash: hash }: Pick<UsersTable, 'password_hash'>,
  { current_password: password, nonce }: Proof,
  visitor: Guesser,
): Promise<void> {
  if (password && hash) {
    if (!(await fitsOwnAccount(auth, caller, { hash, password }, visitor)))
      throw new AuthFault('wrong_current_password')
    return
  }
  if (nonce) {
    const given = { email: caller.email, code: nonce, kinds: ['reauthentication'] as const }
    if (!(await inTransaction(auth.db, (tx) => takeCode(tx, auth, given, auth.clock()))))
      throw new AuthFault('invalid_nonce')
    return
  }
  if (!(await signedInWithin(auth, caller, FRESH_MS))) throw new AuthFault('reauthentication_required')
}

/**
 * The same for what has no room for a password or code: second factors, linked identities. Throws 400
 * `reauthentication_needed` in a session that began more than 24 hours ago.
 */
export async function requireFreshSession(auth: AuthContext, caller: Caller): Promise<void> {
  if (!(await isFresh(auth, caller))) throw new AuthFault('sign_in_again')
}

/** True for a session whose sign-in, or newest shown factor, is less than 24 hours old. */
export async function isFresh(auth: AuthContext, caller: Caller): Promise<boolean> {
  return signedInWithin(auth, caller, FRESH_MS)
}

/** True when the session began, or a factor was shown in it, within so many milliseconds; not in the future of a wrong clock. */
export async function signedInWithin(auth: AuthContext, caller: Caller, ms: number): Promise<boolean> {
  const session = await getSession(auth.db, caller.sessionId)
  const [newest] = session ? (JSON.parse(session.amr) as AmrEntry[]) : []
  return newest !== undefined && Math.abs(auth.clock().getTime() - newest.timestamp * 1000) < ms
}

/** True when this is the caller's own password; whoever holds a stolen session gets no more tries than at the sign-in. */
export async function fitsOwnAccount(
  auth: AuthContext,
  caller: Caller,
  { hash, password }: { hash: string | null; password: string },
  visitor: Guesser,
): Promise<boolean> {
  return guessPassword(auth, { account: caller.email || caller.userId, userId: caller.userId, hash, password }, visitor)
}
