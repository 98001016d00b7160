import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  addDays,
  addMonths,
  isoWeek,
  longDay,
  monthName,
  monthOf,
  readDay,
  readMonth,
  weekdayOf,
  weeksOf,
  weekWords,
  type Day,
  type Month,
} from '../../../rules/days.ts'
import type { CalendarSearch, CalendarView } from '../../lib/calendar-search.ts'
import type { Filter } from './entries.ts'

/** Length of the agenda in days. */
const AGENDA_DAYS = 28

/** The view of the calendar as the URL contains it, and its navigation. */
export type CalendarAddress = {
  view: CalendarView
  month: Month
  /** The first day of the shown week or agenda. */
  day: Day
  /** The shown days, in weeks. */
  weeks: Day[][]
  filter: Filter
  /** The title, `März 2026`, `30. März – 5. April 2026` or `ab 5. März 2026`, and a short form of it. */
  words: string
  shortWords: string
  goTo: (place: { month: Month } | { day: Day }) => void
  step: (by: 1 | -1) => void
  show: (view: CalendarView) => void
  toToday: () => void
  refine: (filter: Partial<Pick<CalendarSearch, 'hide' | 'person' | 'category'>>) => void
}

export function useCalendarAddress(today: Day): CalendarAddress {
  const navigate = useNavigate()
  const search: CalendarSearch = useSearch({ strict: false })
  const view = search.view ?? 'month'
  const month = readMonth(search.month) ?? monthOf(readDay(search.day) ?? today)
  const reached = readDay(search.day) ?? (search.month === undefined ? today : `${month}-01`)
  const day = view === 'week' ? addDays(reached, -weekdayOf(reached)) : reached
  const change = (changes: CalendarSearch) => void navigate({ to: '.', search: { ...search, ...changes } })
  const goTo: CalendarAddress['goTo'] = (place) =>
    'month' in place
      ? change({ day: undefined, month: place.month === monthOf(today) ? undefined : place.month })
      : change({ month: undefined, day: place.day === today ? undefined : place.day })
  const days = view === 'week' ? 7 : AGENDA_DAYS
  return {
    view,
    month,
    day,
    weeks: view === 'month' ? weeksOf(month) : [Array.from({ length: days }, (_, index) => addDays(day, index))],
    filter: {
      hidden: search.hide === undefined || search.hide === '' ? [] : search.hide.split(','),
      person: search.person,
      category: search.category,
    },
    words: { month: monthName(month), week: weekWords(day), agenda: `ab ${longDay(day)}` }[view],
    shortWords: { month: monthName(month), week: `KW ${isoWeek(day)}`, agenda: 'Agenda' }[view],
    goTo,
    step: (by) => goTo(view === 'month' ? { month: addMonths(month, by) } : { day: addDays(day, by * days) }),
    show: (next) =>
      change({
        view: next === 'month' ? undefined : next,
        // The date is kept: a month starts with its first day, or with today.
        ...(next === 'month'
          ? { day: undefined, month: monthOf(day) === monthOf(today) ? undefined : monthOf(day) }
          : { month: undefined, day: month === monthOf(today) && view === 'month' ? undefined : day }),
      }),
    toToday: () => change({ month: undefined, day: undefined }),
    refine: change,
  }
}
