import { callerOf, os } from '../../../platform/http/implement.ts'
import type { FactorContext } from './context.ts'
import { recoveryCodesState, renewRecoveryCodes, signInWithRecoveryCode } from './recovery-codes.service.ts'

/** The endpoints of recovery codes (RUL-11). */
export function recoveryCodesRoutes(auth: FactorContext) {
  return os.account.recoveryCodes.router({
    get: os.account.recoveryCodes.get.handler(({ context }) => recoveryCodesState(auth, callerOf(context))),
    renew: os.account.recoveryCodes.renew.handler(({ context }) =>
      renewRecoveryCodes(auth, callerOf(context), context.ip),
    ),
    use: os.account.recoveryCodes.use.handler(({ input, context }) =>
      signInWithRecoveryCode(auth, callerOf(context), input.code, context.ip),
    ),
  })
}
