import { instantOfWallTime, wallTimeOfInstant } from '../../../rules/wall-time.ts'

/** `2026-03-09`: the day of an instant in the site's zone. */
export function dayOf(instant: string, zone: string): string {
  return wallTimeOfInstant(instant, zone).slice(0, 10)
}

/** The end of a day in the site's zone, when a task is due; null for no day. */
export function dueAtOf(day: string, zone: string): string | null {
  return instantOfWallTime(`${day}T23:59`, zone)?.instant ?? null
}

/** `09.03.`, with the year only if it is not the current one. */
export function shortDay(day: string, today: string): string {
  const [year = '', month, date] = day.split('-')
  return `${date}.${month}.${today.startsWith(`${year}-`) ? '' : year.slice(2)}`
}

/** True once the day is over, unless the task is in the last column. */
export function isOverdue(task: { due_at: string | null; status: string }, zone: string, today: string): boolean {
  return task.due_at !== null && task.status !== 'published' && dayOf(task.due_at, zone) < today
}
