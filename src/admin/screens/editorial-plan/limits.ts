import type { Task, TaskStatus } from '../../../contract/tasks.ts'
import { TASK_STATUSES } from '../../../rules/planning.ts'

/** The number of cards per column, regardless of filters. */
export type Totals = Record<TaskStatus, number>

export function totalsOf(tasks: Task[]): Totals {
  const totals = Object.fromEntries(TASK_STATUSES.map((status) => [status, 0])) as Totals
  for (const { status } of tasks) totals[status] += 1
  return totals
}

/** `5 / 4`, or without a limit the number of visible cards. */
export function countWords(shown: number, total: number, limit: number | undefined): string {
  return limit === undefined ? shown.toLocaleString('de') : `${total.toLocaleString('de')} / ${limit}`
}

/** `1 über der Grenze`; null within the limit. */
export function overflowWords(total: number, limit: number | undefined): string | null {
  return limit === undefined || total <= limit ? null : `${(total - limit).toLocaleString('de')} über der Grenze`
}
