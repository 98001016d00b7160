/** The views of the calendar beside the month. */
export const CALENDAR_VIEWS = ['week', 'agenda'] as const
export type CalendarView = 'month' | (typeof CALENDAR_VIEWS)[number]

/** What of the calendar stands in its address: view and place, kinds that are hidden, whose entries, of which category. */
export type CalendarSearch = {
  view?: (typeof CALENDAR_VIEWS)[number] | undefined
  month?: string | undefined
  day?: string | undefined
  hide?: string | undefined
  person?: string | undefined
  category?: string | undefined
}
