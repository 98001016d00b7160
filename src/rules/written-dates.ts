import { MONTH_WORDS, plain, WEEKDAY_WORDS } from './date-words.ts'
import { instantAt } from './instants.ts'
import { isTimezone } from './site-time.ts'
import { instantOfWallTime, shownDay } from './wall-time.ts'

/** Names of zones as people write them behind a time, with their distance to UTC in minutes. */
const ZONES: Readonly<Record<string, number>> = {
  Z: 0,
  UTC: 0,
  GMT: 0,
  WET: 0,
  WEST: 60,
  CET: 60,
  MEZ: 60,
  CEST: 120,
  MESZ: 120,
  EET: 120,
  EEST: 180,
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
}

const ENGLISH_MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
)
const ENGLISH_DAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ')
/** Words around a date that say nothing: `am 3. Mai um 8 Uhr`, `the 3rd of May at 8 PM`. */
const FILLERS = new Set(['am', 'at', 'den', 'der', 'of', 'on', 'the', 'um', '-', '\u2013', ''])

/** A date as it was written. */
export type WrittenDate = {
  instant: string
  /** The day as it is written, whatever zone stands behind it; null where only the instant is (`1651557600`). */
  day: Digits | null
  /** Whether its zone was written, too. */
  isZoned: boolean
  /** Whether a calendar has this day: 31 February is read as 3 March. */
  exists: boolean
}
type Digits = { year: string; month: string; day: string }

/** The first of them that is a zone this machine knows. */
export function zoneOf(...names: readonly (string | null)[]): string | null {
  return names.find((name): name is string => name !== null && name !== '' && isTimezone(name)) ?? null
}

/** The instant of `readDate`; null where it is no date. */
export function instantOf(written: string, timeZone: string): string | null {
  return readDate(written, timeZone)?.instant ?? null
}

/**
 * A date as people and programs write it, in German, English or numbers: `2022-05-03T07:05:09.5+02:00`, `3. Mai 2022`, `03.05.22`,
 * `Tue May 03 2022 10:11:12 GMT+0200 (…)`, `20220503`, seconds or milliseconds of the epoch. Without a zone of its own it goes by
 * the clocks of `timeZone` (RUL-53), without a time of day it is midnight there. This is the one place where dates from outside
 * become instants: null for what is no date, may be another one (`03/05/2022`), or lies outside the years 1000 to 9999.
 */
export function readDate(written: string, timeZone: string): WrittenDate | null {
  const text = written.normalize('NFC').trim().slice(0, 100)
  if (/^-?\d{9,13}$/.test(text) && !COMPACT_MINUTE.test(text)) return ofEpoch(Number(text))
  const { rest, clock, zone } = parted(text)
  const day = writtenDay(rest)
  if (!day) return null
  const instant = instantAtClock(day, clock, zone ?? timeZone)
  if (instant === null) return null
  const there = rolledOver(day)
  return { instant, day: there, isZoned: zone !== null, exists: Number(there.day) === Number(day.day) }
}

/** Up to ten digits are seconds, more are milliseconds. */
function ofEpoch(number: number): WrittenDate | null {
  const instant = instantAt(Math.abs(number) < 1e10 ? number * 1000 : number)
  return instant === null ? null : { instant, day: null, isZoned: true, exists: true }
}

/** A time of day; its distance to midnight in milliseconds is what counts beside the minute. */
type Clock = { hour: number; minute: string; milliseconds: number }
/** Minutes that clocks are before UTC, or the name of a zone. */
type Zone = number | string

const CLOCK =
  /(^|\d[Tt]|\s)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:\s?(am|pm|a\.m\.|p\.m\.|uhr)(?![a-z]))?(?![\d:])/i
const HOUR = /(^|\s)(\d{1,2})(?:\.(\d{2}))?\s?()()(am|pm|a\.m\.|p\.m\.|uhr)(?![a-z])/i
const COMPACT_CLOCK = /(\d[Tt]|^\d{8})(\d{2})(\d{2})(\d{2})?(?!\d)/
/** `202205030705`: as milliseconds it would be a day in the seventies. */
const COMPACT_MINUTE = /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d$/
const ISO_DAY = /^\d{4}-\d{2}-\d{2}(?=[Zz\s+-])/

/** A text as its date, its time of day and the zone behind these. */
function parted(text: string): { rest: string; clock: Clock | null; zone: Zone | null } {
  // `(Mitteleuropäische Sommerzeit)` repeats what stands before it; `[Europe/Berlin]` may be all there is.
  const [, before = text, , said = ''] = /^([^([]{1,99})([([])([^()[\]]{1,80})[)\]]$/.exec(text) ?? []
  const named = isTimezone(said) && said.includes('/') ? said : null
  const found = CLOCK.exec(before) ?? HOUR.exec(before) ?? COMPACT_CLOCK.exec(before)
  if (!found) {
    const [iso] = ISO_DAY.exec(before) ?? []
    const behind = zoneAt(iso === undefined ? '' : before.slice(iso.length))
    return behind
      ? { rest: `${iso} ${behind.rest}`, clock: null, zone: behind.zone }
      : { rest: before, clock: null, zone: named }
  }
  const [all, lead = '', hour, minute = '00', second = '0', fraction = '', half = ''] = found
  const behind = zoneAt(before.slice(found.index + all.length))
  const rest = `${before.slice(0, found.index)}${lead.replace(/[Tt\s]/, '')} ${behind ? behind.rest : before.slice(found.index + all.length)}`
  const isAfternoon = /^p/i.test(half)
  const isMorning = /^a/i.test(half)
  const hours = (isAfternoon || isMorning) && Number(hour) === 12 ? 0 : Number(hour)
  return {
    rest,
    clock: {
      hour: isAfternoon && hours < 12 ? hours + 12 : hours,
      minute,
      milliseconds: Number(second) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0')),
    },
    zone: behind?.zone ?? named,
  }
}

/** No place was ever farther from UTC, local mean times included. */
const FARTHEST_HOURS = 15
const OFFSET = /^\s?(?:UTC|GMT)?\s?([+-])(\d{1,2})(?::?(\d{2}))?(?![\d/.-])/i
const ZONE_NAME = /^\s?([A-Z]{1,4})(?![A-Za-z/])/i
const ZONE_PLACE = /^\s?([A-Z][A-Za-z_]{1,30}\/[A-Za-z_/+-]{1,40})/

/** The zone a text begins with, and what stands behind it. */
function zoneAt(text: string): { zone: Zone; rest: string } | null {
  const [offset = '', sign, hours = '', past = '0'] = OFFSET.exec(text) ?? []
  if (offset !== '' && Number(hours) <= FARTHEST_HOURS && Number(past) < 60)
    return { zone: (Number(hours) * 60 + Number(past)) * (sign === '-' ? -1 : 1), rest: text.slice(offset.length) }
  const [name = '', letters = ''] = ZONE_NAME.exec(text) ?? []
  const minutes = ZONES[letters.toUpperCase()]
  if (minutes !== undefined) return { zone: minutes, rest: text.slice(name.length) }
  const [all = '', place = ''] = ZONE_PLACE.exec(text) ?? []
  return place !== '' && isTimezone(place) ? { zone: place, rest: text.slice(all.length) } : null
}

const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/
const DOTTED = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})$/
const YEAR_LAST = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4})$/

/** A day without its time; null for what is none, or may be one of two. */
function writtenDay(text: string): Digits | null {
  const words = text
    .split(/[\s,]/)
    .filter((word) => !FILLERS.has(word.toLowerCase()) && !isWeekday(word))
    .join(' ')
  const iso = YEAR_FIRST.exec(words)
  if (iso) return digits(iso[1], iso[3], iso[4])
  const compact = COMPACT.exec(words)
  if (compact) return digits(compact[1], compact[2], compact[3])
  const dotted = DOTTED.exec(words)
  if (dotted) return digits(dotted[3], dotted[2], dotted[1])
  const last = YEAR_LAST.exec(words)
  if (last) {
    const [first, second] = [Number(last[1]), Number(last[3])]
    if (second > 12 || first === second) return digits(last[4], last[1], last[3])
    return first > 12 ? digits(last[4], last[3], last[1]) : null
  }
  return spelledOut(words)
}

/** `3. Mai 2022`, `May 3rd 2022`, `3-May-22`, `2022 May 3`. */
function spelledOut(words: string): Digits | null {
  const parts = words
    .replaceAll(/(\d)\.?(?=[a-zä]{3})/gi, '$1 ')
    .split(/[\s-]/)
    .filter((part) => part !== '')
  if (parts.length !== 3) return null
  const at = parts.findIndex((part) => monthOf(part) !== null)
  const [first = '', second = ''] = parts.filter((_part, index) => index !== at)
  const [year, day] = /^\d{4}$/.test(first) ? [first, second] : [second, first]
  const number = /^(\d{1,2})(?:\.|st|nd|rd|th)?$/i.exec(day)?.[1]
  const whole = /^(?:\d{4}|\d{2})$/.test(year)
  return at < 0 || !whole || number === undefined ? null : digits(year, String(monthOf(parts[at] ?? '')), number)
}

function monthOf(word: string): number | null {
  const name = plain(word).replace(/\.$/, '')
  const german = MONTH_WORDS.get(name)
  if (german !== undefined) return german
  const english =
    name.length < 3 ? -1 : ENGLISH_MONTHS.findIndex((month) => month === name || month.slice(0, 3) === name)
  return english < 0 ? null : english + 1
}

function isWeekday(word: string): boolean {
  const name = plain(word).replace(/\.$/, '')
  return WEEKDAY_WORDS.has(name) || ENGLISH_DAYS.some((day) => day === name || day.slice(0, 3) === name)
}

/** Years of two digits are those from 1970 to 2069. */
function digits(year = '', month = '', day = ''): Digits {
  const whole = year.length === 2 ? `${Number(year) < 70 ? '20' : '19'}${year}` : year
  return { year: whole, month: month.padStart(2, '0'), day: day.padStart(2, '0') }
}

function instantAtClock({ year, month, day }: Digits, clock: Clock | null, zone: Zone): string | null {
  const { hour, minute, milliseconds } = clock ?? { hour: 0, minute: '00', milliseconds: 0 }
  const wall = `${year}-${month}-${day}T${String(hour).padStart(2, '0')}:${minute}`
  if (typeof zone === 'number') return instantAt(Date.parse(`${wall}Z`) - zone * 60_000 + milliseconds)
  const instant = instantOfWallTime(wall, zone)?.instant
  return instant === undefined ? null : instantAt(Date.parse(instant) + milliseconds)
}

/** Days there are not are those that follow the end of the month. */
function rolledOver({ year, month, day }: Digits): Digits {
  const there = new Date(`${year}-${month}-${day}T00:00Z`).toISOString()
  return { year: there.slice(0, 4), month: there.slice(5, 7), day: there.slice(8, 10) }
}

/** Day, month and year that clocks in a zone show at an instant, as digits. */
export function dayIn(instant: string, timeZone: string): Digits {
  const shown = shownDay(instant, timeZone)
  return { year: shown.slice(0, 4), month: shown.slice(5, 7), day: shown.slice(8, 10) }
}
