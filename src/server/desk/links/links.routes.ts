import { found } from '../../../contract/errors.ts'
import { actorOf, os } from '../../platform/http/implement.ts'
import { getLink, listLinks } from './links.queries.ts'
import * as links from './links.service.ts'

export const linksRoutes = os.links.router({
  list: os.links.list.handler(({ input, context }) => listLinks(context.runtime.db, input)),
  get: os.links.get.handler(async ({ input, context }) => found(await getLink(context.runtime.db, input.id))),
  create: os.links.create.handler(({ input, context }) => links.addLink(context.runtime.db, input, actorOf(context))),
  update: os.links.update.handler(({ input, context }) => links.changeLink(context.runtime.db, input, actorOf(context))),
  remove: os.links.remove.handler(({ input, context }) =>
    links.trashLink(context.runtime.db, input.id, actorOf(context)),
  ),
})
