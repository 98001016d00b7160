import { tz, TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'

/** The month an instant falls in, in a zone: `2026-03`. */
export function monthOf(instant: string, timezone: string): string {
  return format(instant, 'yyyy-MM', { in: tz(timezone) })
}

/** The instants a month (`2026-03`) of a zone begins and ends with; the second one lies outside. Years 1000 to 9999. */
export function monthBounds(month: string, timezone: string): { from: string; to: string } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return { from: startOfMonth(year, number, timezone), to: startOfMonth(year, number + 1, timezone) }
}

/** The month so many after another one (before it: less than 0). */
export function monthAfter(month: string, steps: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + steps, 1)).toISOString().slice(0, 7)
}

/** Instants are sorted as text: those of five-digit years could not be. */
const LAST_INSTANT = '9999-12-31T23:59:59.999Z'

function startOfMonth(year: number, month: number, timezone: string): string {
  const start = new Date(Number(new TZDate(year, month - 1, 1, timezone)))
  return start.getUTCFullYear() > 9999 ? LAST_INSTANT : start.toISOString()
}
