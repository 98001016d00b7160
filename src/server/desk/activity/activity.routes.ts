import { actorOf, callerOf, os } from '../../platform/http/implement.ts'
import * as activity from './activity.service.ts'
import { readDay } from './day.service.ts'

export const activityRoutes = (undoComments: activity.UndoComments) =>
  os.activity.router({
    list: os.activity.list.handler(({ input, context }) =>
      activity.listActivity(context.runtime.db, input, actorOf(context)),
    ),
    day: os.activity.day.handler(({ input, context: { runtime } }) => readDay(runtime.db, input, runtime.clock())),
    things: os.activity.things.handler(({ input, context }) =>
      activity.listThings(context.runtime.db, input.id, callerOf(context)),
    ),
    undo: os.activity.undo.handler(({ input, context }) =>
      activity.undoActivity(context.runtime, input.id, actorOf(context), undoComments),
    ),
  })
