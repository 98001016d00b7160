import { readableText } from '../../rules/readable-text.ts'
import type { ScheduledArticle } from './events.queries.ts'

/** Name of the exported file (specification §7). */
export const CALENDAR_FILE = 'blog-kalender.ics'

/**
 * The calendar file of scheduled articles: one event each with its start as a UTC instant, summary `Artikel
 * veröffentlichen: {title}`, and a UID that stays the same at every export, so that calendars update instead of doubling
 * (specification §7, CAL-5).
 */
export async function renderCalendar(articles: ScheduledArticle[]): Promise<string> {
  const { ICalCalendarMethod, default: ical } = await import('ical-generator')
  const calendar = ical({
    prodId: { company: 'Blog CMS', product: 'Kalender', language: 'DE' },
    method: ICalCalendarMethod.PUBLISH,
  })
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
  // Every content line ends with CRLF, the last one too (RFC 5545 §3.1).
  return `${calendar.toString()}\r\n`
}
