import { addDays, type Day } from '../../../rules/days.ts'
import { instantOfWallTime, wallTimeOfInstant } from '../../../rules/wall-time.ts'
import type { Db } from '../../platform/db/db.ts'
import { readSettings } from '../../settings/settings.service.ts'
import { timesOf } from './event-times.ts'
import {
  listChanges,
  listDueTasks,
  listEventsOf,
  listPlannedChanges,
  listScheduledArticles,
  type ScheduledArticle,
} from './events.queries.ts'

/** Days of the past and the future in a subscribed calendar. */
const PAST_DAYS = 60
const AHEAD_DAYS = 400

export type Subscription = {
  name: string
  articles: ScheduledArticle[]
  drafts: { id: string; title: string; planned_on: Day; changes: number }[]
  events: { uid: string; title: string; starts_at: string; changes: number }[]
  tasks: { id: string; title: string; day: Day; changes: number }[]
  now: Date
}

/** Content of a subscribed calendar: scheduled articles, planned drafts, every occurrence of events, open tasks. */
export async function readSubscription(db: Db, now: Date): Promise<Subscription> {
  const { effective_timezone: zone, site_title } = await readSettings(db)
  const today = wallTimeOfInstant(now.toISOString(), zone).slice(0, 10)
  const days = { from: addDays(today, -PAST_DAYS), to: addDays(today, AHEAD_DAYS) }
  const startOf = (day: Day) => instantOfWallTime(`${day}T00:00`, zone)?.instant ?? now.toISOString()
  const span = { from: startOf(days.from), to: startOf(days.to) }
  const [articles, drafts, stored, tasks, changes] = await Promise.all([
    listScheduledArticles(db),
    listPlannedChanges(db, days),
    listEventsOf(db, span),
    listDueTasks(db, span),
    listChanges(db),
  ])
  return {
    name: site_title || 'Redaktion',
    articles,
    drafts,
    // Each occurrence of a recurring event is a separate entry: programs differ in how they read rules and exceptions.
    events: timesOf(stored, span, zone).map(({ id, day, title, starts_at }) => ({
      uid: day === null ? `event-${id}` : `event-${id}-${day}`,
      title,
      starts_at,
      changes: changes.get(id) ?? 0,
    })),
    tasks: tasks.map(({ id, title, due_at }) => ({
      id,
      title,
      day: wallTimeOfInstant(due_at ?? '', zone).slice(0, 10),
      changes: changes.get(id) ?? 0,
    })),
    now,
  }
}
