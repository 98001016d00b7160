import * as accounts from '../accounts/accounts.service.ts'
import { recordEvent } from '../accounts/audit.service.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { AuthContext, Visitor } from './context.ts'
import { AuthFault } from './faults.ts'
import { takeFlowByCode } from './flow-states.service.ts'
import { addressKey } from './rate-limits.ts'
import { issueTokens, startSession } from './sessions.service.ts'
import type { AuthSession } from './shapes.ts'
import { limit, refuseUnusable } from './sign-in.service.ts'

/**
 * Exchanges the code of a redirect and the verifier of whoever began it for a session (grant `pkce`). Errors: 404
 * `flow_state_not_found`, 422 `flow_state_expired`, 400 `bad_code_verifier`, `user_banned`, `email_not_confirmed`; 429.
 */
export async function exchangeCode(
  auth: AuthContext,
  { code, verifier }: { code: string; verifier: string },
  visitor: Visitor,
): Promise<AuthSession> {
  limit(auth, 'token', addressKey(visitor.ip))
  const now = auth.clock()
  const opened = await inTransaction(auth.db, async (tx) => {
    const flow = await takeFlowByCode(tx, auth, { code, verifier, now })
    const user = flow.user_id ? await accounts.holdAccount(tx, flow.user_id) : null
    if (!user) throw new AuthFault('flow_state_not_found')
    refuseUnusable(user)
    const method = flow.purpose === 'oauth' ? 'oauth' : 'otp'
    await accounts.noteSignIn(tx, user.id, now)
    await recordEvent(tx, {
      event: 'sign_in',
      at: now,
      userId: user.id,
      email: user.email,
      ip: visitor.ip,
      details: { method, purpose: flow.purpose },
    })
    return startSession(tx, user.id, { method, visitor, now })
  })
  return issueTokens(auth, opened)
}
