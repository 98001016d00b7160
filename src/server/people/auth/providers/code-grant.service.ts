import * as accounts from '../../accounts/accounts.service.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { openPayload } from './authorize.service.ts'
import type { ProviderContext } from './context.ts'
import type { Visitor } from '../protocol/visitor.ts'
import { AuthFault } from '../protocol/auth-fault.ts'
import type { FlowStateRow } from '../tokens/flow-states.queries.ts'
import { takeFlowByCode } from '../tokens/flow-states.service.ts'
import { linkIdentity } from './identities.service.ts'
import type { ProviderIdentity } from './providers.ts'
import { issueTokens, startSession, type OpenSession } from '../sessions/sessions.service.ts'
import type { AuthSession } from '../protocol/shapes.ts'
import { limitClient } from '../account/limits.ts'
import { refuseUnusable } from '../account/refusals.ts'
import { noteSignIn } from '../account/sign-ins.service.ts'

/**
 * Exchanges the code of a redirect and its verifier for a session (grant `pkce`), with the provider's tokens. A code
 * for linking links now and continues the requesting session. Errors: 404 `flow_state_not_found`, 422
 * `flow_state_expired`, `identity_already_exists`, 400 `bad_code_verifier`, `user_banned`, `email_not_confirmed`; 429.
 */
export async function exchangeCode(
  auth: ProviderContext,
  { code, verifier }: { code: string; verifier: string },
  visitor: Visitor,
): Promise<AuthSession & Partial<ProviderIdentity['tokens']>> {
  await limitClient(auth, 'token', visitor)
  const now = auth.clock()
  const { opened, identity } = await inTransaction(auth.db, async (tx) => {
    const flow = await takeFlowByCode(tx, auth, { code, verifier, now })
    const identity = openPayload(auth, flow)?.identity
    if (flow.purpose !== 'link') return { identity, opened: await signIn(tx, flow, { visitor, now }) }
    if (!flow.session_id || !identity) throw new AuthFault('flow_state_not_found')
    return { identity, opened: await linkIdentity(tx, flow.session_id, identity, { visitor, now }) }
  })
  return { ...(await issueTokens(auth, opened)), ...identity?.tokens }
}

async function signIn(
  tx: Tx,
  flow: FlowStateRow,
  { visitor, now }: { visitor: Visitor; now: Date },
): Promise<OpenSession> {
  const user = flow.user_id ? await accounts.holdAccount(tx, flow.user_id) : null
  if (!user) throw new AuthFault('flow_state_not_found')
  refuseUnusable(user)
  const method = flow.purpose === 'oauth' ? 'oauth' : 'otp'
  const how = { method, ...(flow.provider ? { provider: flow.provider } : { purpose: flow.purpose }) }
  await noteSignIn(tx, user, how, { visitor, now })
  return startSession(tx, user.id, { method, visitor, now })
}
