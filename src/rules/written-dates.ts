import { isTimezone } from './site-time.ts'
import { instantOfWallTime } from './wall-time.ts'

/** `2019-05-03`, `2019/5/3 7:05`, `2019-05-03T07:05:09.5+02:00`, `2019-05-03 07:05:09 +0200`. */
const DATE =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\s?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i
const GERMAN = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?:,? (\d{1,2}):(\d{2}))?$/

/** Names of zones as people write them behind a date, with their distance to UTC. */
const ZONES: Readonly<Record<string, string>> = {
  CET: '+01:00',
  MEZ: '+01:00',
  CEST: '+02:00',
  MESZ: '+02:00',
  EST: '-05:00',
  EDT: '-04:00',
  CST: '-06:00',
  CDT: '-05:00',
  MST: '-07:00',
  MDT: '-06:00',
  PST: '-08:00',
  PDT: '-07:00',
}

const two = (digits = '0'): string => digits.padStart(2, '0')

/** The first of them that is a zone this machine knows. */
export function zoneOf(...names: readonly (string | null)[]): string | null {
  return names.find((name): name is string => name !== null && name !== '' && isTimezone(name)) ?? null
}

/**
 * The instant (ISO 8601, UTC) of a date as people write it; without a zone of its own by the clocks of `timeZone` (RUL-53), without
 * a time of day at midnight there. Null where it is no date.
 */
export function instantOf(written: string, timeZone: string): string | null {
  const text = written.trim().slice(0, 100)
  const german = GERMAN.exec(text)
  if (german)
    return instantOf(`${german[3]}-${german[2]}-${german[1]} ${german[4] ?? '0'}:${german[5] ?? '00'}`, timeZone)
  const found = DATE.exec(text.replace(/ ([A-Z]{3,4})$/, (all, name: string) => ZONES[name] ?? all))
  if (!found) return /\d{4}/.test(text) && /[a-z]{3}/i.test(text) ? spelledOut(text, timeZone) : null
  const [, year = '', month, day, hour, minute, second, fraction = '', zone] = found
  const wall = `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`
  if (zone !== undefined) {
    const offset = /^[+-]/.test(zone) ? (zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`) : 'Z'
    return isoOf(Date.parse(`${wall}:${two(second)}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`))
  }
  if (Number.isNaN(Date.parse(`${wall}Z`))) return null
  const instant = instantOfWallTime(wall, timeZone)?.instant
  return instant ? isoOf(Date.parse(instant) + Number(second ?? 0) * 1000) : null
}

/** `May 3, 2019`, `Fri, 03 May 2019 07:05:00 +0200`. */
function spelledOut(text: string, timeZone: string): string | null {
  if (/(?:\bZ|GMT|UTC|[+-]\d{2}:?\d{2}|\b[ECMP][SD]T)$/i.test(text)) return isoOf(Date.parse(text))
  const shown = Date.parse(`${text} UTC`)
  return Number.isNaN(shown)
    ? null
    : (instantOfWallTime(new Date(shown).toISOString().slice(0, 16), timeZone)?.instant ?? null)
}

function isoOf(time: number): string | null {
  return Number.isNaN(time) || Math.abs(time) > 8.64e15 ? null : new Date(time).toISOString()
}

/** Day, month and year that clocks in a zone show at an instant, as digits. */
export function dayIn(instant: string, timeZone: string): { year: string; month: string; day: string } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(new Date(instant))
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return { year: part('year').padStart(4, '0'), month: part('month'), day: part('day') }
}
