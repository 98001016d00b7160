import * as accounts from '../accounts/accounts.service.ts'
import { recordEvent } from '../accounts/audit.service.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { AccountContext } from './account/context.ts'
import { normalizeEmail } from '../../platform/email-address.ts'
import { updateIdentity } from './account/identities.queries.ts'
import { limitClient } from './account/limits.ts'
import { guessPassword } from './account/password-guesses.service.ts'
import { PASSWORD_MAX } from './account/passwords.ts'
import { refuseUnusable } from './account/refusals.ts'
import { noteSignIn } from './account/sign-ins.service.ts'
import { firstPasswordOf } from './tokens/sign-ups.service.ts'
import { AuthFault } from './protocol/auth-fault.ts'
import type { AuthSession } from './protocol/shapes.ts'
import type { Visitor } from './protocol/visitor.ts'
import type { SessionContext } from './sessions/context.ts'
import { issueTokens, startSession } from './sessions/sessions.service.ts'

export type PasswordInput = { email?: string | null; phone?: string | null; password?: string | null }

/**
 * Sign-in with a password. Unknown addresses cost as much and get the same response as wrong passwords. Errors: 400
 * `validation_failed`, `invalid_credentials`, `user_banned`, `email_not_confirmed`; 429 after too many wrong passwords
 * for one account, without effect on other accounts and addresses.
 */
export async function signInWithPassword(
  auth: AccountContext & SessionContext,
  input: PasswordInput,
  visitor: Visitor,
): Promise<AuthSession> {
  const { ip } = visitor
  await limitClient(auth, 'token', visitor)
  if (input.email && input.phone) throw new AuthFault('email_or_phone')
  const name = input.email ?? input.phone
  if (!name) throw new AuthFault('missing_email_or_phone')
  const email = input.email ? normalizeEmail(input.email) : null
  const account =
    email ??
    name
      .replace(/\p{Cc}/gu, '')
      .toLowerCase()
      .slice(0, 254)
  const user = email ? await accounts.getUserByEmail(auth.db, email) : null
  const password = input.password ?? ''
  const waiting = await firstPasswordOf(auth.db, user && !user.email_confirmed_at ? user.id : '', auth.clock())
  const fits = await guessPassword(
    auth,
    {
      account,
      userId: user?.id ?? null,
      hash: user?.password_hash ?? waiting,
      password: password.length > PASSWORD_MAX ? '' : password,
    },
    visitor,
  )
  const now = auth.clock()
  if (!user || !fits) {
    await inTransaction(auth.db, (tx) =>
      recordEvent(tx, { event: 'sign_in_failed', at: now, userId: user?.id, email: account, ip }),
    )
    throw new AuthFault('invalid_credentials')
  }
  const opened = await inTransaction(auth.db, async (tx) => {
    const current = await accounts.holdAccount(tx, user.id)
    // The password was changed while the hash was computed: the checked one is no longer valid.
    if (current?.password_hash !== user.password_hash) throw new AuthFault('invalid_credentials')
    refuseUnusable(current)
    await updateIdentity(tx, user.id, 'email', { last_sign_in_at: now.toISOString() })
    await noteSignIn(tx, user, { method: 'password' }, { visitor, now })
    return startSession(tx, user.id, { method: 'password', visitor, now })
  })
  return issueTokens(auth, opened)
}
