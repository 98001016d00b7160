import * as accounts from '../../accounts/accounts.service.ts'
import { recordEvent } from '../../accounts/audit.service.ts'
import type { UsersTable } from '../../../account-tables.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { lockFor, type LockName } from '../../../platform/db/locks.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Caller } from '../../../platform/caller.ts'
import { newId } from '../../../platform/ids.ts'
import type { Aal } from '../protocol/claims.ts'
import type { ProviderContext } from './context.ts'
import type { Visitor } from '../protocol/visitor.ts'
import { normalizeEmail } from '../../../platform/email-address.ts'
import { AuthFault } from '../protocol/auth-fault.ts'
import * as queries from '../account/identities.queries.ts'
import type { ProviderIdentity } from './providers.ts'
import { deleteFactorsOf } from '../factors/factors.queries.ts'
import { deletePasskeysOf } from '../passkeys/passkeys.queries.ts'
import { refuseUnproven } from '../protocol/auth-route.ts'
import { deleteSessionsOf } from '../sessions/sessions.queries.ts'
import { continueSession, type OpenSession } from '../sessions/sessions.service.ts'
import { requireFreshSession } from '../sessions/freshness.service.ts'
import { refuseUnusable, refusing } from '../account/refusals.ts'
import { settleSignUps } from '../tokens/sign-ups.service.ts'

type Arrival = { visitor: Visitor; now: Date; inviteToken?: string | null }

/**
 * The account of a person vouched for by a provider: the one this identity belongs to, else the one with the same
 * address if both sides have verified it, else a new one under the rules of registration (RUL-4). An unverified address
 * of an account is never linked. Throws AuthFault.
 */
export async function accountOfIdentity(
  tx: Tx,
  auth: ProviderContext,
  identity: ProviderIdentity,
  { visitor, now, inviteToken = null }: Arrival,
): Promise<UsersTable> {
  await lockFor(tx, subjectLock(identity))
  const known = await queries.getIdentityOf(tx, identity.provider, identity.subject)
  if (known) {
    const user = await accounts.holdAccount(tx, known.user_id)
    if (!user) throw new AuthFault('session_not_found')
    refuseUnusable(user)
    await queries.updateIdentityById(tx, known.id, { ...factsOf(identity), ...signedIn(now) })
    return user
  }
  const email = verifiedEmail(identity)
  if (!email) throw new AuthFault('provider_email_unverified')
  const namesake = await accounts.getUserByEmail(tx, email)
  const user = namesake
    ? await join(tx, namesake.id, identity, { visitor, now })
    : (
        await refusing(() =>
          accounts.createAccount(
            tx,
            { email, passwordHash: null, metadata: metadataOf(identity), confirmed: true, inviteToken },
            { now, ip: visitor.ip, setup: auth.setup.for(visitor) },
          ),
        )
      ).user
  await addIdentity(tx, user.id, identity, now)
  return user
}

/** Prepares the account with the same verified address for the identity, or refuses. */
async function join(
  tx: Tx,
  userId: string,
  identity: ProviderIdentity,
  { visitor, now }: Arrival,
): Promise<UsersTable> {
  const user = await accounts.holdAccount(tx, userId)
  if (!user) throw new AuthFault('session_not_found')
  if (user.approval === 'blocked') throw new AuthFault('user_banned')
  const event = { at: now, userId, email: user.email, ip: visitor.ip }
  if (!user.email_confirmed_at) {
    // The unconfirmed account's creator did not prove the address; the provider's user has.
    await queries.deleteIdentitiesOf(tx, userId)
    await deleteSessionsOf(tx, userId)
    await deleteFactorsOf(tx, userId)
    await deletePasskeysOf(tx, userId)
    const claimed = { ...user, user_metadata: JSON.stringify(metadataOf(identity)) }
    await settleSignUps(tx, claimed, { by: 'mailbox' }, now)
    await recordEvent(tx, { event: 'account_claimed', ...event, details: { provider: identity.provider } })
    return user
  }
  const own = await queries.listIdentities(tx, userId)
  if (!own.some((row) => isProof(row, user.email))) throw new AuthFault('email_unproven')
  await recordEvent(tx, {
    event: 'identity_linked',
    ...event,
    details: { provider: identity.provider, automatic: true },
  })
  return user
}

/**
 * Links an identity to the account of the requesting session, and returns that session. Errors: 422
 * `identity_already_exists`, 401 `insufficient_aal`, 403 `session_not_found`.
 */
export async function linkIdentity(
  tx: Tx,
  sessionId: string,
  identity: ProviderIdentity,
  { visitor, now }: Arrival,
): Promise<OpenSession> {
  await lockFor(tx, subjectLock(identity))
  const { session, parts } = await continueSession(tx, sessionId)
  const needsAal2 = parts.factors.some(({ status }) => status === 'verified')
  refuseUnproven({ needsAal2, aal: session.aal as Aal })
  const { id: userId } = parts.user
  const user = await accounts.holdAccount(tx, userId)
  if (!user) throw new AuthFault('session_not_found')
  refuseUnusable(user)
  if (await queries.getIdentityOf(tx, identity.provider, identity.subject))
    throw new AuthFault('identity_already_exists')
  await addIdentity(tx, userId, identity, now)
  await recordEvent(tx, {
    event: 'identity_linked',
    at: now,
    userId,
    email: user.email,
    ip: visitor.ip,
    details: { provider: identity.provider },
  })
  return continueSession(tx, sessionId)
}

/**
 * Removes one way to sign in; with the identity `email` the password is removed. Errors: 422 `identity_not_found`,
 * `single_identity_not_deletable`.
 */
export async function unlinkIdentity(
  auth: ProviderContext,
  caller: Caller,
  identityId: string,
  visitor: Visitor,
): Promise<void> {
  await requireFreshSession(auth, caller)
  const now = auth.clock()
  await inTransaction(auth.db, async (tx) => {
    const user = await accounts.holdAccount(tx, caller.userId)
    const own = await queries.listIdentities(tx, caller.userId)
    const identity = own.find(({ id }) => id === identityId)
    if (!user || !identity) throw new AuthFault('identity_not_found')
    if (own.length === 1) throw new AuthFault('single_identity_not_deletable')
    await queries.deleteIdentity(tx, identity.id)
    await accounts.changeProfile(tx, user.id, identity.provider === 'email' ? { password_hash: null } : {}, now)
    await recordEvent(tx, {
      event: 'identity_unlinked',
      at: now,
      userId: user.id,
      email: user.email,
      ip: visitor.ip,
      details: { provider: identity.provider },
    })
  })
}

async function addIdentity(tx: Tx, userId: string, identity: ProviderIdentity, now: Date): Promise<void> {
  await queries.insertIdentity(tx, {
    id: newId(),
    user_id: userId,
    provider: identity.provider,
    provider_id: identity.subject,
    ...factsOf(identity),
    ...signedIn(now),
    created_at: now.toISOString(),
  })
}

/** Requests for one subject are serialised, or two would make two accounts. */
function subjectLock({ provider, subject }: ProviderIdentity): LockName {
  return `identity:${provider}:${subject}`
}

function factsOf(identity: ProviderIdentity): Pick<queries.IdentityRow, 'identity_data' | 'email'> {
  return {
    identity_data: JSON.stringify({ ...identity.claims, sub: identity.subject }),
    email: identity.email ? normalizeEmail(identity.email) : null,
  }
}

function signedIn(now: Date): Pick<queries.IdentityRow, 'last_sign_in_at' | 'updated_at'> {
  return { last_sign_in_at: now.toISOString(), updated_at: now.toISOString() }
}

function verifiedEmail({ email, emailVerified }: ProviderIdentity): string | null {
  return email && emailVerified ? normalizeEmail(email) : null
}

/** True for an identity that proves the account's address, by a mail or by a provider. */
function isProof(row: queries.IdentityRow, email: string | null): boolean {
  const data = JSON.parse(row.identity_data) as { email_verified?: unknown }
  return email !== null && row.email === email && (data.email_verified === true || data.email_verified === 'true')
}

function metadataOf({ claims }: ProviderIdentity): Record<string, unknown> {
  return typeof claims.name === 'string' ? { name: claims.name } : {}
}
