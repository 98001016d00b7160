import type { Task, TaskPriority } from '../../../contract/tasks.ts'
import { addDays } from '../../../rules/days.ts'
import { TASK_PRIORITIES } from '../../../rules/planning.ts'
import { hasTerms, searchableText, searchTerms } from '../../../rules/search-text.ts'
import { dayOf, isOverdue } from './due-date.ts'
import { NOBODY } from './positions.ts'

const DUES = ['overdue', 'week', 'none'] as const
type Due = (typeof DUES)[number]

/** Filter of the board, as the URL contains it. */
export type BoardFilter = {
  q: string
  person: string | undefined
  priority: TaskPriority | undefined
  due: Due | undefined
  linked: 'yes' | 'no' | undefined
}

/** The filter's part of the URL. */
export type BoardSearch = {
  q?: string | undefined
  person?: string | undefined
  priority?: string | undefined
  due?: string | undefined
  linked?: string | undefined
  /** `person`: rows by person. */
  rows?: string | undefined
}

export function readBoardFilter(search: BoardSearch): BoardFilter {
  return {
    q: search.q ?? '',
    person: search.person,
    priority: TASK_PRIORITIES.find((priority) => priority === search.priority),
    due: DUES.find((due) => due === search.due),
    linked: (['yes', 'no'] as const).find((linked) => linked === search.linked),
  }
}

/** Whether a filter shows a card: words in title, notes and checklist, person, priority, due date, linked article. */
export function isShown(
  filter: BoardFilter,
  { zone, today }: { zone: string; today: string },
): (task: Task) => boolean {
  const terms = searchTerms(filter.q)
  const hasWords = filter.q.trim() !== ''
  const week = addDays(today, 7)
  return (task) => {
    // By assignee, as in the rows by person, not by author.
    if (filter.person !== undefined && (task.assignee_id ?? NOBODY) !== filter.person) return false
    if (filter.priority !== undefined && task.priority !== filter.priority) return false
    if (filter.linked !== undefined && (task.article !== null) !== (filter.linked === 'yes')) return false
    if (filter.due === 'overdue' && !isOverdue(task, zone, today)) return false
    if (filter.due === 'none' && task.due_at !== null) return false
    if (filter.due === 'week') {
      const day = task.due_at === null ? null : dayOf(task.due_at, zone)
      if (day === null || day < today || day > week) return false
    }
    return !hasWords || hasTerms(searchableText(wordsOf(task)), terms)
  }
}

const wordsOf = ({ title, notes, checklist, article }: Task) =>
  [title, notes, ...checklist.map(({ text }) => text), article?.title ?? ''].join('\n')

/** The person a card belongs to (`Meine`): its assignee, or without one its author. */
export function personOf({ assignee_id, author_id }: Pick<Task, 'assignee_id' | 'author_id'>): string | null {
  return assignee_id ?? author_id
}

export function filterCount({ person, priority, due, linked }: BoardFilter): number {
  return [person, priority, due, linked].filter((one) => one !== undefined).length
}
