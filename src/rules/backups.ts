import { addDays, addMonthsToDay, weekdayOf, type Day } from './days.ts'
import { instantOfWallTime, wallTimeOfInstant } from './wall-time.ts'

export const BACKUP_SCHEDULES = ['daily', 'weekly', 'off'] as const
export type BackupSchedule = (typeof BACKUP_SCHEDULES)[number]

/** As what a backup is kept, and the day from which on it is not (RUL-55): 7 daily, 4 weekly, 6 monthly ones. */
export type Keeping = { as: 'daily' | 'weekly' | 'monthly'; until: Day }

const DAYS = 7
const WEEKS = 4
const MONTHS = 6

/**
 * How long each backup stays, by its instant: the first of a month six months, the first of a week (from Sunday on) four weeks,
 * the others seven days. Days are the site's.
 */
export function keepingOf(instants: readonly string[], zone: string): Map<string, Keeping> {
  const months = new Set<string>()
  const weeks = new Set<string>()
  const keeping = new Map<string, Keeping>()
  for (const at of instants.toSorted()) {
    const day = wallTimeOfInstant(at, zone).slice(0, 10)
    const month = day.slice(0, 7)
    const week = sundayOf(day)
    if (!months.has(month)) keeping.set(at, { as: 'monthly', until: addMonthsToDay(day, MONTHS) })
    else if (!weeks.has(week)) keeping.set(at, { as: 'weekly', until: addDays(day, WEEKS * 7) })
    else keeping.set(at, { as: 'daily', until: addDays(day, DAYS) })
    months.add(month)
    weeks.add(week)
  }
  return keeping
}

/** Instants of backups whose time is over; the newest one always stays. */
export function expiredOf(instants: readonly string[], now: string, zone: string): string[] {
  const today = wallTimeOfInstant(now, zone).slice(0, 10)
  const newest = instants.toSorted().at(-1)
  return [...keepingOf(instants, zone)].filter(([at, { until }]) => at !== newest && until <= today).map(([at]) => at)
}

/** The last instant up to now at which a backup was to be made: every day or every Sunday at `HH:MM` of the site; null for never. */
export function plannedUpTo(
  { schedule, time }: { schedule: BackupSchedule; time: string },
  now: string,
  zone: string,
): string | null {
  if (schedule === 'off') return null
  const today = wallTimeOfInstant(now, zone).slice(0, 10)
  const day = schedule === 'weekly' ? sundayOf(today) : today
  const step = schedule === 'weekly' ? 7 : 1
  for (const one of [day, addDays(day, -step)]) {
    const planned = instantOfWallTime(`${one}T${time}`, zone)?.instant
    if (planned && planned <= now) return planned
  }
  return null
}

function sundayOf(day: Day): Day {
  return addDays(day, -((weekdayOf(day) + 1) % 7))
}
