import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { recordEvent } from '../../accounts/audit.service.ts'
import { holdAccount } from '../../accounts/accounts.service.ts'
import { announce, inTransaction } from '../../../platform/db/transaction.ts'
import type { Caller } from '../../../platform/caller.ts'
import { newId } from '../../../platform/ids.ts'
import { AMR_METHODS, raiseSession, type FactorType } from './assurance.service.ts'
import * as challenges from './challenges.queries.ts'
import type { ChallengeRow } from './challenges.queries.ts'
import { limitClient } from '../account/limits.ts'
import type { Visitor } from '../protocol/visitor.ts'
import * as factors from './factors.queries.ts'
import type { FactorRow } from './factors.queries.ts'
import { FACTOR_SECRETS, factorOf } from './factors.service.ts'
import { AuthFault, type FaultName } from '../protocol/auth-fault.ts'
import { forgetRecoveryCodes } from './recovery-codes.service.ts'
import { deleteUnraisedSessions } from '../sessions/sessions.queries.ts'
import { issueTokens, type OpenSession } from '../sessions/sessions.service.ts'
import type { AuthSession } from '../protocol/shapes.ts'
import { refuseUnproven } from '../protocol/auth-route.ts'
import type { FactorContext } from './context.ts'
import { totpStep } from './totp.ts'
import {
  assertedCredential,
  creationOptions,
  registeredCredential,
  requestOptions,
  type StoredCredential,
} from './webauthn.ts'

const CHALLENGE_SECONDS = 300
const ATTEMPTS = 5
/** Minimum pause between two messages to one number. */
const SMS_PAUSE_MS = 60_000
/** Wrong codes in a row after which a factor is blocked, twice as long with each further one. */
const FREE_FAILURES = 5
const FIRST_REST_MS = 30_000
const LONGEST_REST_MS = 15 * 60_000

/**
 * Challenges a factor of the caller: valid for five minutes, this session, five attempts. A phone gets its code by SMS,
 * a passkey the options for the browser. Errors: 404 `mfa_factor_not_found`, 422 `sms_send_failed`, 429
 * `over_sms_send_rate_limit`.
 */
export async function challengeFactor(auth: FactorContext, caller: Caller, factorId: string, visitor: Visitor) {
  await limitClient(auth, 'factors', visitor, 'challenge')
  const asked = await factorOf(auth.db, caller, factorId)
  const type = asked.factor_type as FactorType
  const id = newId()
  const code = type === 'phone' ? String(randomInt(1_000_000)).padStart(6, '0') : null
  const webauthn = type === 'webauthn' ? await ceremonyOf(auth, caller, asked) : null
  const now = auth.clock()
  const expires = new Date(now.getTime() + CHALLENGE_SECONDS * 1000)
  await inTransaction(auth.db, async (tx) => {
    await holdAccount(tx, caller.userId)
    const factor = await factorOf(tx, caller, factorId)
    // An unverified factor proves nothing, and sends no message before the verified one was passed.
    if (factor.status !== 'verified') refuseUnproven(caller, 'enrol_needs_aal2')
    const since = now.getTime() - Date.parse(factor.last_challenged_at ?? '')
    if (code && since >= 0 && since < SMS_PAUSE_MS)
      throw new AuthFault('sms_too_often', Math.ceil((SMS_PAUSE_MS - since) / 1000))
    await challenges.deleteExpiredChallenges(tx, factorId, now.toISOString())
    await challenges.insertChallenge(tx, {
      id,
      factor_id: factorId,
      session_id: caller.sessionId,
      secret: code ? hashOf(auth, id, code) : (webauthn?.credential_options.publicKey.challenge ?? null),
      attempts: 0,
      created_at: now.toISOString(),
      expires_at: expires.toISOString(),
    })
    await factors.updateFactor(tx, factorId, { last_challenged_at: now.toISOString() })
  })
  // Counted when the message is sent: the work of a transaction may run more than once.
  const wait = code ? await auth.limits.take('sms', asked.status === 'verified' ? factorId : 'enrolment') : 0
  const text = `${code} ist Ihr Code für Blog CMS. Er gilt fünf Minuten.`
  if (code && (wait > 0 || !(await auth.sms?.send(asked.phone ?? '', text)))) {
    await inTransaction(auth.db, async (tx) => {
      await challenges.deleteChallenge(tx, id)
      await factors.updateFactor(tx, factorId, { last_challenged_at: asked.last_challenged_at })
    })
    throw wait > 0 ? new AuthFault('rate_limited', wait) : new AuthFault('sms_failed')
  }
  return { id, type, expires_at: Math.floor(expires.getTime() / 1000), ...(webauthn ? { webauthn } : {}) }
}

/**
 * The ceremony depends on the factor, not on the client: registration for a new passkey, assertion for a verified one
 * (docs/reference/auth-protocol.md §5).
 */
async function ceremonyOf(auth: FactorContext, caller: Caller, factor: FactorRow) {
  const party = auth.relyingParty
  if (!party) throw new AuthFault('webauthn_factor_disabled')
  if (factor.credential) {
    const publicKey = await requestOptions(party, credentialOf(factor.credential))
    return { type: 'request' as const, credential_options: { publicKey } }
  }
  const existing = (await factors.listFactors(auth.db, caller.userId)).flatMap(({ credential }) =>
    credential ? [credentialOf(credential)] : [],
  )
  const user = { id: caller.userId, name: caller.email || caller.userId }
  return { type: 'create' as const, credential_options: { publicKey: await creationOptions(party, user, existing) } }
}

export type VerifyInput = {
  challenge_id?: string | null
  code?: string | null
  webauthn?: { credential_response?: unknown } | null
}

/** Data stored on the factor after a passed challenge. */
type Proof = { step: number } | { credential: StoredCredential } | { code: true }

/**
 * Verifies a challenge and raises the session to aal2. The first time it also verifies the factor, ends the account's
 * other aal1 sessions and deletes other unverified factors of that type. Errors: 404 `mfa_factor_not_found`, 422
 * `mfa_challenge_expired` (unknown, of another session, used or used up), `mfa_verification_failed`; 429 while the
 * factor is blocked after wrong codes.
 */
export async function verifyFactor(
  auth: FactorContext,
  caller: Caller,
  factorId: string,
  input: VerifyInput,
  visitor: Visitor,
): Promise<AuthSession> {
  await limitClient(auth, 'factors', visitor, 'verify')
  const now = auth.clock()
  const { factor, challenge } = await takeAttempt(
    auth,
    caller,
    { factorId, challengeId: input.challenge_id ?? '' },
    now,
  )
  const proof = await proofOf(auth, factor, challenge, input, now)
  const opened = proof && (await raiseBy(auth, caller, { factor, challenge, proof, visitor, now }))
  if (!opened) {
    await inTransaction(auth.db, (tx) =>
      recordEvent(tx, {
        event: 'factor_failed',
        at: now,
        userId: caller.userId,
        email: caller.email,
        ip: visitor.ip,
        details: { factor_type: factor.factor_type, factor_id: factor.id },
      }),
    )
    throw new AuthFault(WRONG[factor.factor_type as FactorType])
  }
  return issueTokens(auth, opened)
}

const WRONG = {
  totp: 'wrong_totp',
  phone: 'wrong_phone_code',
  webauthn: 'wrong_passkey',
} as const satisfies Record<FactorType, FaultName>

/**
 * Counts an attempt before it is checked, so that parallel guesses count too. A passkey's challenge allows one attempt,
 * a code's five.
 */
async function takeAttempt(
  auth: FactorContext,
  caller: Caller,
  { factorId, challengeId }: { factorId: string; challengeId: string },
  now: Date,
): Promise<{ factor: FactorRow; challenge: ChallengeRow }> {
  return inTransaction(auth.db, async (tx) => {
    await holdAccount(tx, caller.userId)
    const factor = await factorOf(tx, caller, factorId)
    if (factor.status !== 'verified') refuseUnproven(caller, 'enrol_needs_aal2')
    const challenge = await challenges.getChallenge(tx, { id: challengeId, factorId, sessionId: caller.sessionId })
    const used = challenge && (challenge.attempts >= ATTEMPTS || Date.parse(challenge.expires_at) <= now.getTime())
    if (!challenge || used) throw new AuthFault('challenge_expired')
    const rest = Date.parse(factor.locked_until ?? '') - now.getTime()
    if (rest > 0 && rest <= LONGEST_REST_MS) throw new AuthFault('rate_limited', Math.ceil(rest / 1000))
    if (factor.factor_type === 'webauthn') {
      await challenges.setAttempts(tx, challenge.id, ATTEMPTS)
      return { factor, challenge }
    }
    const failures = factor.failed_attempts + 1
    const nextRest = Math.min(FIRST_REST_MS * 2 ** (failures - FREE_FAILURES), LONGEST_REST_MS)
    await challenges.setAttempts(tx, challenge.id, challenge.attempts + 1)
    await factors.updateFactor(tx, factorId, {
      failed_attempts: failures,
      locked_until: failures < FREE_FAILURES ? null : new Date(now.getTime() + nextRest).toISOString(),
    })
    return { factor, challenge }
  })
}

async function proofOf(
  auth: FactorContext,
  factor: FactorRow,
  challenge: ChallengeRow,
  { code, webauthn }: VerifyInput,
  now: Date,
): Promise<Proof | null> {
  const typed = (code ?? '').replace(/\s/g, '')
  const secret = challenge.secret ?? ''
  if (factor.factor_type === 'totp') {
    const step = await totpStep(auth.box.unseal(FACTOR_SECRETS, factor.secret ?? ''), typed, now)
    return step === null ? null : { step }
  }
  if (factor.factor_type === 'phone') {
    const fits = timingSafeEqual(Buffer.from(hashOf(auth, challenge.id, typed)), Buffer.from(secret))
    return fits ? { code: true } : null
  }
  if (!auth.relyingParty) throw new AuthFault('webauthn_factor_disabled')
  const response = webauthn?.credential_response
  const credential = factor.credential
    ? await assertedCredential(auth.relyingParty, secret, credentialOf(factor.credential), response)
    : await registeredCredential(auth.relyingParty, secret, response)
  return credential && { credential }
}

/** Null when the proof or its challenge was used in the meantime. */
async function raiseBy(
  auth: FactorContext,
  caller: Caller,
  {
    factor,
    challenge,
    proof,
    visitor,
    now,
  }: { factor: FactorRow; challenge: ChallengeRow; proof: Proof; visitor: Visitor; now: Date },
): Promise<OpenSession | null> {
  return inTransaction(auth.db, async (tx) => {
    await holdAccount(tx, caller.userId)
    const all = await factors.listFactors(tx, caller.userId)
    const status = all.find(({ id }) => id === factor.id)?.status
    const hadOne = all.some((other) => other.status === 'verified')
    if (!status) throw new AuthFault('mfa_factor_not_found')
    // A factor enrolled before the first one was verified must not bypass it.
    if (status === 'unverified' && hadOne) refuseUnproven({ ...caller, needsAal2: true }, 'enrol_needs_aal2')
    if (!(await challenges.deleteChallenge(tx, challenge.id))) return null
    if ('step' in proof && !(await factors.claimStep(tx, factor.id, proof.step))) return null
    if ('credential' in proof && !(await factors.replaceCredential(tx, factor, JSON.stringify(proof.credential))))
      return null
    await factors.updateFactor(tx, factor.id, {
      failed_attempts: 0,
      locked_until: null,
      ...(status === 'verified' ? {} : { status: 'verified', updated_at: now.toISOString() }),
    })
    const type = factor.factor_type as FactorType
    if (status !== 'verified') {
      // Recovery codes from before the account's first factor belong to deleted factors.
      if (!hadOne) await forgetRecoveryCodes(tx, caller.userId)
      await factors.deleteUnverifiedBeside(tx, factor)
      await deleteUnraisedSessions(tx, caller.userId, caller.sessionId)
      await announce(tx, { noun: 'users', id: caller.userId, verb: 'updated' })
    }
    await recordEvent(tx, {
      event: status === 'verified' ? 'factor_used' : 'factor_added',
      at: now,
      userId: caller.userId,
      email: caller.email,
      ip: visitor.ip,
      details: { factor_type: type, friendly_name: factor.friendly_name },
    })
    const opened = await raiseSession(tx, caller.sessionId, { method: AMR_METHODS[type], factorId: factor.id, now })
    if (!opened) throw new AuthFault('session_not_found')
    return opened
  })
}

function credentialOf(text: string): StoredCredential {
  return JSON.parse(text) as StoredCredential
}

function hashOf(auth: FactorContext, challengeId: string, code: string): string {
  return createHmac('sha256', auth.box.keyFor('factor-code')).update(`${challengeId} ${code}`).digest('base64url')
}
