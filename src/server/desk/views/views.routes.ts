import { actorOf, callerOf, os } from '../../platform/http/implement.ts'
import { listViews } from './views.queries.ts'
import * as views from './views.service.ts'

export const viewsRoutes = os.views.router({
  list: os.views.list.handler(async ({ context }) => ({
    items: await listViews(context.runtime.db, callerOf(context).userId),
  })),
  save: os.views.save.handler(({ input, context }) => views.saveView(context.runtime.db, input, actorOf(context))),
  remove: os.views.remove.handler(({ input, context }) =>
    views.removeView(context.runtime.db, input.id, actorOf(context)),
  ),
})
