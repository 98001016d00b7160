import { callerOf, os } from '../../platform/http/implement.ts'
import { removalFactsOf, removeOwnAccount } from './account-removal.service.ts'
import * as sessions from './sessions/account-sessions.service.ts'
import type { FactorContext } from './factors/context.ts'
import { recoveryCodesRoutes } from './factors/recovery-codes.routes.ts'

/** The parts of the contract's `account` that need the auth module: own sessions, and the proof before deletion. */
export function authAccountRoutes(auth: FactorContext) {
  const { account } = os
  return {
    recoveryCodes: recoveryCodesRoutes(auth),
    sessions: account.sessions.router({
      list: account.sessions.list.handler(async ({ context }) => ({
        items: await sessions.listSessions(auth.db, callerOf(context)),
      })),
      end: account.sessions.end.handler(({ input, context }) =>
        sessions.endSession(auth.db, input.id, {
          caller: callerOf(context),
          now: auth.clock(),
          ip: context.ip,
        }),
      ),
      endOthers: account.sessions.endOthers.handler(async ({ context }) => ({
        ended: await sessions.endOtherSessions(auth.db, {
          caller: callerOf(context),
          now: auth.clock(),
          ip: context.ip,
        }),
      })),
    }),
    removal: account.removal.router({
      facts: account.removal.facts.handler(({ context }) => removalFactsOf(auth, callerOf(context))),
      remove: account.removal.remove.handler(({ input: { articles_to, password }, context }) =>
        removeOwnAccount(auth, callerOf(context), { password, articlesTo: articles_to, ip: context.ip }),
      ),
    }),
  }
}
