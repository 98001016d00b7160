import { isReadableInstant, UNREADABLE_WORDS } from '../../rules/instants.ts'
import { wallTimeOfInstant } from '../../rules/wall-time.ts'
import { formatInZone } from './dates.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

const near = new Intl.RelativeTimeFormat('de', { numeric: 'auto' })
const german = new Intl.RelativeTimeFormat('de')

/**
 * `in 2 Tagen`, `morgen`, `vor 2 Stunden`, `gerade eben` within the minute. Days are those of the calendar in the site's zone:
 * on 22 November the 24th is two days away at any hour.
 */
export function relativeTime(instant: string, now: number, zone: string): string {
  if (!isReadableInstant(instant)) return UNREADABLE_WORDS
  const distance = Date.parse(instant) - now
  const sign = Math.sign(distance)
  if (Math.abs(distance) < MINUTE_MS) return 'gerade eben'
  if (Math.abs(distance) < HOUR_MS) return german.format(Math.round(distance / MINUTE_MS), 'minute')
  const days = dayNumber(instant, zone) - dayNumber(new Date(now).toISOString(), zone)
  if (days === 0) return german.format(sign * Math.round(Math.abs(distance) / HOUR_MS), 'hour')
  const apart = Math.abs(days)
  if (apart < 30) return (apart === 1 ? near : german).format(days, 'day')
  if (apart < 365) return german.format(sign * Math.max(1, Math.floor(apart / 30.44)), 'month')
  return german.format(sign * Math.floor(apart / 365), 'year')
}

/** A past moment with its day: `heute, 09:12`, `gestern, 16:58`, `Di, 3. März, 16:58`, `3. März 2025, 16:58`. */
export function dayAndTime(instant: string, now: number, zone: string): string {
  const today = new Date(now).toISOString()
  const days = dayNumber(instant, zone) - dayNumber(today, zone)
  if (days === 0) return formatInZone(instant, "'heute', HH:mm", zone)
  if (days === -1) return formatInZone(instant, "'gestern', HH:mm", zone)
  const sameYear = formatInZone(instant, 'yyyy', zone) === formatInZone(today, 'yyyy', zone)
  return formatInZone(instant, sameYear ? 'EEEEEE, d. MMMM, HH:mm' : 'd. MMMM yyyy, HH:mm', zone)
}

function dayNumber(instant: string, zone: string): number {
  return Date.parse(`${wallTimeOfInstant(instant, zone).slice(0, 10)}T00:00Z`) / DAY_MS
}
