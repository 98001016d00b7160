import { addMonths, type Month } from './days.ts'
import { FIRST_INSTANT, LAST_INSTANT } from './instants.ts'
import { instantOfWallTime, shownDay } from './wall-time.ts'

/** The month an instant falls in, in a zone: `2026-03`. */
export function monthOf(instant: string, timezone: string): Month {
  return shownDay(instant, timezone).slice(0, 7)
}

/** The instants a month (`2026-03`) of a zone begins and ends with; the second one lies outside. Years 1000 to 9999. */
export function monthBounds(month: Month, timezone: string): { from: string; to: string } {
  return { from: startOfMonth(month, timezone), to: startOfMonth(addMonths(month, 1), timezone) }
}

/** The first or last instant there is where a month begins beyond it. */
function startOfMonth(month: Month, timezone: string): string {
  const start = instantOfWallTime(`${month}-01T00:00`, timezone)?.instant
  return start ?? (month > '1000-01' ? LAST_INSTANT : FIRST_INSTANT)
}
