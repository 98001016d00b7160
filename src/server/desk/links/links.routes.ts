import { actorOf, os } from '../../platform/http/implement.ts'
import { links } from './links.service.ts'

const of = os.links

export const linksRoutes = of.router({
  list: of.list.handler(({ input, context }) => links.list(context.runtime.db, input)),
  get: of.get.handler(({ input, context }) => links.get(context.runtime.db, input.id)),
  create: of.create.handler(({ input, context }) => links.create(context.runtime.db, input, actorOf(context))),
  update: of.update.handler(({ input, context }) => links.update(context.runtime.db, input, actorOf(context))),
  remove: of.remove.handler(({ input, context }) => links.trash(context.runtime.db, input.id, actorOf(context))),
})
