import { actorOf, callerOf, os } from '../../platform/http/implement.ts'
import { countUnread, listNotices } from './notices.queries.ts'
import * as notices from './notices.service.ts'

export const noticesRoutes = os.notices.router({
  list: os.notices.list.handler(({ input, context }) => listNotices(context.runtime.db, callerOf(context), input)),
  unread: os.notices.unread.handler(({ context }) => countUnread(context.runtime.db, callerOf(context))),
  mark: os.notices.mark.handler(({ input, context }) =>
    notices.markNotice(context.runtime.db, input, actorOf(context)),
  ),
  readAll: os.notices.readAll.handler(({ input, context }) =>
    notices.markAll(context.runtime.db, input, actorOf(context)),
  ),
  choices: os.notices.choices.handler(({ context }) => notices.getChoices(context.runtime, callerOf(context))),
  choose: os.notices.choose.handler(({ input, context }) => notices.choose(context.runtime, input, actorOf(context))),
  setHour: os.notices.setHour.handler(({ input, context }) =>
    notices.setHour(context.runtime, input, actorOf(context)),
  ),
})
