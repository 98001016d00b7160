import type { UsersTable } from '../../account-tables.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Caller } from '../../platform/caller.ts'
import type { AccountContext } from './account/context.ts'
import { fitsOwnAccount } from './account/password-guesses.service.ts'
import type { OneTimeKeys } from './tokens/context.ts'
import { takeCode } from './tokens/tokens.service.ts'
import { AuthFault } from './protocol/auth-fault.ts'
import type { Guesser } from './protocol/visitor.ts'
import { isFresh } from './sessions/freshness.service.ts'

export type Proof = { current_password?: string | null; nonce?: string | null }

/**
 * Requires the proof that a change of address or password needs beside a session, which may be old or stolen: the
 * present password (counted like a guess at the sign-in), the code mailed by `/reauthenticate`, or a sign-in of the
 * last 24 hours. Errors: 400 `invalid_credentials` for a wrong password, 422 `reauthentication_not_valid` for a wrong
 * code, 400 `reauthentication_needed` without either; 429.
 */
export async function requireProof(
  auth: AccountContext & OneTimeKeys,
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
  if (!(await isFresh(auth, caller))) throw new AuthFault('reauthentication_required')
}
