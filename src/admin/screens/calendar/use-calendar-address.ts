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

/** So many days does the agenda list. */
const AGENDA_DAYS = 28

/** Where one is in the calendar, as the address has it, and ways to elsewhere. */
export type CalendarAddress = {
  view: CalendarView
  month: Month
  /** The first day of the week or agenda that is shown. */
  day: Day
  /** The days shown, in weeks. */
  weeks: Day[][]
  filter: Filter
  /** `März 2026`, `30. März – 5. April 2026`, `ab 5. März 2026`; and where there is little room. */
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
        // The place stays where it is: a month begins with its first day, or with today.
        ...(next === 'month'
          ? { day: undefined, month: monthOf(day) === monthOf(today) ? undefined : monthOf(day) }
          : { month: undefined, day: month === monthOf(today) && view === 'month' ? undefined : day }),
      }),
    toToday: () => change({ month: undefined, day: undefined }),
    refine: change,
  }
}
