import type { RemovalFacts } from '../../../contract/account/removal.ts'
import { ApiError, invalidField } from '../../../contract/errors.ts'
import * as accounts from '../accounts/accounts.service.ts'
import { hasFormerAddress } from '../accounts/former-addresses.service.ts'
import { deleteAccount, getRemovalChoices } from '../accounts/removal.service.ts'
import type { Caller } from '../../platform/caller.ts'
import type { AccountContext } from './account/context.ts'
import type { Guesser } from './protocol/visitor.ts'
import { AuthFault } from './protocol/auth-fault.ts'
import { fitsOwnAccount } from './account/password-guesses.service.ts'
import { signedInWithin } from './sessions/freshness.service.ts'

/** How long a sign-in or a verified factor counts as a fresh proof here. */
const FRESH_MS = 600_000

type Proof = RemovalFacts['proof']

/** The facts to show before an account deletes itself, and the proof of identity it requires. */
export async function removalFactsOf(auth: AccountContext, caller: Caller): Promise<RemovalFacts> {
  return { ...(await getRemovalChoices(auth.db, caller.userId)), proof: await proofDue(auth, caller) }
}

/**
 * Deletes the caller's own account after a fresh proof. Errors: 403 `proof_required`, 400 for a wrong `password`, 429
 * after guessing, and those of `deleteAccount`.
 */
export async function removeOwnAccount(
  auth: AccountContext,
  caller: Caller,
  { password, articlesTo, ip }: { password: string | undefined; articlesTo: string | null; ip: string },
): Promise<void> {
  const due = await proofDue(auth, caller)
  if (due === 'sign_in') throw new ApiError('proof_required')
  if (due === 'password') await checkOwnPassword(auth, caller, password, { ip, device: null })
  // An attacker who took over the account by changing its address must not be able to end its recovery.
  if (await hasFormerAddress(auth.db, caller.userId, auth.clock().toISOString()))
    throw new ApiError('proof_required', {
      message: 'Die E-Mail-Adresse wurde vor Kurzem geändert. Löschen lässt sich das Konto erst 72 Stunden danach.',
    })
  await deleteAccount(auth.db, { id: caller.userId, articlesTo }, { caller, now: auth.clock(), ip })
}

async function proofDue(auth: AccountContext, caller: Caller): Promise<Proof> {
  const user = await accounts.getUser(auth.db, caller.userId)
  if (!user) throw new ApiError('unauthorized')
  const fresh = await signedInWithin(auth, caller, FRESH_MS)
  if (fresh && (caller.aal === 'aal2' || user.password_hash === null)) return 'given'
  return user.password_hash === null ? 'sign_in' : 'password'
}

async function checkOwnPassword(auth: AccountContext, caller: Caller, password: string | undefined, visitor: Guesser) {
  if (!password) throw new ApiError('proof_required')
  const user = await accounts.getUser(auth.db, caller.userId)
  const fits = await fitsOwnAccount(auth, caller, { hash: user?.password_hash ?? null, password }, visitor).catch(
    (error: unknown) => {
      throw error instanceof AuthFault ? new ApiError('rate_limited') : error
    },
  )
  if (!fits) throw invalidField('password', 'Das Passwort ist falsch.')
}
