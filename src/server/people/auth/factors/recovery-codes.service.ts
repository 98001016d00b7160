import { createHmac, randomInt } from 'node:crypto'
import { ApiError } from '../../../../contract/errors.ts'
import type { NewRecoveryCodes, RecoveryCodesState } from '../../../../contract/account/recovery-codes.ts'
import { holdAccount } from '../../accounts/accounts.service.ts'
import { recordEvent } from '../../accounts/audit.service.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Caller } from '../../../platform/caller.ts'
import { isFresh } from '../sessions/freshness.service.ts'
import { raiseSession } from './assurance.service.ts'
import type { FactorContext } from './context.ts'
import * as queries from './recovery-codes.queries.ts'
import { issueTokens } from '../sessions/sessions.service.ts'
import type { AuthSession } from '../protocol/shapes.ts'

const CODES = 10
/** Without characters that look alike: 31 of them, so twelve hold 59 bits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 12

/** The number of codes the caller has left. */
export async function recoveryCodesState(auth: FactorContext, caller: Caller): Promise<RecoveryCodesState> {
  return (await queries.countRecoveryCodes(auth.db, caller.userId)) ?? { remaining: 0, created_at: null }
}

/**
 * Replaces the recovery codes by ten new ones, shown now and stored as hashes (RUL-34). The guard has required aal2.
 * Error: 409 `no_second_factor`, since without one a code would open nothing.
 */
export async function renewRecoveryCodes(auth: FactorContext, caller: Caller, ip: string): Promise<NewRecoveryCodes> {
  if (!caller.needsAal2) throw new ApiError('no_second_factor')
  if (!(await isFresh(auth, caller))) throw new ApiError('proof_required')
  const at = auth.clock().toISOString()
  const codes = Array.from({ length: CODES }, newCode)
  await inTransaction(auth.db, async (tx) => {
    await holdAccount(tx, caller.userId)
    await queries.deleteRecoveryCodesOf(tx, caller.userId)
    await queries.insertRecoveryCodes(
      tx,
      codes.map((code) => ({
        code_hash: hashOf(auth, caller.userId, code),
        user_id: caller.userId,
        created_at: at,
        used_at: null,
      })),
    )
    await recordEvent(tx, {
      event: 'recovery_codes_made',
      at: new Date(at),
      userId: caller.userId,
      email: caller.email,
      ip,
    })
  })
  return { codes, created_at: at }
}

/**
 * Uses one of the caller's recovery codes instead of the second factor: the session rises to aal2. Errors: 422
 * `recovery_code_invalid` (also for a used one and for those of others), 429.
 */
export async function signInWithRecoveryCode(
  auth: FactorContext,
  caller: Caller,
  typed: string,
  ip: string,
): Promise<AuthSession> {
  // Counted before it is checked, so that parallel guesses count too; a correct one is refunded.
  if ((await auth.limits.take('recovery_code', caller.userId)) > 0) throw new ApiError('rate_limited')
  const now = auth.clock()
  const hash = hashOf(auth, caller.userId, typed)
  const opened = await inTransaction(auth.db, async (tx) => {
    await holdAccount(tx, caller.userId)
    const fits = await queries.useRecoveryCode(tx, { userId: caller.userId, hash, now: now.toISOString() })
    await recordEvent(tx, {
      event: fits ? 'recovery_code_used' : 'recovery_code_failed',
      at: now,
      userId: caller.userId,
      email: caller.email,
      ip,
    })
    return fits ? raiseSession(tx, caller.sessionId, { method: 'mfa/recovery_code', factorId: null, now }) : null
  })
  if (!opened) throw new ApiError('recovery_code_invalid')
  await auth.limits.giveBack('recovery_code', caller.userId)
  return issueTokens(auth, opened)
}

/** Deletes an account's codes, in the transaction that removes its last factor. */
export async function forgetRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await queries.deleteRecoveryCodesOf(tx, userId)
}

function newCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

/** Case, spaces and dashes are ignored. */
function hashOf(auth: FactorContext, userId: string, typed: string): string {
  const code = typed.toLowerCase().replace(/[^a-z0-9]/g, '')
  return createHmac('sha256', auth.box.keyFor('recovery-code')).update(`${userId} ${code}`).digest('base64url')
}
