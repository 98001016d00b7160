import { actorOf, os } from '../../platform/http/implement.ts'
import * as replacements from './replacements.service.ts'

export const replacementsRoutes = os.replacements.router({
  search: os.replacements.search.handler(({ input, context }) => replacements.search(context.runtime.db, input)),
  list: os.replacements.list.handler(async ({ context }) => ({
    items: await replacements.listOrders(context.runtime.db),
  })),
  create: os.replacements.create.handler(({ input, context }) =>
    replacements.order(context.runtime.db, input, actorOf(context)),
  ),
  work: os.replacements.work.handler(({ input, context }) =>
    replacements.work(context.runtime, input.id, actorOf(context)),
  ),
  undo: os.replacements.undo.handler(({ input, context }) => replacements.undo(context.runtime.db, input.id)),
})
