import { addDays, monthOf, weekdayOf, type Day } from '../../../rules/days.ts'
import { MOST_COUNT, MOST_INTERVAL, type Recurrence } from '../../../rules/recurrence.ts'
import { readTypedDate, typedDate } from '../../../rules/typed-date.ts'

/** Recurrence as entered in the dialog. The day of the month follows from the first day. */
export type RecurrenceValues = {
  repeat: 'none' | 'week' | 'month-day' | 'month-weekday'
  interval: string
  weekdays: string
  end: 'never' | 'until' | 'count'
  until: string
  count: string
}

export function recurrenceValues(rule: Recurrence | null): RecurrenceValues {
  const repeat = !rule ? 'none' : rule.every === 'week' ? 'week' : 'day' in rule ? 'month-day' : 'month-weekday'
  return {
    repeat,
    interval: String(rule?.interval ?? 1),
    weekdays: rule?.every === 'week' ? rule.weekdays.join(',') : '',
    end: rule?.until ? 'until' : rule?.count ? 'count' : 'never',
    until: rule?.until ? typedDate(rule.until) : '',
    count: rule?.count ? String(rule.count) : '',
  }
}

export function chosenWeekdays({ weekdays }: Pick<RecurrenceValues, 'weekdays'>, start: Day | null): number[] {
  const chosen = weekdays
    .split(',')
    .filter((day) => day !== '')
    .map(Number)
  return chosen.length > 0 || start === null ? chosen : [weekdayOf(start)]
}

/** The parsed rule, or errors by field. */
export function readRecurrence(
  values: RecurrenceValues,
  { start, zone, now }: { start: Day; zone: string; now: number },
): { rule: Recurrence | null } | { faults: Record<string, string> } {
  if (values.repeat === 'none') return { rule: null }
  const interval = wholeNumber(values.interval, MOST_INTERVAL)
  const count = values.end === 'count' ? wholeNumber(values.count, MOST_COUNT) : null
  const read = values.end === 'until' ? readTypedDate(values.until, { now, zone, time: null }) : null
  const until = read && 'day' in read ? read.day : null
  const faults = {
    ...(interval === null && { interval: `Eine Zahl von 1 bis ${MOST_INTERVAL}` }),
    ...(values.end === 'count' && count === null && { count: `Eine Zahl von 1 bis ${MOST_COUNT}` }),
    ...(values.end === 'until' && until === null && { until: 'Bitte einen Tag angeben' }),
    ...(until !== null && until < start && { until: 'Das Ende liegt vor dem Beginn' }),
  }
  if (interval === null || Object.keys(faults).length > 0) return { faults }
  const shared = { interval, until, count }
  if (values.repeat === 'week') return { rule: { every: 'week', weekdays: chosenWeekdays(values, start), ...shared } }
  if (values.repeat === 'month-day') return { rule: { every: 'month', day: Number(start.slice(8)), ...shared } }
  return { rule: { every: 'month', ...weekdayOfMonth(start), ...shared } }
}

/** The position of a weekday within its month: first to fourth, or last. */
export function weekdayOfMonth(day: Day): { nth: number; weekday: number } {
  const isLast = monthOf(addDays(day, 7)) !== monthOf(day)
  return { nth: isLast ? -1 : Math.ceil(Number(day.slice(8)) / 7), weekday: weekdayOf(day) }
}

function wholeNumber(typed: string, most: number): number | null {
  const read = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0
  return read >= 1 && read <= most ? read : null
}
