import type { Task, TaskStatus } from '../../src/contract/tasks.ts'

/** A card of the board as the API returns it, titled by its id. */
export function taskCard(id: string, status: TaskStatus): Task {
  return {
    id,
    status,
    title: id,
    priority: 'med',
    position: '',
    due_at: null,
    article_id: null,
    article: null,
    author_id: null,
    notes: '',
    checklist: [],
    assignee_id: null,
    research_id: null,
    research: null,
    created_at: '2026-11-21T08:00:00.000Z',
  }
}
