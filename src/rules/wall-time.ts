import { FIRST_INSTANT, instantAt, LAST_INSTANT } from './instants.ts'

/** `2027-03-28T02:30`: what a clock on the wall shows, without a zone. */
export type WallTime = string

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Making one takes longer than asking it a hundred times. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  clocks.set(zone, clock)
  return clock
}

/** What clocks in `zone` show at a time (milliseconds of the epoch), as the time at which UTC shows the same. */
export function shownAt(time: number, zone: string): number {
  const parts = clockOf(zone).formatToParts(time)
  const word = (type: string) => parts.find((each) => each.type === type)?.value
  const part = (type: string) => Number(word(type))
  // A leap year, whose days are all there; `Date.UTC` would take the years 0 to 99 for those of the 20th century.
  const shown = new Date(Date.UTC(2000, part('month') - 1, part('day'), part('hour'), part('minute'), part('second')))
  return shown.setUTCFullYear(word('era') === 'BC' ? 1 - part('year') : part('year'))
}

function offsetAt(time: number, zone: string): number {
  return shownAt(time, zone) - Math.floor(time / 1000) * 1000
}

/**
 * The instant at which clocks in `zone` show `wall` (RUL-3: wall time is the truth). A time in the spring gap means one hour
 * later, `skipped` says so; a doubled hour means the first, `repeated` says so. Null when `wall` is no date with time, or when the
 * instant lies outside the years 1000 to 9999.
 */
export function instantOfWallTime(
  wall: WallTime,
  zone: string,
): { instant: string; skipped: boolean; repeated: boolean } | null {
  const asUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(wall) ? Date.parse(`${wall}:00Z`) : Number.NaN
  if (Number.isNaN(asUtc)) return null
  const day = 86_400_000
  const before = asUtc - offsetAt(asUtc - day, zone)
  const after = asUtc - offsetAt(asUtc + day, zone)
  const shown = [before, after].filter((time) => time + offsetAt(time, zone) === asUtc)
  const time = shown.length > 0 ? Math.min(...shown) : before
  const instant = instantAt(time)
  return instant === null ? null : { instant, skipped: shown.length === 0, repeated: new Set(shown).size > 1 }
}

/** The clocks of a zone may show a year beyond those allowed: then the first or last moment of these. */
function shownText(shown: number): string {
  return instantAt(shown) ?? (shown > 0 ? LAST_INSTANT : FIRST_INSTANT)
}

/** What clocks in `zone` show at an instant, to the minute. */
export function wallTimeOfInstant(instant: string, zone: string): WallTime {
  const time = Date.parse(instant)
  return shownText(time + offsetAt(time, zone)).slice(0, 16)
}

const calendars = new Map<string, Intl.DateTimeFormat>()

/** The day calendars in `zone` show at an instant: `2027-03-28`. */
export function shownDay(instant: string, zone: string): string {
  let calendar = calendars.get(zone)
  if (!calendar) {
    // Swedish dates are written like this.
    calendar = new Intl.DateTimeFormat('sv', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
    calendars.set(zone, calendar)
  }
  const shown = calendar.format(Date.parse(instant)).padStart(10, '0')
  return shown.length === 10 ? shown : LAST_INSTANT.slice(0, 10)
}
