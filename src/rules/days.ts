import { FIRST_INSTANT, LAST_INSTANT } from './instants.ts'
import { instantOfWallTime } from './wall-time.ts'

/** Days and months of the calendar are plain dates without a zone: `2026-03-09`, `2026-03`. */
export type Day = string
export type Month = string

export const WEEKDAYS = ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'] as const
const WEEKDAY_NAMES = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag']

/** `Montag` for 0. */
export function weekdayName(weekday: number): string {
  return WEEKDAY_NAMES[weekday] ?? ''
}

const utc = (day: Day) => new Date(`${day}T00:00Z`)
/** Years beyond 9999 are written with a sign and six digits: they can be shown, and counted with. */
const dayOfDate = (date: Date): Day => date.toISOString().split('T', 1)[0] ?? ''

export function addDays(day: Day, days: number): Day {
  return dayOfDate(new Date(utc(day).getTime() + days * 86_400_000))
}

export function monthOf(day: Day): Month {
  return day.slice(0, -3)
}

/** A month as it stands in the address, or null. Years of four digits are all there is. */
export function readMonth(value: string | undefined): Month | null {
  return value !== undefined && /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(value) ? value : null
}

/** A day as it stands in the address, or null. */
export function readDay(value: string | undefined): Day | null {
  if (value === undefined || !/^[12]\d{3}-\d\d-\d\d$/.test(value)) return null
  const date = utc(value)
  return !Number.isNaN(date.getTime()) && dayOfDate(date) === value ? value : null
}

export function addMonths(month: Month, months: number): Month {
  const date = utc(`${month}-01`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return monthOf(dayOfDate(date))
}

/** The same day of a neighbouring month, or its last where it has fewer. */
export function addMonthsToDay(day: Day, months: number): Day {
  const month = addMonths(monthOf(day), months)
  const last = Number(addDays(`${addMonths(month, 1)}-01`, -1).slice(8))
  return `${month}-${String(Math.min(Number(day.slice(8)), last)).padStart(2, '0')}`
}

/** Monday is 0, Sunday 6. */
export function weekdayOf(day: Day): number {
  return (utc(day).getUTCDay() + 6) % 7
}

/** Six weeks of seven days from Monday on, around a month: the same height for every month. */
export function weeksOf(month: Month): Day[][] {
  const first = `${month}-01`
  const start = addDays(first, -weekdayOf(first))
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_day, day) => addDays(start, week * 7 + day)),
  )
}

/** Number of the week by ISO 8601: week 1 holds the year's first Thursday. */
export function isoWeek(day: Day): number {
  const thursday = addDays(day, 3 - weekdayOf(day))
  const newYear = utc(`${thursday.slice(0, 4)}-01-01`)
  return 1 + Math.floor((utc(thursday).getTime() - newYear.getTime()) / 604_800_000)
}

/** The instants between which the days stand, in the site's zone. */
export function spanOf(weeks: Day[][], zone: string): { from: string; to: string } {
  const first = weeks[0]?.[0] ?? ''
  const last = weeks.at(-1)?.at(-1) ?? ''
  return { from: startOf(first, zone), to: startOf(addDays(last, 1), zone) }
}

function startOf(day: Day, zone: string): string {
  return instantOfWallTime(`${day}T00:00`, zone)?.instant ?? new Date(0).toISOString()
}

/** The instants at which a day begins in a zone, and at which the next one does. At the ends of the years allowed they are those ends. */
export function boundsOf(day: Day, zone: string): { from: string; to: string } {
  const begins = (one: Day) => instantOfWallTime(`${one}T00:00`, zone)?.instant
  return { from: begins(day) ?? FIRST_INSTANT, to: begins(addDays(day, 1)) ?? LAST_INSTANT }
}

/** The word for a day on which clocks are changed: one that is an hour shorter or longer. */
export function clockChange(day: Day, zone: string): 'Sommerzeit' | 'Winterzeit' | null {
  const hours = (Date.parse(startOf(addDays(day, 1), zone)) - Date.parse(startOf(day, zone))) / 3_600_000
  if (hours < 24) return 'Sommerzeit'
  return hours > 24 ? 'Winterzeit' : null
}

const format = (options: Intl.DateTimeFormatOptions) => {
  // Created at first use: the admin app starts with this file, and the first formatter of a page costs 12 ms.
  let formatter: Intl.DateTimeFormat | undefined
  return (day: Day) => {
    formatter ??= new Intl.DateTimeFormat('de-DE', { ...options, timeZone: 'UTC' })
    return formatter.format(utc(day))
  }
}

/** `9. März 2026` */
export const longDay = format({ day: 'numeric', month: 'long', year: 'numeric' })
const monthAndYear = format({ month: 'long', year: 'numeric' })
const dayAndMonth = format({ day: 'numeric', month: 'long' })

/** `März 2026` */
export function monthName(month: Month): string {
  return monthAndYear(`${month}-01`)
}

/** The week that begins on a Monday: `30. März – 5. April 2026`, `2. – 8. März 2026`. */
export function weekWords(monday: Day): string {
  const sunday = addDays(monday, 6)
  const begins = monthOf(monday) === monthOf(sunday) ? `${Number(monday.slice(8))}.` : dayAndMonth(monday)
  return `${begins} – ${longDay(sunday)}`
}

/** `Mo, 9. März` */
export function agendaDay(day: Day): string {
  return `${WEEKDAYS[weekdayOf(day)]}, ${dayAndMonth(day)}`
}

/** The number of a day; the first of a month is named: `1. März`. */
export function dayNumber(day: Day): string {
  return day.endsWith('-01') ? dayAndMonth(day) : String(Number(day.slice(8)))
}
