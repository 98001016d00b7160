import { addDays, addMonths, monthOf, weekdayName, weekdayOf, WEEKDAYS, longDay, type Day } from './days.ts'

/** When something happens again: every n-th week on days of the week (Monday is 0), or every n-th month on a day. */
export type Recurrence = { until: Day | null; count: number | null } & (
  | { every: 'week'; interval: number; weekdays: number[] }
  | { every: 'month'; interval: number; day: number }
  /** The first to fourth such day of the week in a month, or its last (-1). */
  | { every: 'month'; interval: number; nth: number; weekday: number }
)

export const MOST_INTERVAL = 12
export const MOST_COUNT = 500
/** Most occurrences that are computed: more than any view shows. */
const MOST_SHOWN = 800

const daysBetween = (from: Day, to: Day) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
const monthsBetween = (from: Day, to: Day) =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))

/**
 * The days on which something that begins on `start` happens between two days (both included). The first day counts even
 * where the rule would not name it. A month without the day (31 February) is passed over.
 */
export function occurrences(rule: Recurrence, start: Day, from: Day, to: Day): Day[] {
  const last = rule.until !== null && rule.until < to ? rule.until : to
  const found: Day[] = start >= from && start <= last ? [start] : []
  // Who counts has to begin at the beginning; all else at the period in which the span begins.
  let period = rule.count === null ? Math.max(0, firstPeriod(rule, start, from)) : 0
  let counted = 1
  for (let looked = 0; looked < MOST_SHOWN; period += 1) {
    const days = daysOf(rule, start, period)
    // Days beyond the year 9999 are written with a sign.
    if (days.begins > last || !/^\d/.test(days.begins)) return found
    // A period without such a day is looked at, too.
    looked += Math.max(1, days.on.length)
    for (const day of days.on) {
      if (day <= start) continue
      counted += 1
      if (day > last || (rule.count !== null && counted > rule.count)) return found
      if (day >= from) found.push(day)
    }
  }
  return found
}

function firstPeriod(rule: Recurrence, start: Day, from: Day): number {
  if (from <= start) return 0
  const passed = rule.every === 'week' ? Math.floor(daysBetween(start, from) / 7) : monthsBetween(start, from)
  return Math.floor(passed / rule.interval) - 1
}

/** The days of the n-th week or month of a rule. */
function daysOf(rule: Recurrence, start: Day, period: number): { begins: Day; on: Day[] } {
  if (rule.every === 'week') {
    const monday = addDays(start, period * rule.interval * 7 - weekdayOf(start))
    return { begins: monday, on: [...new Set(rule.weekdays)].sort((a, b) => a - b).map((day) => addDays(monday, day)) }
  }
  const month = addMonths(monthOf(start), period * rule.interval)
  if (!/^\d{4}-/.test(month)) return { begins: month, on: [] }
  const first = `${month}-01`
  const day = 'day' in rule ? addDays(first, rule.day - 1) : nthWeekday(first, rule.nth, rule.weekday)
  return { begins: first, on: monthOf(day) === month ? [day] : [] }
}

function nthWeekday(first: Day, nth: number, weekday: number): Day {
  if (nth > 0) return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7)
  const last = addDays(`${addMonths(monthOf(first), 1)}-01`, -1)
  return addDays(last, -((weekdayOf(last) - weekday + 7) % 7))
}

/** `jeden Dienstag`, `alle 2 Wochen Mo, Do`, `jeden ersten Montag im Monat, bis 9. März 2026`. */
export function recurrenceWords(rule: Recurrence): string {
  const end = rule.until !== null ? `, bis ${longDay(rule.until)}` : rule.count !== null ? `, ${rule.count}-mal` : ''
  return `${ruleWords(rule)}${end}`
}

const NTH: Record<number, string> = { 1: 'ersten', 2: 'zweiten', 3: 'dritten', 4: 'vierten', [-1]: 'letzten' }

function ruleWords(rule: Recurrence): string {
  if (rule.every === 'week') {
    const one = rule.weekdays.length === 1 ? rule.weekdays[0] : undefined
    if (rule.interval === 1 && one !== undefined) return `jeden ${weekdayName(one)}`
    const days = rule.weekdays.map((day) => WEEKDAYS[day]).join(', ')
    return `${rule.interval === 1 ? 'jede Woche' : `alle ${rule.interval} Wochen`} ${days}`
  }
  const months = rule.interval === 1 ? 'im Monat' : `alle ${rule.interval} Monate`
  if ('day' in rule) return `am ${rule.day}. ${rule.interval === 1 ? 'jedes Monats' : months}`
  return `${rule.interval === 1 ? 'jeden' : 'am'} ${NTH[rule.nth] ?? ''} ${weekdayName(rule.weekday)} ${months}`
}
