import { actorOf, os } from '../../platform/http/implement.ts'
import * as link from './calendar-link.service.ts'
import * as settings from './planning-settings.service.ts'
import * as planning from './planning.service.ts'

export const planningRoutes = os.planning.router({
  settings: os.planning.settings.handler(({ context }) => settings.readPlanning(context.runtime.db)),
  updateSettings: os.planning.updateSettings.handler(({ input, context }) =>
    settings.updatePlanning(context.runtime.db, input),
  ),
  addPause: os.planning.addPause.handler(({ input, context }) =>
    settings.addPause(context.runtime.db, input, actorOf(context)),
  ),
  removePause: os.planning.removePause.handler(({ input, context }) =>
    settings.removePause(context.runtime.db, input.id),
  ),
  plan: os.planning.plan.handler(({ input, context }) => planning.plan(context.runtime.db, input)),
  move: os.planning.move.handler(({ input, context }) => planning.move(context.runtime.db, input, actorOf(context))),
  push: os.planning.push.handler(({ input, context }) => planning.push(context.runtime.db, input, actorOf(context))),
  undo: os.planning.undo.handler(({ input, context }) => planning.undo(context.runtime.db, input.id, actorOf(context))),
  link: os.planning.link.handler(({ context }) => link.readLink(context.runtime.db, actorOf(context))),
  createLink: os.planning.createLink.handler(({ context }) => link.createLink(context.runtime.db, actorOf(context))),
  removeLink: os.planning.removeLink.handler(({ context }) => link.removeLink(context.runtime.db, actorOf(context))),
})
