import { found } from '../../../contract/errors.ts'
import { actorOf, os } from '../../platform/http/implement.ts'
import { listItems } from './research.queries.ts'
import * as research from './research.service.ts'

export const researchRoutes = os.research.router({
  list: os.research.list.handler(({ input, context }) => listItems(context.runtime.db, input)),
  get: os.research.get.handler(async ({ input, context }) =>
    found(await research.getItem(context.runtime.db, input.id)),
  ),
  create: os.research.create.handler(({ input, context }) =>
    research.addItem(context.runtime.db, input, actorOf(context)),
  ),
  update: os.research.update.handler(({ input, context }) =>
    research.changeItem(context.runtime.db, input, actorOf(context)),
  ),
  remove: os.research.remove.handler(({ input, context }) =>
    research.trashItem(context.runtime.db, input.id, actorOf(context)),
  ),
  use: os.research.use.handler(({ input, context }) => research.useItem(context.runtime.db, input, actorOf(context))),
  addLink: os.research.addLink.handler(({ input, context }) =>
    research.addLink(context.runtime.db, input, actorOf(context)),
  ),
  removeLink: os.research.removeLink.handler(({ input, context }) => research.removeLink(context.runtime.db, input)),
})
