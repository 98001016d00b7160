import { callerOf, os } from '../platform/http/implement.ts'
import * as system from './system.service.ts'

export const systemRoutes = os.system.router({
  check: os.system.check.handler(async ({ context }) => ({
    checked_at: context.runtime.clock().toISOString(),
    checks: await system.runChecks(context.runtime, callerOf(context)),
  })),
})
