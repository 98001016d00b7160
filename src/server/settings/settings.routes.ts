import { callerOf, os } from '../platform/http/implement.ts'
import * as settings from './settings.service.ts'

export const settingsRoutes = os.settings.router({
  get: os.settings.get.handler(async ({ context }) =>
    settings.visibleTo(await settings.readSettings(context.runtime.db), context.caller),
  ),
  update: os.settings.update.handler(({ input, context }) =>
    settings.saveSettings(context.runtime.db, input, { caller: callerOf(context), now: context.runtime.clock() }),
  ),
})
