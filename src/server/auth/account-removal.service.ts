import type { RemovalFacts } from '../../contract/account-removal.ts'
import { ApiError, invalidField } from '../../contract/errors.ts'
import * as accounts from '../accounts/accounts.service.ts'
import { deleteAccount, getRemovalChoices } from '../accounts/removal.service.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { AmrEntry } from './claims.ts'
import type { AuthContext } from './context.ts'
import { AuthFault } from './faults.ts'
import { passwordFits } from './passwords.ts'
import { addressKey, passwordBudgets } from './rate-limits.ts'
import { getSession } from './sessions/sessions.queries.ts'

/** For how long a sign-in or a shown factor counts as a fresh proof, in seconds. */
const FRESH_SECONDS = 600

type Proof = RemovalFacts['proof']

/** What the caller has to know before the own account goes, and how they are to show who they are. */
export async function removalFactsOf(auth: AuthContext, caller: Caller): Promise<RemovalFacts> {
  return { ...(await getRemovalChoices(auth.db, caller.userId)), proof: await proofDue(auth, caller) }
}

/**
 * Deletes the caller's own account after a fresh proof. Errors: 403 `proof_required`, 400 for a wrong `password`, 429 after
 * guessing, and those of `deleteAccount`.
 */
export async function removeOwnAccount(
  auth: AuthContext,
  caller: Caller,
  { password, articlesTo, ip }: { password: string | undefined; articlesTo: string | null; ip: string },
): Promise<void> {
  const due = await proofDue(auth, caller)
  if (due === 'sign_in') throw new ApiError('proof_required')
  if (due === 'password') await checkOwnPassword(auth, caller, password, ip)
  await deleteAccount(auth.db, { id: caller.userId, articlesTo }, { caller, now: auth.clock(), ip })
}

async function proofDue(auth: AuthContext, caller: Caller): Promise<Proof> {
  const [user, session] = await Promise.all([
    accounts.getUser(auth.db, caller.userId),
    getSession(auth.db, caller.sessionId),
  ])
  if (!user || !session) throw new ApiError('unauthorized')
  const [newest] = JSON.parse(session.amr) as AmrEntry[]
  const fresh = newest !== undefined && auth.clock().getTime() / 1000 - newest.timestamp < FRESH_SECONDS
  if (fresh && (caller.aal === 'aal2' || user.password_hash === null)) return 'given'
  return user.password_hash === null ? 'sign_in' : 'password'
}

/** Counted like guesses at the sign-in: whoever holds a stolen session does not get more tries here. */
async function checkOwnPassword(auth: AuthContext, caller: Caller, password: string | undefined, ip: string) {
  if (!password) throw new ApiError('proof_required')
  const budgets = passwordBudgets(addressKey(ip), caller.email || caller.userId)
  for (const [budget, key] of budgets) if (auth.limits.take(budget, key) > 0) throw new ApiError('rate_limited')
  const user = await accounts.getUser(auth.db, caller.userId)
  const fits = await passwordFits(user?.password_hash ?? null, password).catch((error: unknown) => {
    throw error instanceof AuthFault ? new ApiError('rate_limited') : error
  })
  if (!fits) throw invalidField('password', 'Das Passwort ist falsch.')
  for (const [budget, key] of budgets) auth.limits.giveBack(budget, key)
}
