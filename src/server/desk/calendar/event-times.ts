import type { CalendarEvent, CalendarOccurrence } from '../../../contract/events.ts'
import { addDays, type Day } from '../../../rules/days.ts'
import { occurrences } from '../../../rules/recurrence.ts'
import { instantOfWallTime, wallTimeOfInstant } from '../../../rules/wall-time.ts'

/** Exceptions by day of the rule: another instant, or null if cancelled. */
export type Exceptions = Record<Day, string | null>
export type StoredEvent = CalendarEvent & { exceptions: Exceptions }

type Span = { from: string; to: string }

/** Maximum number of occurrences shown, since a rule may repeat for a hundred years. */
const MOST_TIMES = 5000

/** Occurrences of events between two instants (the end excluded), each at the same wall time (RUL-3), in order. */
export function timesOf(events: readonly StoredEvent[], span: Span, zone: string): CalendarOccurrence[] {
  const times: CalendarOccurrence[] = []
  for (const event of events) if (times.length < MOST_TIMES) times.push(...timesOfOne(event, span, zone))
  return times
    .filter(({ starts_at }) => span.from <= starts_at && starts_at < span.to)
    .sort((one, other) => (one.starts_at < other.starts_at ? -1 : one.starts_at > other.starts_at ? 1 : 0))
}

function timesOfOne({ exceptions, ...event }: StoredEvent, { from, to }: Span, zone: string): CalendarOccurrence[] {
  if (!event.recurrence) return [{ ...event, day: null, first_at: event.starts_at }]
  const [start = '', time = ''] = wallTimeOfInstant(event.starts_at, zone).split('T')
  // One day more at both ends, since a span may begin in the middle of one.
  const first = addDays(dayOfInstant(from, zone), -1)
  const last = addDays(dayOfInstant(to, zone), 1)
  const regular = occurrences(event.recurrence, start, first, last)
    .filter((day) => !(day in exceptions))
    .map((day) => ({ day, starts_at: instantOfWallTime(`${day}T${time}`, zone)?.instant ?? event.starts_at }))
  const moved = Object.entries(exceptions)
    .filter(([day]) => isTimeOf(event, day, zone))
    .flatMap(([day, starts_at]) => (starts_at === null ? [] : [{ day, starts_at }]))
  return [...regular, ...moved].map((time) => ({ ...event, first_at: event.starts_at, ...time }))
}

/** The day of an instant; the last possible one for instants after the year 9999 in the site's zone. */
export function dayOfInstant(instant: string, zone: string): Day {
  const wall = wallTimeOfInstant(instant, zone)
  return /^\d/.test(wall) ? wall.slice(0, 10) : '9999-12-30'
}

/** Whether the rule of an event includes a day. */
export function isTimeOf({ recurrence, starts_at }: CalendarEvent, day: Day, zone: string): boolean {
  const start = wallTimeOfInstant(starts_at, zone).slice(0, 10)
  return recurrence !== null && occurrences(recurrence, start, day, day).includes(day)
}
