import { formatInZone } from '../../lib/dates.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * When an entry was captured, as short as its age allows: `vor 20 Min.`, `vor 3 Std.`, `gestern, 11:05`, `Di, 3. März`.
 */
export function capturedTime(instant: string, now: Date, zone: string): string {
  const age = now.getTime() - Date.parse(instant)
  if (age < MINUTE) return 'gerade eben'
  if (age < HOUR) return `vor ${Math.floor(age / MINUTE)} Min.`
  const day = dayOf(instant, zone)
  const today = dayOf(now.toISOString(), zone)
  if (day === today) return `vor ${Math.floor(age / HOUR)} Std.`
  const yesterday = new Date(Date.parse(today) - DAY).toISOString().slice(0, 10)
  if (day === yesterday) return formatInZone(instant, "'gestern', HH:mm", zone)
  if (age < 180 * DAY) return formatInZone(instant, 'EEEEEE, d. MMMM', zone)
  return formatInZone(instant, 'dd. MMM yyyy', zone)
}

/** The full time for tooltip and details: `heute, 14:12 Uhr`, `3. März 2026, 14:12 Uhr`. */
export function capturedAt(instant: string, now: Date, zone: string): string {
  const today = dayOf(instant, zone) === dayOf(now.toISOString(), zone)
  return formatInZone(instant, today ? "'heute', HH:mm 'Uhr'" : "d. MMMM yyyy, HH:mm 'Uhr'", zone)
}

function dayOf(instant: string, zone: string): string {
  return formatInZone(instant, 'yyyy-MM-dd', zone)
}
