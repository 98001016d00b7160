import { ApiError, found, isApiError } from '../../../contract/errors.ts'
import { actorOf, os } from '../../platform/http/implement.ts'
import { countItems, getItem, listItems } from './inbox.queries.ts'
import * as inbox from './inbox.service.ts'
import * as titles from './page-titles.service.ts'

export const inboxRoutes = os.inbox.router({
  list: os.inbox.list.handler(({ input, context }) => listItems(context.runtime.db, input)),
  counts: os.inbox.counts.handler(({ context }) => countItems(context.runtime.db)),
  get: os.inbox.get.handler(async ({ input, context }) => found(await getItem(context.runtime.db, input.id))),
  create: os.inbox.create.handler(async ({ input, context }) => {
    const item = await inbox.addItem(context.runtime.db, input, actorOf(context)).catch((error: unknown) => {
      const tells = !context.caller?.addsOnly || !isApiError(error, 'already_in_inbox')
      throw tells ? error : new ApiError('already_in_inbox')
    })
    if (item.title_pending) titles.fillSoon(context.runtime, item.id)
    return item
  }),
  update: os.inbox.update.handler(({ input, context }) => inbox.changeItem(context.runtime.db, input)),
  remove: os.inbox.remove.handler(({ input, context }) =>
    inbox.trashItem(context.runtime.db, input.id, actorOf(context)),
  ),
  convert: os.inbox.convert.handler(({ input, context }) =>
    inbox.convertItem(context.runtime.db, input, actorOf(context)),
  ),
})
