import { recordEvent } from '../../accounts/audit.service.ts'
import { holdAccount } from '../../accounts/accounts.service.ts'
import type { Db } from '../../../platform/db/db.ts'
import { announce, inTransaction } from '../../../platform/db/transaction.ts'
import type { Caller } from '../../../platform/caller.ts'
import { newId } from '../../../platform/ids.ts'
import { lowerSessionsOf, type FactorType } from './assurance.service.ts'
import { limitClient } from '../account/limits.ts'
import { validPhone } from '../account/user-fields.ts'
import type { Visitor } from '../protocol/visitor.ts'
import * as queries from './factors.queries.ts'
import type { FactorRow } from './factors.queries.ts'
import { AuthFault } from '../protocol/auth-fault.ts'
import { requireFreshSession } from '../sessions/freshness.service.ts'
import type { FactorContext } from './context.ts'
import { forgetRecoveryCodes } from './recovery-codes.service.ts'
import { newTotp } from './totp.ts'

/** Purpose for which factor secrets are sealed (RUL-34). */
export const FACTOR_SECRETS = 'totp-secret'
const MAX_FACTORS = 10
const NAME_MAX = 100
/**
 * Maximum length of the issuer. It appears twice in the QR code of a secret, which holds 2,331 bytes; a character takes
 * up to twelve of them.
 */
const ISSUER_MAX = 60
/** A factor not verified within this time is abandoned. */
const ABANDONED_MS = 3_600_000

export type EnrolInput = {
  factor_type?: string | null
  friendly_name?: string | null
  issuer?: string | null
  phone?: string | null
}

/**
 * Enrols a second factor, unverified until its first challenge is passed. Returns id, type and name; for totp the
 * secret, its address and QR code, shown only now; for phone the number. Errors: 403 `insufficient_aal`, 422
 * `mfa_factor_name_conflict`, `too_many_enrolled_mfa_factors`, `mfa_verified_factor_exists`,
 * `mfa_…_enroll_not_enabled`, 400 `validation_failed`.
 */
export async function enrolFactor(auth: FactorContext, caller: Caller, input: EnrolInput, visitor: Visitor) {
  await limitClient(auth, 'factors', visitor, 'enrol')
  await requireFreshSession(auth, caller)
  const type = typeOf(auth, input.factor_type)
  const name = input.friendly_name?.trim() ?? ''
  if (name.length > NAME_MAX) throw new AuthFault('long_factor_name')
  const phone = type === 'phone' ? validPhone(input.phone) : null
  const issuer = input.issuer?.trim() || new URL(auth.issuer).host
  if (input.issuer && issuer.length > ISSUER_MAX) throw new AuthFault('long_issuer')
  // A colon separates issuer and label in the address of an authenticator app.
  const totp =
    type === 'totp'
      ? await newTotp({ issuer: issuer.replaceAll(':', ' '), label: caller.email || caller.userId })
      : null
  const now = auth.clock()
  const at = now.toISOString()
  const factor: FactorRow = {
    id: newId(),
    user_id: caller.userId,
    friendly_name: name,
    factor_type: type,
    status: 'unverified',
    phone,
    secret: totp && auth.box.seal(FACTOR_SECRETS, totp.secret),
    last_step: null,
    credential: null,
    failed_attempts: 0,
    locked_until: null,
    last_challenged_at: null,
    created_at: at,
    updated_at: at,
  }
  await inTransaction(auth.db, async (tx) => {
    await holdAccount(tx, caller.userId)
    await queries.deleteAbandonedFactors(tx, caller.userId, new Date(now.getTime() - ABANDONED_MS).toISOString())
    refuseBeside(await queries.listFactors(tx, caller.userId), factor)
    await queries.insertFactor(tx, factor)
    await announce(tx, { noun: 'users', id: caller.userId, verb: 'updated' })
  })
  return { id: factor.id, type, friendly_name: name, ...(totp ? { totp } : {}), ...(phone ? { phone } : {}) }
}

/**
 * Removes a second factor. Sessions it raised fall back to aal1; with the last verified one the recovery codes are
 * deleted. Errors: 404 `mfa_factor_not_found`, 422 `insufficient_aal` for a verified factor from an aal1 session.
 */
export async function removeFactor(
  auth: FactorContext,
  caller: Caller,
  id: string,
  visitor: Visitor,
): Promise<{ id: string }> {
  await limitClient(auth, 'factors', visitor, 'remove')
  if ((await factorOf(auth.db, caller, id)).status === 'verified' && caller.aal === 'aal2')
    await requireFreshSession(auth, caller)
  await inTransaction(auth.db, async (tx) => {
    await holdAccount(tx, caller.userId)
    const factor = await factorOf(tx, caller, id)
    if (factor.status === 'verified' && caller.aal !== 'aal2') throw new AuthFault('removal_needs_aal2')
    const type = factor.factor_type as FactorType
    await lowerSessionsOf(tx, id, type)
    await queries.deleteFactor(tx, id)
    if (factor.status === 'verified') {
      const left = (await queries.listFactors(tx, caller.userId)).filter(({ status }) => status === 'verified')
      if (left.length === 0) await forgetRecoveryCodes(tx, caller.userId)
      await recordEvent(tx, {
        event: 'factor_removed',
        at: auth.clock(),
        userId: caller.userId,
        email: caller.email,
        ip: visitor.ip,
        details: { factor_type: type, friendly_name: factor.friendly_name },
      })
    }
    await announce(tx, { noun: 'users', id: caller.userId, verb: 'updated' })
  })
  return { id }
}

/** A factor of the caller's. Throws 404 `mfa_factor_not_found` for any other. */
export async function factorOf(db: Db, caller: Caller, id: string): Promise<FactorRow> {
  const factor = await queries.getFactor(db, caller.userId, id)
  if (!factor) throw new AuthFault('mfa_factor_not_found')
  return factor
}

function typeOf(auth: FactorContext, type: string | null | undefined): FactorType {
  if (type === 'totp') return type
  if (type === 'phone') {
    if (!auth.sms) throw new AuthFault('phone_factor_disabled')
    return type
  }
  if (type === 'webauthn') {
    if (!auth.relyingParty) throw new AuthFault('webauthn_factor_disabled')
    return type
  }
  throw new AuthFault('unsupported_factor')
}

function refuseBeside(existing: readonly FactorRow[], { friendly_name, factor_type, phone }: FactorRow): void {
  if (existing.length >= MAX_FACTORS) throw new AuthFault('too_many_factors')
  if (friendly_name !== '' && existing.some((factor) => factor.friendly_name === friendly_name))
    throw new AuthFault('factor_name_conflict')
  if (factor_type === 'phone' && existing.some((factor) => factor.phone === phone && factor.status === 'verified'))
    throw new AuthFault('phone_factor_exists')
}
