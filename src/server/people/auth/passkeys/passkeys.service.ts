import * as accounts from '../../accounts/accounts.service.ts'
import { recordEvent } from '../../accounts/audit.service.ts'
import { announce, inTransaction } from '../../../platform/db/transaction.ts'
import type { Caller } from '../../../platform/caller.ts'
import { newId } from '../../../platform/ids.ts'
import { limitClient } from '../account/limits.ts'
import { refuseUnusable } from '../account/refusals.ts'
import { noteSignIn } from '../account/sign-ins.service.ts'
import type { FactorContext } from '../factors/context.ts'
import {
  assertedCredential,
  creationOptions,
  type RelyingParty,
  registeredCredential,
  requestOptions,
  type StoredCredential,
} from '../factors/webauthn.ts'
import { AuthFault } from '../protocol/auth-fault.ts'
import type { AuthSession } from '../protocol/shapes.ts'
import type { Visitor } from '../protocol/visitor.ts'
import { requireFreshSession } from '../sessions/freshness.service.ts'
import { issueTokens, startSession } from '../sessions/sessions.service.ts'
import * as queries from './passkeys.queries.ts'
import type { PasskeyRow } from './passkeys.queries.ts'

const CHALLENGE_SECONDS = 300
const MAX_PASSKEYS = 10
const NAME_MAX = 120

/** A passkey on the wire (docs/reference/auth-protocol.md §11). */
export type Passkey = { id: string; friendly_name?: string; created_at: string; last_used_at?: string }

/**
 * Options for a new passkey of the caller, discoverable and with verification of the user. Valid for five minutes, in
 * this session. Errors: 400 `reauthentication_needed` without a fresh sign-in, 422 `mfa_webauthn_enroll_not_enabled`
 * where the own address is no domain name; 429.
 */
export async function startRegistration(auth: FactorContext, caller: Caller, visitor: Visitor) {
  await limitClient(auth, 'factors', visitor, 'passkey')
  await requireFreshSession(auth, caller)
  const party = partyOf(auth)
  const existing = (await queries.listPasskeys(auth.db, caller.userId)).map(credentialOf)
  if (existing.length >= MAX_PASSKEYS) throw new AuthFault('too_many_passkeys')
  const user = { id: caller.userId, name: caller.email || caller.userId }
  const options = await creationOptions(party, user, existing, 'sign-in')
  return { ...(await askFor(auth, options.challenge, caller.sessionId)), options }
}

/**
 * Stores a new passkey. Errors: 422 `webauthn_challenge_expired` for a challenge that is unknown, used, expired or of
 * another ceremony or session, `mfa_verification_failed` for a response that does not fit, `passkey_exists`,
 * `too_many_passkeys`; 400 `reauthentication_needed`; 429.
 */
export async function finishRegistration(
  auth: FactorContext,
  caller: Caller,
  { challenge_id, credential: response }: { challenge_id?: string | null | undefined; credential?: unknown },
  visitor: Visitor,
): Promise<Passkey> {
  await limitClient(auth, 'factors', visitor, 'passkey')
  await requireFreshSession(auth, caller)
  const challenge = await take(auth, challenge_id, caller.sessionId)
  const credential = await registeredCredential(partyOf(auth), challenge, response, 'sign-in')
  if (!credential) throw new AuthFault('wrong_passkey')
  const now = auth.clock()
  const row: PasskeyRow = {
    id: newId(),
    user_id: caller.userId,
    friendly_name: null,
    credential_id: credential.id,
    credential: JSON.stringify(credential),
    created_at: now.toISOString(),
    last_used_at: null,
  }
  await inTransaction(auth.db, async (tx) => {
    await accounts.holdAccount(tx, caller.userId)
    if ((await queries.listPasskeys(tx, caller.userId)).length >= MAX_PASSKEYS) throw new AuthFault('too_many_passkeys')
    if (!(await queries.insertPasskey(tx, row))) throw new AuthFault('passkey_exists')
    await record(tx, 'passkey_added', row, { caller, visitor, now })
    await announce(tx, { noun: 'users', id: caller.userId, verb: 'updated' })
  })
  return toPasskey(row)
}

/**
 * Options for signing in with any passkey of this installation; they say nothing of any account. Valid for five minutes.
 * Errors: 422 `mfa_webauthn_enroll_not_enabled`; 429.
 */
export async function startAuthentication(auth: FactorContext, visitor: Visitor) {
  await limitClient(auth, 'token', visitor)
  const options = await requestOptions(partyOf(auth), null)
  return { ...(await askFor(auth, options.challenge, null)), options }
}

/**
 * Signs in with a passkey. The device has verified the user, so the session is aal2, and a second factor is not asked for.
 * Errors: 422 `webauthn_challenge_expired`; 400 `invalid_credentials` for an unknown passkey, a wrong signature and a
 * counter that did not advance, `user_banned`, `email_not_confirmed`; 429.
 */
export async function finishAuthentication(
  auth: FactorContext,
  { challenge_id, credential: response }: { challenge_id?: string | null | undefined; credential?: unknown },
  visitor: Visitor,
): Promise<AuthSession> {
  await limitClient(auth, 'token', visitor)
  const challenge = await take(auth, challenge_id, null)
  const known = await queries.findPasskey(auth.db, idOf(response))
  const used = known && (await assertedCredential(partyOf(auth), challenge, credentialOf(known), response, 'sign-in'))
  const now = auth.clock()
  if (!known || !used) {
    await inTransaction(auth.db, (tx) =>
      recordEvent(tx, {
        event: 'sign_in_failed',
        at: now,
        userId: known?.user_id,
        ip: visitor.ip,
        details: { method: 'passkey' },
      }),
    )
    throw new AuthFault('unknown_passkey')
  }
  const opened = await inTransaction(auth.db, async (tx) => {
    const user = await accounts.holdAccount(tx, known.user_id)
    // Removed, or used a second time, while the signature was checked.
    if (!user || !(await queries.usePasskey(tx, known, JSON.stringify(used), now.toISOString())))
      throw new AuthFault('unknown_passkey')
    refuseUnusable(user)
    await noteSignIn(tx, user, { method: 'passkey' }, { visitor, now })
    return startSession(tx, user.id, { method: 'passkey', aal: 'aal2', visitor, now })
  })
  return issueTokens(auth, opened)
}

/** The passkeys of the caller, oldest first. */
export async function listOwnPasskeys(auth: FactorContext, caller: Caller): Promise<Passkey[]> {
  return (await queries.listPasskeys(auth.db, caller.userId)).map(toPasskey)
}

/** Renames a passkey. Errors: 404 `passkey_not_found`, 400 `validation_failed`, `reauthentication_needed`. */
export async function renameOwnPasskey(
  auth: FactorContext,
  caller: Caller,
  { id, name }: { id: string; name: string },
): Promise<Passkey> {
  await requireFreshSession(auth, caller)
  const friendly_name = name.trim()
  if (friendly_name.length > NAME_MAX) throw new AuthFault('long_passkey_name')
  return inTransaction(auth.db, async (tx) => {
    await accounts.holdAccount(tx, caller.userId)
    const row = await queries.getPasskey(tx, caller.userId, id)
    if (!row) throw new AuthFault('passkey_not_found')
    await queries.renamePasskey(tx, id, friendly_name)
    await announce(tx, { noun: 'users', id: caller.userId, verb: 'updated' })
    return toPasskey({ ...row, friendly_name })
  })
}

/**
 * Removes a passkey. Another way to sign in always remains, since every account has an address with a password or a provider.
 * Errors: 404 `passkey_not_found`, 400 `reauthentication_needed`.
 */
export async function removeOwnPasskey(
  auth: FactorContext,
  caller: Caller,
  id: string,
  visitor: Visitor,
): Promise<void> {
  await requireFreshSession(auth, caller)
  await inTransaction(auth.db, async (tx) => {
    await accounts.holdAccount(tx, caller.userId)
    const row = await queries.getPasskey(tx, caller.userId, id)
    if (!row) throw new AuthFault('passkey_not_found')
    await queries.deletePasskey(tx, id)
    await record(tx, 'passkey_removed', row, { caller, visitor, now: auth.clock() })
    await announce(tx, { noun: 'users', id: caller.userId, verb: 'updated' })
  })
}

async function askFor(auth: FactorContext, challenge: string, sessionId: string | null) {
  const now = auth.clock()
  const expires = new Date(now.getTime() + CHALLENGE_SECONDS * 1000)
  const id = newId()
  const row = { id, session_id: sessionId, challenge, expires_at: expires.toISOString() }
  await queries.insertPasskeyChallenge(auth.db, row)
  return { challenge_id: id, expires_at: Math.floor(expires.getTime() / 1000) }
}

async function take(auth: FactorContext, id: string | null | undefined, sessionId: string | null): Promise<string> {
  const now = auth.clock().toISOString()
  const challenge = await inTransaction(auth.db, (tx) =>
    queries.takePasskeyChallenge(tx, { id: id ?? '', sessionId, now }),
  )
  if (challenge === null) throw new AuthFault('passkey_challenge_expired')
  return challenge
}

function partyOf({ relyingParty }: FactorContext): RelyingParty {
  if (!relyingParty) throw new AuthFault('webauthn_factor_disabled')
  return relyingParty
}

type Acting = { caller: Caller; visitor: Visitor; now: Date }

async function record(
  tx: Parameters<typeof recordEvent>[0],
  event: 'passkey_added' | 'passkey_removed',
  { friendly_name }: PasskeyRow,
  { caller, visitor, now }: Acting,
): Promise<void> {
  const { userId, email } = caller
  await recordEvent(tx, { event, at: now, userId, email, ip: visitor.ip, details: { friendly_name } })
}

function credentialOf({ credential }: PasskeyRow): StoredCredential {
  return JSON.parse(credential) as StoredCredential
}

/** The id of the credential in a response of the browser. */
function idOf(response: unknown): string {
  const { id } = (response ?? {}) as { id?: unknown }
  return typeof id === 'string' ? id.slice(0, 2000) : ''
}

function toPasskey({ id, friendly_name, created_at, last_used_at }: PasskeyRow): Passkey {
  return {
    id,
    ...(friendly_name && { friendly_name }),
    created_at,
    ...(last_used_at && { last_used_at }),
  }
}
