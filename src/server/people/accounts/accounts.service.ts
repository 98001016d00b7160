import type { Approval, Role, UserRecord } from '../../../contract/account.ts'
import { ApiError, invalidField } from '../../../contract/errors.ts'
import type { ActivityVerb } from '../../../rules/activity.ts'
import { roleOf, storedRole, type StoredRole } from '../../../rules/roles.ts'
import { isUniqueViolation, type Db, type Tx } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { Caller } from '../../platform/caller.ts'
import { newId } from '../../platform/ids.ts'
import { readSettings } from '../../settings/settings.service.ts'
import * as queries from './accounts.queries.ts'
import type { UserRow } from './accounts.queries.ts'
import { recordEvent } from './audit.service.ts'
import { isKeptForOthers } from './former-addresses.queries.ts'
import { nameIn, namedBy } from './names.service.ts'
import { redeemInvite } from './invites.service.ts'
import type { SetupCheck } from './setup-code.ts'

/** Why an account was refused; auth chooses the client's message. */
export type RefusalReason =
  | 'signup_disabled'
  | 'setup_code_required'
  | 'setup_code_invalid'
  | 'email_taken'
  | 'invite_invalid'

export class AccountRefused extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason) {
    super(`account refused: ${reason}`)
    this.reason = reason
  }
}

/** Data for a new account; the address normalised, the password already hashed. */
export type NewAccount = {
  email: string | null
  phone?: string | null
  passwordHash: string | null
  metadata?: Record<string, unknown>
  anonymous?: boolean
  /** False while the address waits for confirmation by mail; the first account is always confirmed (RUL-4). */
  confirmed: boolean
  setupCode?: string | null
  /** The secret of an invitation, which takes precedence over the registration mode. */
  inviteToken?: string | null
}

/** A new account, and the role of the invitation it used. */
export type Created = { user: UserRow; invitedAs: Role | null }

export type Registration = { now: Date; ip?: string; setup: SetupCheck }

/**
 * The only way to create an account (RUL-4): sign-up, codes, anonymous, provider, invitation and seed all use it. The
 * first account owns the installation, later ones follow the registration mode; anonymous ones always wait. Concurrent
 * calls are serialised. Until its address is confirmed an account has neither a password nor the rights of an
 * invitation: those wait with the sign-up (ADR 0015). Throws AccountRefused.
 */
export async function createAccount(tx: Tx, account: NewAccount, { now, ip, setup }: Registration): Promise<Created> {
  await lockFor(tx, 'accounts')
  const anonymous = account.anonymous ?? false
  const first = !anonymous && !(await queries.hasOwner(tx))
  if (first) {
    const fault = setup.faultOf(account.setupCode ?? null)
    if (fault) throw new AccountRefused(fault)
  }
  const invite = account.inviteToken && !anonymous ? await redeemInvite(tx, account.inviteToken, now) : null
  if (account.inviteToken && !invite) throw new AccountRefused('invite_invalid')
  const mode = (await readSettings(tx)).registration
  if (!first && !invite && mode === 'geschlossen') throw new AccountRefused('signup_disabled')
  const at = now.toISOString()
  if (account.email && (await queries.getUserByEmail(tx, account.email))) throw new AccountRefused('email_taken')
  const confirmedAt = account.confirmed || first ? at : null
  const waits = account.email !== null && confirmedAt === null
  const metadata = account.passwordHash && waits ? {} : (account.metadata ?? {})
  const row: UserRow = {
    id: newId(),
    email: account.email,
    phone: account.phone ?? null,
    password_hash: waits ? null : account.passwordHash,
    ...storedRole(first ? 'owner' : waits ? 'editor' : (invite?.role ?? 'editor')),
    approval: first || (invite && !waits) || (mode === 'offen' && !anonymous) ? 'approved' : 'pending',
    user_metadata: JSON.stringify(metadata),
    display_name: nameIn(metadata),
    first_steps_hidden: 0,
    is_anonymous: anonymous ? 1 : 0,
    email_confirmed_at: account.email ? confirmedAt : null,
    phone_confirmed_at: null,
    last_sign_in_at: null,
    created_at: at,
    updated_at: at,
  }
  try {
    await queries.insertUser(tx, row)
  } catch (error) {
    // A concurrent change has taken this address.
    throw isUniqueViolation(error) ? new AccountRefused('email_taken') : error
  }
  // Checked after the insert, which waits for a concurrent change that gives this address up.
  if (account.email && (await isKeptForOthers(tx, account.email, null, at))) throw new AccountRefused('email_taken')
  await recordEvent(tx, {
    event: 'sign_up',
    at: now,
    userId: row.id,
    email: row.email,
    ip,
    details: { role: roleOf(row), approval: row.approval, ...(invite && { invited: true }) },
  })
  await announce(tx, { noun: 'users', id: row.id, verb: 'created' })
  return { user: row, invitedAs: invite?.role ?? null }
}

const DEEDS: Readonly<Partial<Record<string, ActivityVerb>>> = { approved: 'approved', blocked: 'blocked' }

export type UserChange = { id: string; approval?: Approval | undefined; role?: Role | undefined }

/**
 * Approves, blocks or changes the role of an account; auth ends the sessions of a blocked one in the same transaction.
 * Errors: 404, 409 `last_owner` when no approved owner would remain, 400 for approving an anonymous account (RUL-4).
 */
export async function updateUser(
  db: Db,
  change: UserChange,
  { caller, now }: { caller: Caller; now: Date },
): Promise<UserRecord> {
  return inTransaction(db, async (tx) => {
    await lockFor(tx, 'accounts')
    const before = await holdAccount(tx, change.id)
    if (!before) throw new ApiError('not_found')
    const approval = change.approval ?? before.approval
    const role = change.role ?? roleOf(before)
    if (before.is_anonymous && (approval === 'approved' || role === 'owner')) {
      throw invalidField('approval', 'Ein anonymes Konto kann nicht freigegeben werden.')
    }
    const staysOwner = role === 'owner' && approval === 'approved'
    if (!staysOwner && (await queries.countOtherOwners(tx, change.id)) === 0) throw new ApiError('last_owner')
    await queries.updateUser(tx, change.id, { approval, ...storedRole(role), updated_at: now.toISOString() })
    const who = { at: now, userId: change.id, actorId: caller.userId }
    if (approval !== before.approval) {
      await recordEvent(tx, { event: 'approval_changed', ...who, details: { from: before.approval, to: approval } })
    }
    if (role !== roleOf(before))
      await recordEvent(tx, { event: 'role_changed', ...who, details: { from: roleOf(before), to: role } })
    const done = approval === before.approval ? undefined : DEEDS[approval]
    await announce(tx, { noun: 'users', id: change.id, verb: 'updated', ...(done && { done }) })
    const record = await queries.getUserRecord(tx, change.id)
    if (!record) throw new ApiError('not_found')
    return record
  })
}

/**
 * Changes that users make to their own account through auth; a name in the metadata becomes the account's name
 * (RUL-69).
 */
export type ProfileChange = Partial<Pick<UserRow, 'email' | 'password_hash' | 'user_metadata' | 'is_anonymous'>>

/**
 * Writes a user's change of their own account; a new address counts as confirmed. Throws AccountRefused `email_taken`.
 */
export async function changeProfile(tx: Tx, id: string, change: ProfileChange, now: Date): Promise<void> {
  const at = now.toISOString()
  const confirmed = change.email === undefined ? {} : { email_confirmed_at: at }
  const named = change.user_metadata === undefined ? {} : await namedBy(tx, id, change.user_metadata, now)
  try {
    await queries.updateUser(tx, id, { ...change, ...named, ...confirmed, updated_at: at })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AccountRefused('email_taken')
    throw error
  }
  await announce(tx, { noun: 'users', id, verb: 'updated' })
}

/**
 * Records that the user of the account receives the mail of its address, and sets what is valid from now on:
 * credentials, and the rights of an invitation.
 */
export async function confirmAccount(
  tx: Tx,
  id: string,
  change: Pick<UserRow, 'password_hash' | 'user_metadata'> & Partial<StoredRole> & { approval?: Approval },
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  const display_name = nameIn(JSON.parse(change.user_metadata) as Record<string, unknown>)
  await queries.updateUser(tx, id, { ...change, display_name, email_confirmed_at: at, updated_at: at })
  await announce(tx, { noun: 'users', id, verb: 'updated' })
}

/**
 * Locks one account's password and sessions until the transaction ends, so that no session starts with a password that
 * is being replaced. Returns the current account, or null.
 */
export async function holdAccount(tx: Tx, id: string): Promise<UserRow | null> {
  await lockFor(tx, `account:${id}`)
  return queries.getUser(tx, id)
}

/** Records the last sign-in of the account. */
export async function noteSignIn(tx: Tx, id: string, now: Date): Promise<void> {
  await queries.updateUser(tx, id, { last_sign_in_at: now.toISOString() })
}

/** True once there is an owner: from then on no setup code is required. */
export { hasOwner as isOwned } from './accounts.queries.ts'

/** The whole row of an account by id or normalised address, for auth. */
export { getUser, getUserByEmail } from './accounts.queries.ts'
