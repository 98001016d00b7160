import * as accounts from '../accounts/accounts.service.ts'
import { AccountRefused } from '../accounts/accounts.service.ts'
import { recordEvent } from '../accounts/audit.service.ts'
import type { Tx } from '../platform/db/db.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Caller } from '../platform/http/caller.ts'
import { newId } from '../platform/ids.ts'
import type { UsersTable } from '../account-tables.ts'
import type { AuthContext, Visitor } from './account/context.ts'
import { normalizeEmail } from './account/email-address.ts'
import { AuthFault, type FaultName } from './protocol/faults.ts'
import { guessPassword } from './account/password-guesses.service.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from './account/passwords.ts'
import { addressKey, type LimitName } from './rate-limits.ts'
import { insertIdentity, updateIdentity } from './sessions/sessions.queries.ts'
import { issueTokens, startSession } from './sessions/sessions.service.ts'
import type { AuthSession } from './protocol/shapes.ts'
import { firstPasswordOf } from './one-time/sign-ups.service.ts'

/** Largest `user_metadata` in bytes: it travels in every access token. */
const METADATA_MAX = 4096

export type Metadata = Record<string, unknown>
export type PasswordInput = { email?: string | null; phone?: string | null; password?: string | null }

/**
 * Sign-in with a password. Unknown addresses cost as much and answer the same as wrong passwords. Errors: 400
 * `validation_failed`, `invalid_credentials`, `user_banned`, `email_not_confirmed`; 429 after too many wrong passwords for
 * one account, other accounts and addresses unharmed.
 */
export async function signInWithPassword(
  auth: AuthContext,
  input: PasswordInput,
  visitor: Visitor,
): Promise<AuthSession> {
  const { ip } = visitor
  limit(auth, 'token', addressKey(ip))
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
    // Changed while the hash was being computed: the password that was checked is not the account's any more.
    if (current?.password_hash !== user.password_hash) throw new AuthFault('invalid_credentials')
    refuseUnusable(current)
    await accounts.noteSignIn(tx, user.id, now)
    await updateIdentity(tx, user.id, 'email', { last_sign_in_at: now.toISOString() })
    await recordEvent(tx, {
      event: 'sign_in',
      at: now,
      userId: user.id,
      email: user.email,
      ip,
      details: { method: 'password' },
    })
    return startSession(tx, user.id, { method: 'password', visitor, now })
  })
  return issueTokens(auth, opened)
}

/** Throws 400 for an account that may not sign in: `user_banned`, `email_not_confirmed`. */
export function refuseUnusable(user: UsersTable): void {
  if (user.approval === 'blocked') throw new AuthFault('user_banned')
  if (user.email && !user.email_confirmed_at) throw new AuthFault('email_not_confirmed')
}

/** Throws `fault` (401 `insufficient_aal`) for a session that has yet to show the second factor its account has. */
export function refuseUnproven(caller: Pick<Caller, 'needsAal2' | 'aal'>, fault: FaultName = 'insufficient_aal'): void {
  if (caller.needsAal2 && caller.aal !== 'aal2') throw new AuthFault(fault)
}

/** Counts a request against a limit. Throws 429 `over_request_rate_limit` with the seconds to wait. */
export function limit(auth: AuthContext, name: LimitName, key: string): void {
  const wait = auth.limits.take(name, key)
  if (wait > 0) throw new AuthFault('rate_limited', wait)
}

/** The address as accounts keep it. Throws 400 `validation_failed`. */
export function validEmail(text: string): string {
  const email = normalizeEmail(text)
  if (!email) throw new AuthFault('invalid_email')
  return email
}

/** True for a number in E.164 form, with or without the plus sign. */
export function isPhone(text: string): boolean {
  return /^\+?[1-9]\d{5,14}$/.test(text.replace(/[\s()-]/g, ''))
}

/** Throws 422 for a password that is too short (AUTH-1) or absurdly long; characters count, not bytes. */
export function checkPassword(password: string): void {
  const { length } = [...password]
  if (length < PASSWORD_MIN) throw new AuthFault('weak_password')
  if (length > PASSWORD_MAX) throw new AuthFault('long_password')
}

/** Throws 400 for metadata too large to travel in a token. */
export function checkMetadata(metadata: Metadata): void {
  if (Buffer.byteLength(JSON.stringify(metadata)) > METADATA_MAX) throw new AuthFault('metadata_too_large')
}

/** Links an account to its address as the identity of the provider `email`. */
export async function addEmailIdentity(
  tx: Tx,
  userId: string,
  email: string,
  now: Date,
  verified = false,
): Promise<void> {
  const at = now.toISOString()
  await insertIdentity(tx, {
    id: newId(),
    user_id: userId,
    provider: 'email',
    provider_id: userId,
    identity_data: emailIdentityData(userId, email, verified),
    email,
    last_sign_in_at: at,
    created_at: at,
    updated_at: at,
  })
}

/**
 * `identity_data` of the provider `email`. `verified` says that a mail has shown the address to be its holder's; an account
 * that confirmed itself is not verified, and no provider is linked to it by itself.
 */
export function emailIdentityData(userId: string, email: string, verified = false): string {
  return JSON.stringify({ sub: userId, email, email_verified: verified, phone_verified: false })
}

const REFUSALS: Record<accounts.RefusalReason, FaultName> = {
  signup_disabled: 'signup_disabled',
  setup_code_required: 'setup_code_required',
  setup_code_invalid: 'setup_code_invalid',
  email_taken: 'user_already_exists',
  invite_invalid: 'invite_invalid',
}

/** Why there is no account, as the protocol words it. */
export function refusal(error: AccountRefused): AuthFault {
  return new AuthFault(REFUSALS[error.reason])
}

/** Runs a way to an account and words its refusals for the client. */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof AccountRefused ? refusal(error) : error
  }
}
