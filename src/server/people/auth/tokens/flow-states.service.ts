import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import type { OneTimeKeys } from './context.ts'
import { AuthFault } from '../protocol/auth-fault.ts'
import * as queries from './flow-states.queries.ts'
import type { FlowStateRow } from './flow-states.queries.ts'

/**
 * A code is valid for five minutes from its issue, whenever the flow started (docs/reference/auth-protocol.md §3,
 * PKCE).
 */
const CODE_SECONDS = 300
const DAY_MS = 86_400_000

/** Purpose of a flow: sign-in by a provider, linking one, or a link in a mail. */
export type FlowPurpose = 'oauth' | 'link' | 'signup' | 'recovery' | 'magiclink' | 'email_change' | 'invite'

/** PKCE challenge of the client (RFC 7636). */
export type Challenge = { challenge: string; method: 's256' | 'plain' }

/**
 * The challenge of a request, or null for the implicit flow. Throws 400 `validation_failed` for an incomplete or
 * malformed one.
 */
export function readChallenge(sent: {
  code_challenge?: string | null | undefined
  code_challenge_method?: string | null | undefined
}): Challenge | null {
  const { code_challenge: challenge } = sent
  const method = sent.code_challenge_method?.toLowerCase()
  if (!challenge && !method) return null
  if (!challenge || !/^[\w.~-]{43,128}$/.test(challenge)) throw new AuthFault('invalid_challenge')
  if (method !== 's256' && method !== 'plain') throw new AuthFault('invalid_challenge')
  return { challenge, method }
}

export type NewFlow = {
  purpose: FlowPurpose
  challenge: Challenge | null
  /** An allowed address (`redirects.allow`). */
  redirectTo: string
  userId?: string | undefined
} & Partial<Pick<FlowStateRow, 'session_id' | 'provider' | 'state_hash' | 'browser_hash' | 'payload'>>

/** Starts a flow and returns its id, to be kept in the mail's token or the provider's state. */
export async function startFlow(tx: Tx, flow: NewFlow, now: Date): Promise<string> {
  const { purpose, challenge, redirectTo, userId, ...provider } = flow
  const id = newId()
  await queries.insertFlow(tx, {
    session_id: null,
    provider: null,
    state_hash: null,
    browser_hash: null,
    payload: null,
    ...provider,
    id,
    purpose,
    user_id: userId ?? null,
    code_challenge: challenge?.challenge ?? null,
    code_challenge_method: challenge?.method ?? null,
    code_hash: null,
    code_issued_at: null,
    redirect_to: redirectTo,
    created_at: now.toISOString(),
  })
  return id
}

/**
 * Issues the one-time code of a flow for `userId`; an earlier one of the same flow becomes void. The sealed `payload`
 * is available at the exchange. Null when the flow is gone.
 */
export async function issueCode(
  tx: Tx,
  auth: Pick<OneTimeKeys, 'flowKey'>,
  flowId: string,
  { userId, payload = null, now }: { userId: string; payload?: string | null; now: Date },
): Promise<string | null> {
  const code = randomBytes(32).toString('base64url')
  const issued = await queries.updateFlow(tx, flowId, {
    user_id: userId,
    payload,
    state_hash: null,
    code_hash: hashOf(auth, 'code', code),
    code_issued_at: now.toISOString(),
  })
  return issued ? code : null
}

/**
 * Deletes and returns the flow of a code: it works once, with the right verifier. Throws 404 `flow_state_not_found`,
 * 422 `flow_state_expired`, 400 `bad_code_verifier`.
 */
export async function takeFlowByCode(
  tx: Tx,
  auth: Pick<OneTimeKeys, 'flowKey'>,
  { code, verifier, now }: { code: string; verifier: string; now: Date },
): Promise<FlowStateRow> {
  const flow = await queries.getFlowBy(tx, 'code_hash', hashOf(auth, 'code', code))
  if (!flow?.code_issued_at) throw new AuthFault('flow_state_not_found')
  if (now.getTime() - Date.parse(flow.code_issued_at) > CODE_SECONDS * 1000) throw new AuthFault('flow_state_expired')
  if (!verifies(flow, verifier)) throw new AuthFault('bad_code_verifier')
  if (!(await queries.deleteFlow(tx, flow.id))) throw new AuthFault('flow_state_not_found')
  return flow
}

/** Keyed hash under which a flow is found by its client's secret. */
export function hashOf(auth: Pick<OneTimeKeys, 'flowKey'>, kind: 'code' | 'state' | 'browser', secret: string): string {
  return createHmac('sha256', auth.flowKey).update(`${kind}:${secret}`).digest('base64url')
}

function verifies(flow: FlowStateRow, verifier: string): boolean {
  if (!flow.code_challenge || verifier.length > 128) return false
  const derived =
    flow.code_challenge_method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  const [wanted, given] = [Buffer.from(flow.code_challenge), Buffer.from(derived)]
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}

/** Deletes flows started more than a day ago; until then an expired code is reported as expired. */
export async function forgetOldFlows(db: Db, now: Date): Promise<void> {
  await queries.deleteFlowsBefore(db, new Date(now.getTime() - DAY_MS).toISOString())
}
