import * as accounts from '../accounts/accounts.service.ts'
import type { ProfileChange } from '../accounts/accounts.service.ts'
import { recordEvent } from '../accounts/audit.service.ts'
import type { UsersTable } from '../../account-tables.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Visitor } from './protocol/visitor.ts'
import { changeEmail, requestEmailChange } from './mail/email-change.service.ts'
import { AuthFault } from './protocol/auth-fault.ts'
import { readChallenge } from './tokens/flow-states.service.ts'
import { throttleMail } from './mail/mail-requests.service.ts'
import { checkPassword, hashPassword } from './account/passwords.ts'
import { fitsOwnAccount } from './account/password-guesses.service.ts'
import { requireProof } from './reauthentication.service.ts'
import { deleteTokensOf } from './tokens/tokens.queries.ts'
import { deleteSessionsOf } from './sessions/sessions.queries.ts'
import { presentUser, type AuthUser } from './protocol/shapes.ts'
import { getUserParts } from './account/account.queries.ts'
import type { AccountContext } from './account/context.ts'
import { addEmailIdentity } from './account/email-identity.service.ts'
import { limitClient } from './account/limits.ts'
import { checkMetadata, type Metadata, validEmail } from './account/user-fields.ts'
import type { MailContext } from './mail/context.ts'

/**
 * Context of changes of the own account; `confirmsMail` means that addresses have to be confirmed by mail
 * (AUTH_MAIL_CONFIRM).
 */
export type UserContext = MailContext & { confirmsMail: boolean }

/** The caller's account. 403 `session_not_found` when it is gone. */
export async function getAuthUser(auth: Pick<AccountContext, 'db'>, caller: Caller): Promise<AuthUser> {
  const parts = await getUserParts(auth.db, caller.userId)
  if (!parts) throw new AuthFault('session_not_found')
  return presentUser(parts)
}

export type UserInput = {
  email?: string | null
  phone?: string | null
  password?: string | null
  current_password?: string | null
  nonce?: string | null
  data?: Metadata | null
  code_challenge?: string | null
  code_challenge_method?: string | null
}

/**
 * Changes the caller's address, password or metadata. A new password ends every other session and voids earlier mails;
 * a new address waits for both mailboxes where mail confirms (`redirectTo` is the target of its links, an allowed
 * address); metadata is merged, null removes an entry. Errors: 401 `insufficient_aal`, 422 `weak_password`,
 * `same_password`, `email_exists`, `reauthentication_not_valid` for a wrong nonce, 400 `invalid_credentials` for a
 * wrong `current_password`, `reauthentication_needed` when address or password is to change, neither is given and the
 * session is older than a day; 429.
 */
export async function updateAuthUser(
  auth: UserContext,
  caller: Caller,
  input: UserInput,
  redirectTo: string,
  visitor: Visitor,
): Promise<AuthUser> {
  await limitClient(auth, 'user', visitor)
  if (input.phone) throw new AuthFault('phone_disabled')
  const email = input.email ? validEmail(input.email) : null
  const before = await getUserParts(auth.db, caller.userId)
  if (!before) throw new AuthFault('session_not_found')
  const challenge = readChallenge(input)
  if (input.password) checkPassword(input.password)
  const changesAddress = email !== null && email !== before.user.email
  if (input.password || changesAddress) await requireProof(auth, caller, before.user, input, visitor)
  if (changesAddress && auth.confirmsMail) await throttleMail(auth, email)
  const newHash = input.password ? await newPasswordHash(auth, caller, before.user, input.password, visitor) : null
  const now = auth.clock()
  const changed = await inTransaction(auth.db, async (tx) => {
    await accounts.holdAccount(tx, caller.userId)
    const parts = await getUserParts(tx, caller.userId)
    // A concurrent request changed the password, which has ended this session.
    if (!parts || (newHash && parts.user.password_hash !== before.user.password_hash))
      throw new AuthFault('session_not_found')
    const { user } = parts
    const who = { at: now, userId: user.id, ip: visitor.ip }
    const change: ProfileChange = {}
    if (input.data) {
      const metadata = mergeMetadata(JSON.parse(user.user_metadata) as Metadata, input.data)
      checkMetadata(metadata)
      change.user_metadata = JSON.stringify(metadata)
    }
    if (newHash) {
      change.password_hash = newHash
      await deleteSessionsOf(tx, user.id, caller.sessionId)
      await deleteTokensOf(tx, user.id)
      await recordEvent(tx, { event: 'password_changed', ...who, email: user.email })
    }
    await accounts.changeProfile(tx, user.id, change, now)
    if (email && auth.confirmsMail) await requestEmailChange(tx, user, email, { redirectTo, challenge, visitor, now })
    else if (email && email !== user.email)
      await changeEmail(tx, user, email, { verified: false, notify: auth.sendMails !== null, visitor, now })
    // An account made by a provider that sets a password has a second way to sign in.
    if (newHash && user.email && !parts.identities.some(({ provider }) => provider === 'email'))
      await addEmailIdentity(tx, user.id, user.email, now)
    return getUserParts(tx, user.id)
  })
  if (!changed) throw new AuthFault('session_not_found')
  if (changesAddress) auth.sendMails?.()
  return presentUser(changed)
}

async function newPasswordHash(
  auth: AccountContext,
  caller: Caller,
  { password_hash: hash }: UsersTable,
  password: string,
  visitor: Visitor,
): Promise<string> {
  // Testing for the present password reveals as much as a guess at the sign-in, and is counted like one.
  if (hash && (await fitsOwnAccount(auth, caller, { hash, password }, visitor))) throw new AuthFault('same_password')
  return hashPassword(password)
}

function mergeMetadata(before: Metadata, change: Metadata): Metadata {
  return Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== null))
}
