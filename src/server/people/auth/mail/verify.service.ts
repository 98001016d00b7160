import * as accounts from '../../accounts/accounts.service.ts'
import type { UsersTable } from '../../../account-tables.ts'
import { recordEvent } from '../../accounts/audit.service.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { MailContext } from './context.ts'
import type { Visitor } from '../protocol/visitor.ts'
import { confirmEmailChange } from './email-change.service.ts'
import { normalizeEmail } from '../../../platform/email-address.ts'
import { AuthFault } from '../protocol/auth-fault.ts'
import { issueCode, startFlow, type Challenge } from '../tokens/flow-states.service.ts'
import { takeCode, takeLink, type TakenToken, type TokenKind } from '../tokens/tokens.service.ts'
import { verifyEmailIdentity } from '../account/email-identity.service.ts'
import { limit, limitClient } from '../account/limits.ts'
import { noteSignIn } from '../account/sign-ins.service.ts'
import { isPhone } from '../account/user-fields.ts'
import { issueTokens, startSession, type OpenSession } from '../sessions/sessions.service.ts'
import type { AuthSession } from '../protocol/shapes.ts'
import { settleSignUps, type Confirmation } from '../tokens/sign-ups.service.ts'

/** Token types that the `type` of a request may redeem. */
const KINDS: ReadonlyMap<string, readonly TokenKind[]> = new Map([
  ['signup', ['signup']],
  ['magiclink', ['magiclink']],
  ['email', ['magiclink', 'signup']],
  ['recovery', ['recovery']],
  ['email_change', ['email_change_current', 'email_change_new']],
])

function kindsOf(type: string | null | undefined): readonly TokenKind[] {
  const kinds = KINDS.get(type ?? '')
  if (!kinds) throw new AuthFault('otp_expired')
  return kinds
}

export type VerifyInput = {
  type?: string | null
  token_hash?: string | null
  email?: string | null
  phone?: string | null
  token?: string | null
}

/**
 * Result of a redeemed link or code: a session, the first of two confirmations of a new address, or, for a link
 * requested with PKCE, a one-time code.
 */
export type Redeemed = ({ session: AuthSession } | { halfway: true } | { code: string }) & {
  /** True where the account has no valid password and has to set one. */
  needsPassword?: boolean
}

/**
 * Redeems a mailed token (POST /verify): that of a link, or address and six digits. Errors: 403 `otp_expired` for every
 * invalid token, 400 `validation_failed` for an invalid phone number, 400 `user_banned`, 422 `email_exists`; 429 per
 * client, and per address for the digits.
 */
export async function verifyOneTime(auth: MailContext, input: VerifyInput, visitor: Visitor): Promise<Redeemed> {
  await limitClient(auth, 'verify', visitor)
  if (input.phone && !input.email && !isPhone(input.phone)) throw new AuthFault('invalid_phone')
  const kinds = kindsOf(input.type)
  const { token_hash: token } = input
  if (token) return redeem(auth, (tx, now) => takeLink(tx, auth, { token, kinds }, now), visitor)
  const email = normalizeEmail(input.email ?? '')
  const code = input.token
  if (!email || !code) throw new AuthFault('otp_expired')
  await limit(auth, 'verify_address', email)
  const result = await redeem(auth, (tx, now) => takeCode(tx, auth, { email, code, kinds }, now), visitor, {
    // Written for every address, so that the response takes as long where nothing was mailed.
    onRefusal: (tx, now) => recordEvent(tx, { event: 'code_refused', at: now, email, ip: visitor.ip }),
  })
  await auth.limits.giveBack('verify_address', email)
  return result
}

/** Redeems a link by the button of its page: with PKCE it leads to a code for `redirectTo`, an allowed address. */
export async function followLink(
  auth: MailContext,
  { type, token, redirectTo }: { type: string; token: string; redirectTo: string },
  visitor: Visitor,
): Promise<Redeemed> {
  await limitClient(auth, 'verify', visitor)
  const kinds = kindsOf(type)
  return redeem(auth, (tx, now) => takeLink(tx, auth, { token, kinds }, now), visitor, { codeFor: redirectTo })
}

type Take = (tx: Tx, now: Date) => Promise<TakenToken | null>
type RedeemOptions = { onRefusal?: (tx: Tx, now: Date) => Promise<void>; codeFor?: string }

async function redeem(
  auth: MailContext,
  take: Take,
  visitor: Visitor,
  { onRefusal, codeFor }: RedeemOptions = {},
): Promise<Redeemed> {
  const now = auth.clock()
  // A refusal is returned, not thrown: the counted guess and the used link have to be committed.
  const result = await inTransaction(
    auth.db,
    async (tx): Promise<((OpenSession | { halfway: true } | { code: string }) & Settled) | AuthFault> => {
      const row = await take(tx, now)
      const user = row && (await accounts.holdAccount(tx, row.user_id))
      if (!row || !user || !stillFits(row, user)) {
        await onRefusal?.(tx, now)
        return new AuthFault('otp_expired')
      }
      if (user.approval === 'blocked') return new AuthFault('user_banned')
      let settled: Settled = {}
      if (row.kind === 'email_change_current' || row.kind === 'email_change_new') {
        if (!(await confirmEmailChange(tx, user, row.kind, { notify: true, visitor, now }))) return { halfway: true }
      } else settled = await confirm(tx, user, row, { visitor, now })
      const challenge = challengeOf(row)
      if (codeFor !== undefined && challenge) {
        const purpose = row.kind.startsWith('email_change') ? 'email_change' : (row.kind as 'signup')
        const flow = await startFlow(tx, { purpose, challenge, redirectTo: codeFor, userId: user.id }, now)
        const code = await issueCode(tx, auth, flow, { userId: user.id, now })
        if (!code) throw new Error('a flow begun in this transaction is gone')
        return { code, ...settled }
      }
      await noteSignIn(tx, user, { method: 'otp', purpose: row.kind }, { visitor, now })
      return { ...(await startSession(tx, user.id, { method: 'otp', visitor, now })), ...settled }
    },
  )
  if (result instanceof AuthFault) throw result
  // The former address gets a notice of the change.
  auth.sendMails?.()
  if (!('session' in result)) return result
  return { session: await issueTokens(auth, result), needsPassword: result.needsPassword ?? false }
}

type Settled = { needsPassword?: boolean }

/** A mail to an address the account no longer has is void; that of a new address is checked by its change. */
function stillFits(row: TakenToken, user: UsersTable): boolean {
  return row.kind === 'email_change_new' || row.email === user.email
}

/** The mailbox belongs to the user; which password counts, if any, is decided among the sign-ups of the address. */
async function confirm(
  tx: Tx,
  user: UsersTable,
  row: TakenToken,
  { visitor, now }: { visitor: Visitor; now: Date },
): Promise<Settled> {
  await verifyEmailIdentity(tx, user.id, row.email)
  if (user.email_confirmed_at) return {}
  const confirmation: Confirmation =
    row.kind !== 'signup'
      ? { by: 'mailbox' }
      : row.signUpId
        ? { by: 'sign-up', id: row.signUpId, ip: visitor.ip }
        : { by: 'sign-up', id: null }
  const { hasPassword } = await settleSignUps(tx, user, confirmation, now)
  await recordEvent(tx, { event: 'email_confirmed', at: now, userId: user.id, email: row.email, ip: visitor.ip })
  return { needsPassword: row.kind === 'signup' && !hasPassword }
}

function challengeOf(row: TakenToken): Challenge | null {
  const { code_challenge: challenge, code_challenge_method: method } = row
  return challenge && method ? { challenge, method: method as Challenge['method'] } : null
}
