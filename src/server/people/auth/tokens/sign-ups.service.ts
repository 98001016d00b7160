import type { Role } from '../../../../contract/account.ts'
import { higherRole, storedRole } from '../../../../rules/roles.ts'
import * as accounts from '../../accounts/accounts.service.ts'
import { AccountRefused } from '../../accounts/accounts.service.ts'
import { redeemInvite } from '../../accounts/invites.service.ts'
import type { UsersTable } from '../../../account-tables.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { deleteTokensOf } from './tokens.queries.ts'
import { addressKey } from '../../../platform/http/client-address.ts'
import * as queries from './sign-ups.queries.ts'
import type { SignUpRow } from './sign-ups.queries.ts'

/** Days a sign-up waits for its confirmation; its mail expires sooner. */
const DAYS_WAITING = 7
/** Maximum pending sign-ups of one address that store credentials: each has six digits that can be guessed. */
const MAX_WAITING = 5

/** The data of a sign-up whose address is not confirmed yet. */
export type NewSignUp = {
  passwordHash: string
  metadata: Record<string, unknown>
  /** Role of the invitation used, if any. */
  role: Role | null
  ip: string
  now: Date
}

/**
 * Stores a sign-up beside the others of its address (ADR 0015): password and metadata stay with it and do not touch the
 * account before its own mail is followed. Returns its id, null when too many are pending.
 */
export async function keepSignUp(tx: Tx, user: UsersTable, signUp: NewSignUp): Promise<string | null> {
  const at = signUp.now.toISOString()
  const waiting = await queries.listSignUps(tx, user.id, at)
  if (waiting.length >= MAX_WAITING && !signUp.role) return null
  const id = newId()
  await queries.insertSignUp(tx, {
    id,
    user_id: user.id,
    email: user.email ?? '',
    password_hash: signUp.passwordHash,
    user_metadata: JSON.stringify(signUp.metadata),
    role: signUp.role,
    client: addressKey(signUp.ip),
    token_hash: null,
    code_hash: null,
    attempts: 0,
    code_challenge: null,
    code_challenge_method: null,
    token_expires_at: null,
    created_at: at,
    expires_at: new Date(signUp.now.getTime() + DAYS_WAITING * 86_400_000).toISOString(),
  })
  return id
}

/**
 * The same for an address whose account is not confirmed yet. Returns the id, null when too many are pending or the
 * address is confirmed by now. Throws AccountRefused `invite_invalid`.
 */
export async function keepFurtherSignUp(
  tx: Tx,
  email: string,
  { inviteToken, ...signUp }: Omit<NewSignUp, 'role'> & { inviteToken: string | null },
): Promise<string | null> {
  const known = await accounts.getUserByEmail(tx, email)
  const user = known && (await accounts.holdAccount(tx, known.id))
  if (!user || user.email !== email || user.email_confirmed_at) return null
  const invite = inviteToken ? await redeemInvite(tx, inviteToken, signUp.now) : null
  if (inviteToken && !invite) throw new AccountRefused('invite_invalid')
  return keepSignUp(tx, user, { ...signUp, role: invite?.role ?? null })
}

/** How an account was confirmed by its mailbox. */
export type Confirmation =
  /** By the mail of one sign-up, from this client. */
  | { by: 'sign-up'; id: string; ip: string }
  /** By a mail sent again, which belongs to no particular sign-up. */
  | { by: 'sign-up'; id: null }
  /** By another mail, or by a provider: earlier credentials do not count. */
  | { by: 'mailbox' }

/**
 * Confirms an account and settles its pending sign-ups. Rights belong to the mailbox: an invitation used for it counts,
 * whichever sign-up used it. Credentials belong to the sign-up whose mail was followed. Where several are pending and
 * it is unknown whose mail that was, no password counts and the user sets one. Everything else mailed becomes void.
 * Returns whether a password counts. The caller has locked the account.
 */
export async function settleSignUps(
  tx: Tx,
  user: UsersTable,
  confirmation: Confirmation,
  now: Date,
): Promise<{ hasPassword: boolean }> {
  const waiting = await queries.listSignUps(tx, user.id, now.toISOString())
  const chosen = confirmation.by === 'sign-up' ? credentialsOf(user, waiting, confirmation) : null
  const roles = waiting.flatMap(({ role }) => (role === null ? [] : [role as Role]))
  const invited = roles.length > 0 ? roles.reduce(higherRole) : null
  await accounts.confirmAccount(
    tx,
    user.id,
    {
      password_hash: chosen?.password_hash ?? null,
      user_metadata: chosen?.user_metadata ?? user.user_metadata,
      ...(invited && { approval: 'approved', ...storedRole(invited) }),
    },
    now,
  )
  await queries.deleteSignUpsOf(tx, user.id)
  await deleteTokensOf(tx, user.id)
  return { hasPassword: chosen !== null }
}

type Credentials = Pick<SignUpRow, 'password_hash' | 'user_metadata'>

function credentialsOf(
  { password_hash, user_metadata }: UsersTable,
  waiting: readonly SignUpRow[],
  confirmation: Extract<Confirmation, { by: 'sign-up' }>,
): Credentials | null {
  // An account of a release that stored the password itself counts as one more sign-up, confirmed by its own mail.
  const former = password_hash === null ? null : { password_hash, user_metadata }
  if (confirmation.id === null) return former ? (waiting.length === 0 ? former : null) : only(waiting)
  const followed = waiting.find(({ id }) => id === confirmation.id)
  if (!followed) return null
  if (!former && only(waiting)) return followed
  // An invitation is a secret: the sign-up that had it belongs to the invited person, and no other can.
  const invited = waiting.filter(({ role }) => role !== null)
  if (invited.length > 0) return only(invited) === followed ? followed : null
  // Else it is the first one from the client that confirms; no earlier one can be added afterwards.
  const client = addressKey(confirmation.ip)
  return !former && waiting.find((row) => row.client === client) === followed ? followed : null
}

function only<T>(list: readonly T[]): T | null {
  return list.length === 1 ? (list[0] ?? null) : null
}

/** The only pending sign-up of an account; null where there are none or several. */
export async function onlySignUpOf(db: Db, user: UsersTable, now: Date): Promise<string | null> {
  const waiting = await queries.listSignUps(db, user.id, now.toISOString())
  return user.password_hash === null ? (only(waiting)?.id ?? null) : null
}

/** True where the mail of a sign-up has others beside it, so that its password may not count. */
export async function waitsForSeveral(db: Db, user: UsersTable, now: Date): Promise<boolean> {
  const { length } = await queries.listSignUps(db, user.id, now.toISOString())
  return length + (user.password_hash === null ? 0 : 1) > 1
}

/** The password of an unconfirmed account's first sign-up, so that the sign-in can report the missing confirmation. */
export async function firstPasswordOf(db: Db, userId: string, now: Date): Promise<string | null> {
  return (await queries.listSignUps(db, userId, now.toISOString()))[0]?.password_hash ?? null
}
