import type { CreateTask, Task, UpdateTask } from '../../../contract/tasks.ts'
import { readTypedDate, typedDate } from '../../../rules/typed-date.ts'
import type { LinkedArticle } from '../../parts/article-picker/article-picker.tsx'
import { dayOf, dueAtOf } from './due-date.ts'

/** Values of the dialog: the due date as typed, the article as shown. */
export type TaskValues = Pick<Task, 'title' | 'priority' | 'status'> & {
  due: string
  article: LinkedArticle | null
  /** Assignee and research; empty for none. */
  assignee: string
  research: string
}

export function valuesOf(task: Task, zone: string): TaskValues {
  const { title, priority, status, article } = task
  return {
    title,
    priority,
    status,
    article,
    due: task.due_at === null ? '' : typedDate(dayOf(task.due_at, zone)),
    assignee: task.assignee_id ?? '',
    research: task.research_id ?? '',
  }
}

export function newValues(status: Task['status']): TaskValues {
  return { title: '', priority: 'med', status, article: null, due: '', assignee: '', research: '' }
}

export function creationOf(values: TaskValues, zone: string): CreateTask {
  const { title, priority, status, due, article, assignee, research } = values
  return {
    title: title.trim(),
    priority,
    status,
    due_at: dueAtOf(dayIn(due, zone), zone),
    article_id: article?.id ?? null,
    assignee_id: assignee || null,
    research_id: research || null,
  }
}

/** Only changed fields, so that changes of others in the meantime stay. */
export function changesOf(task: Task, values: TaskValues, zone: string): UpdateTask {
  const before = valuesOf(task, zone)
  const title = values.title.trim()
  return {
    id: task.id,
    ...(title !== before.title && { title }),
    ...(values.priority !== before.priority && { priority: values.priority }),
    ...(values.status !== before.status && { status: values.status }),
    ...(dayIn(values.due, zone) !== dayIn(before.due, zone) && { due_at: dueAtOf(dayIn(values.due, zone), zone) }),
    ...(values.article?.id !== before.article?.id && { article_id: values.article?.id ?? null }),
    ...(values.assignee !== before.assignee && { assignee_id: values.assignee || null }),
    ...(values.research !== before.research && { research_id: values.research || null }),
  }
}

/** Error of the due date, or null; empty is valid. */
export function dueFault({ due }: TaskValues, zone: string): string | null {
  const read = due.trim() === '' ? null : readDay(due, zone)
  return read && 'fault' in read ? read.fault : null
}

/** `2026-03-09`, or empty. */
function dayIn(due: string, zone: string): string {
  const read = readDay(due, zone)
  return 'day' in read ? read.day : ''
}

function readDay(due: string, zone: string) {
  return readTypedDate(due, { now: Date.now(), zone, time: null })
}
