import type { CalendarArticle, CalendarOccurrence, CalendarTask } from '../../../contract/events.ts'
import type { PlannedArticle, PlanningPause } from '../../../contract/planning.ts'
import { addDays, type Day } from '../../../rules/days.ts'
import { wallTimeOfInstant } from '../../../rules/wall-time.ts'
import type { Db } from '../../platform/db/db.ts'
import { readSettings } from '../../settings/settings.service.ts'
import { dayOfInstant, timesOf } from './event-times.ts'
import { listDatedArticles, listDueTasks, listEventsOf, listPlanned, listUndatedArticles } from './events.queries.ts'
import { holidaysBetween } from './holidays.ts'
import { readPlanning } from './planning-settings.service.ts'

/** Maximum number of overdue tasks listed. */
const MOST_OVERDUE = 50

export type Calendar = {
  events: CalendarOccurrence[]
  articles: CalendarArticle[]
  undated: CalendarArticle[]
  planned: PlannedArticle[]
  tasks: CalendarTask[]
  overdue: CalendarTask[]
  holidays: { day: Day; name: string }[]
  pauses: PlanningPause[]
}

/** The calendar of a span of days, the end excluded (RUL-3, RUL-64). */
export async function readCalendar(db: Db, span: { from: string; to: string }): Promise<Calendar> {
  const [{ effective_timezone: zone }, planning] = await Promise.all([readSettings(db), readPlanning(db)])
  const days = { from: dayOfInstant(span.from, zone), to: dayOfInstant(span.to, zone) }
  // A span that ends within a day includes that day.
  const end = wallTimeOfInstant(span.to, zone).endsWith('T00:00') ? days.to : addDays(days.to, 1)
  const [events, articles, undated, planned, tasks, overdue, holidays] = await Promise.all([
    listEventsOf(db, span),
    listDatedArticles(db, span),
    listUndatedArticles(db),
    listPlanned(db, { from: days.from, to: end }),
    listDueTasks(db, span),
    listDueTasks(db, { to: span.from, most: MOST_OVERDUE }),
    holidaysBetween(planning.land, days.from, addDays(end, -1)),
  ])
  return {
    events: timesOf(events, span, zone),
    articles,
    undated,
    planned,
    tasks,
    overdue,
    holidays: [...holidays].map(([day, name]) => ({ day, name })),
    pauses: planning.pauses.filter(({ from_day, to_day }) => from_day < end && days.from <= to_day),
  }
}
