import { isReadableInstant, UNREADABLE_WORDS } from '../../../rules/instants.ts'
import { wallTimeOfInstant } from '../../../rules/wall-time.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

// Uses the browser's Intl formats, so that the first screen does not load the date library.
const formatted = (instant: string, zone: string, options: Intl.DateTimeFormatOptions) =>
  !isReadableInstant(instant)
    ? UNREADABLE_WORDS
    : new Intl.DateTimeFormat('de-DE', { ...options, timeZone: zone }).format(new Date(instant))

/** Time, `18:00`. */
export function clockTime(instant: string, zone: string): string {
  return formatted(instant, zone, { hour: '2-digit', minute: '2-digit' })
}

/** Date, `02.03.`. */
export function dayAndMonth(instant: string, zone: string): string {
  return formatted(instant, zone, { day: '2-digit', month: '2-digit' })
}

/** Weekday and date, `Di, 3. März`. */
function weekdayAndDate(instant: string, zone: string): string {
  return formatted(instant, zone, { weekday: 'short', day: 'numeric', month: 'long' }).replace('.,', ',')
}

/** Whole calendar days from the day of `now` to that of `instant`; negative for the past. */
function daysAway(instant: string, now: number, zone: string): number {
  const day = (at: string) => Date.parse(wallTimeOfInstant(at, zone).slice(0, 10))
  return Math.round((day(instant) - day(new Date(now).toISOString())) / DAY)
}

/** The time of an edit, as short as its age allows: `vor 12 Min.`, `vor 2 Std.`, `gestern`, `Di, 3. März`. */
export function editedTime(instant: string, now: number, zone: string): string {
  const age = now - Date.parse(instant)
  if (age < MINUTE) return 'gerade eben'
  if (age < HOUR) return `vor ${Math.floor(age / MINUTE)} Min.`
  const days = daysAway(instant, now, zone)
  if (days === 0) return `vor ${Math.floor(age / HOUR)} Std.`
  if (days === -1) return 'gestern'
  if (days > -180) return weekdayAndDate(instant, zone)
  return formatted(instant, zone, { day: '2-digit', month: '2-digit', year: 'numeric' })
}

/** Time until an article appears: `erscheint in 3 Std. 28 Min.`. */
export function appearsIn(instant: string, now: number): string {
  const minutes = Math.ceil((Date.parse(instant) - now) / MINUTE)
  if (minutes < 1) return 'erscheint jetzt'
  const hours = Math.floor(minutes / 60)
  const parts = [hours > 0 && `${hours} Std.`, minutes % 60 > 0 && `${minutes % 60} Min.`].filter(Boolean)
  return `erscheint in ${parts.join(' ')}`
}

/** Start of a period: `seit 09:12`, `seit gestern`, `seit Di, 3. März`. */
export function sinceTime(instant: string, now: number, zone: string): string {
  if (!isReadableInstant(instant)) return UNREADABLE_WORDS
  const days = daysAway(instant, now, zone)
  if (days === 0) return `seit ${clockTime(instant, zone)}`
  return days === -1 ? 'seit gestern' : `seit ${weekdayAndDate(instant, zone)}`
}

/** The day of a future instant: `heute, 18:00`, `morgen, 08:00`, `Di, 10. März`. */
export function comingTime(instant: string, now: number, zone: string): string {
  const days = daysAway(instant, now, zone)
  if (days > 1) return weekdayAndDate(instant, zone)
  return `${days === 1 ? 'morgen' : 'heute'}, ${clockTime(instant, zone)}`
}

/** Weekday and number of a calendar day (`2026-03-05`): `Do` and `5`. */
export function weekdayOf(day: string): { weekday: string; number: string } {
  const weekday = formatted(`${day}T12:00:00Z`, 'UTC', { weekday: 'short' }).replace('.', '')
  return { weekday, number: String(Number(day.slice(8))) }
}

/** Month, `März`. */
export function monthOf(day: string): string {
  return formatted(`${day}T12:00:00Z`, 'UTC', { month: 'long' })
}

/** ISO 8601 calendar week of a day: the week of its Thursday. */
export function calendarWeek(day: string): number {
  const time = Date.parse(day)
  const weekday = (new Date(time).getUTCDay() + 6) % 7
  const thursday = time + (3 - weekday) * DAY
  const newYear = Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1)
  return Math.floor((thursday - newYear) / (7 * DAY)) + 1
}
