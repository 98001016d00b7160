import type { CreateTask, Task, UpdateTask } from '../../../contract/tasks.ts'
import type { LinkedArticle } from '../../parts/article-picker/article-picker.tsx'
import { dayOf, dueAtOf } from './due-date.ts'

/** What stands in the dialog: the due date as a day of the site's zone, the article as it is shown. */
export type TaskValues = Pick<Task, 'title' | 'priority' | 'status'> & { day: string; article: LinkedArticle | null }

export function valuesOf(task: Task, zone: string): TaskValues {
  const { title, priority, status, article } = task
  return { title, priority, status, article, day: task.due_at === null ? '' : dayOf(task.due_at, zone) }
}

export function newValues(status: Task['status']): TaskValues {
  return { title: '', priority: 'med', status, article: null, day: '' }
}

export function creationOf({ title, priority, status, day, article }: TaskValues, zone: string): CreateTask {
  return { title: title.trim(), priority, status, due_at: dueAtOf(day, zone), article_id: article?.id ?? null }
}

/** Only what was changed, so that what others changed meanwhile stays theirs. */
export function changesOf(task: Task, values: TaskValues, zone: string): UpdateTask {
  const before = valuesOf(task, zone)
  const title = values.title.trim()
  return {
    id: task.id,
    ...(title !== before.title && { title }),
    ...(values.priority !== before.priority && { priority: values.priority }),
    ...(values.status !== before.status && { status: values.status }),
    ...(values.day !== before.day && { due_at: dueAtOf(values.day, zone) }),
    ...(values.article?.id !== before.article?.id && { article_id: values.article?.id ?? null }),
  }
}
