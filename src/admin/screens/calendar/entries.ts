import type { CalendarArticle, CalendarEvent } from '../../../contract/events.ts'
import { instantOfWallTime, wallTimeOfInstant } from '../../../rules/wall-time.ts'
import type { CalendarData, Rescheduling } from '../../data/events.ts'
import type { GlyphState } from '../../ui/state-glyph.tsx'
import type { Day } from '../../../rules/days.ts'

/** One badge of the calendar: an event or an article. `at` is null in the tray `Ohne Termin`. */
export type Entry = { id: string; title: string; at: string | null; state: GlyphState } & (
  | { kind: 'event'; event: CalendarEvent }
  | { kind: 'article'; article: CalendarArticle }
)

export function eventEntry(event: CalendarEvent): Entry {
  return { kind: 'event', id: event.id, title: event.title, at: event.starts_at, state: event.type, event }
}

export function articleEntry(article: CalendarArticle): Entry {
  const { id, title, published_at: at, status: state } = article
  return { kind: 'article', id, title, at, state, article }
}

/** Badges by day of the site's zone, each day in the order of time. */
export function entriesByDay(data: CalendarData | undefined, zone: string): Map<Day, Entry[]> {
  const entries = [...(data?.events ?? []).map(eventEntry), ...(data?.articles ?? []).map(articleEntry)]
  const days = new Map<Day, Entry[]>()
  for (const entry of entries.toSorted((one, other) => ((one.at ?? '') < (other.at ?? '') ? -1 : 1))) {
    const day = wallTimeOfInstant(entry.at ?? '', zone).slice(0, 10)
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return days
}

/** CAL-2: 15 characters, as people count them, and an ellipsis. */
export function shortTitle(title: string): string {
  const signs = [...new Intl.Segmenter('de', { granularity: 'grapheme' }).segment(title)]
  if (signs.length <= 15) return title
  return `${signs
    .slice(0, 15)
    .map(({ segment }) => segment)
    .join('')}…`
}

/** What has appeared stays where it is; everything else may get another moment. */
export function isMovable(entry: Entry): boolean {
  return entry.kind === 'event' || entry.article.status === 'scheduled'
}

/** A day's eight o'clock for what has no time yet, else the same time on the wall (RUL-3); null where nothing changes. */
export function onDay(entry: Entry, day: Day, zone: string): { instant: string; skipped: boolean } | null {
  const wall = entry.at === null ? `${day}T08:00` : `${day}${wallTimeOfInstant(entry.at, zone).slice(10)}`
  const moment = instantOfWallTime(wall, zone)
  return moment?.instant === entry.at ? null : moment
}

export function reschedulingOf(entry: Entry, at: string | null, version?: number): Rescheduling | null {
  if (entry.kind === 'article') return { article: entry.id, version: version ?? entry.article.version, at }
  return at === null ? null : { event: entry.id, at }
}
