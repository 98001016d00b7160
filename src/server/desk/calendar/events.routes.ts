import { found } from '../../../contract/errors.ts'
import type { RawRoute } from '../../platform/http/access.ts'
import { actorOf, os } from '../../platform/http/implement.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { readCalendar } from './calendar.service.ts'
import { getEvent, listEvents, listScheduledArticles } from './events.queries.ts'
import * as events from './events.service.ts'
import { CALENDAR_FILE, renderCalendar } from './ics.service.ts'

export const eventsRoutes = os.events.router({
  list: os.events.list.handler(({ input, context }) => listEvents(context.runtime.db, input)),
  calendar: os.events.calendar.handler(({ input, context }) => readCalendar(context.runtime.db, input)),
  get: os.events.get.handler(async ({ input, context }) => found(await getEvent(context.runtime.db, input.id))),
  create: os.events.create.handler(({ input, context }) =>
    events.addEvent(context.runtime.db, input, actorOf(context)),
  ),
  update: os.events.update.handler(({ input, context }) =>
    events.changeEvent(context.runtime.db, input, actorOf(context)),
  ),
  exception: os.events.exception.handler(({ input, context }) =>
    events.changeTime(context.runtime.db, input, actorOf(context)),
  ),
  regular: os.events.regular.handler(({ input, context }) =>
    events.changeTime(context.runtime.db, input, actorOf(context)),
  ),
  remove: os.events.remove.handler(({ input, context }) =>
    events.trashEvent(context.runtime.db, input.id, actorOf(context)),
  ),
})

/** `GET /api/events/blog-kalender.ics` (CAL-5): the scheduled articles as a calendar file. */
export function calendarFileRoutes(runtime: Runtime): RawRoute[] {
  return [
    {
      method: 'GET',
      path: `/api/events/${CALENDAR_FILE}`,
      access: 'approved',
      handler: async (context) => {
        const body = await renderCalendar(await listScheduledArticles(runtime.db))
        return context.body(body, 200, {
          'Content-Type': 'text/calendar; charset=utf-8',
          'Content-Disposition': `attachment; filename="${CALENDAR_FILE}"`,
        })
      },
    },
  ]
}
