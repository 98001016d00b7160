import type { ICalCalendar } from 'ical-generator'
import { addDays, type Day } from '../../../rules/days.ts'
import { readableText } from '../../../rules/readable-text.ts'
import type { ScheduledArticle } from './events.queries.ts'
import type { Subscription } from './subscription.service.ts'

/** Name of the exported file (specification §7). */
export const CALENDAR_FILE = 'blog-kalender.ics'

/**
 * The calendar file of scheduled articles: one event each with its start as a UTC instant, summary `Artikel
 * veröffentlichen: {title}`, and a permanent UID, so that calendars update instead of duplicating (specification §7,
 * CAL-5).
 */
export async function renderCalendar(articles: ScheduledArticle[]): Promise<string> {
  const calendar = await newCalendar()
  addArticles(calendar, articles)
  return written(calendar)
}

/**
 * The subscribed calendar (RUL-64): instants in UTC, days as days, every entry with a permanent UID and a number that
 * grows with every change.
 */
export async function renderSubscription(subscription: Subscription): Promise<string> {
  const calendar = await newCalendar()
  calendar.name(readableText(subscription.name))
  calendar.ttl(60 * 60)
  addArticles(calendar, subscription.articles)
  for (const { uid, title, starts_at, changes } of subscription.events)
    calendar.createEvent({
      id: `${uid}@blog-cms`,
      start: new Date(starts_at),
      stamp: subscription.now,
      sequence: changes,
      summary: readableText(title),
    })
  for (const { id, title, planned_on, changes } of subscription.drafts)
    addDay(
      calendar,
      { uid: `draft-${id}`, day: planned_on, summary: `Geplant: ${title}`, sequence: changes },
      subscription.now,
    )
  for (const { id, title, day, changes } of subscription.tasks)
    addDay(calendar, { uid: `task-${id}`, day, summary: `Fällig: ${title}`, sequence: changes }, subscription.now)
  return written(calendar)
}

async function newCalendar(): Promise<ICalCalendar> {
  const { ICalCalendarMethod, default: ical } = await import('ical-generator')
  return ical({
    prodId: { company: 'Blog CMS', product: 'Kalender', language: 'DE' },
    method: ICalCalendarMethod.PUBLISH,
  })
}

function addArticles(calendar: ICalCalendar, articles: ScheduledArticle[]): void {
  for (const article of articles) {
    calendar.createEvent({
      id: `${article.id}@blog-cms`,
      start: new Date(article.published_at),
      stamp: new Date(article.updated_at),
      lastModified: new Date(article.updated_at),
      sequence: article.version,
      summary: `Artikel veröffentlichen: ${readableText(article.title)}`,
    })
  }
}

type OfDay = { uid: string; day: Day; summary: string; sequence: number }

/** An all-day entry, independent of the zone: its end is the day after (RFC 5545 §3.6.1). */
function addDay(calendar: ICalCalendar, { uid, day, summary, sequence }: OfDay, stamp: Date): void {
  calendar.createEvent({
    id: `${uid}@blog-cms`,
    allDay: true,
    start: midnight(day),
    end: midnight(addDays(day, 1)),
    stamp,
    sequence,
    summary: readableText(summary),
  })
}

/** Without a zone the library reads the day of a date in UTC. */
const midnight = (day: Day) => new Date(`${day}T00:00Z`)

/** Every content line ends with CRLF, the last one too (RFC 5545 §3.1). */
function written(calendar: ICalCalendar): string {
  return `${calendar.toString()}\r\n`
}
