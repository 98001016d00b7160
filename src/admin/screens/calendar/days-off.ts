import type { Day } from '../../../rules/days.ts'
import type { CalendarData } from '../../data/events.ts'

/** Why nothing is published on a day: a holiday, or a pause of the team. */
export type DayOff = { name: string; isPause: boolean }

export function daysOff(data: Pick<CalendarData, 'holidays' | 'pauses'> | undefined): (day: Day) => DayOff | null {
  const holidays = new Map((data?.holidays ?? []).map(({ day, name }) => [day, name]))
  return (day) => {
    const holiday = holidays.get(day)
    if (holiday !== undefined) return { name: holiday, isPause: false }
    const pause = data?.pauses.find(({ from_day, to_day }) => from_day <= day && day <= to_day)
    return pause ? { name: `Pause „${pause.name}“`, isPause: true } : null
  }
}
