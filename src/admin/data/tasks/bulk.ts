import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TaskAction, TaskBulkInput, TaskBulkResult } from '../../../contract/tasks/bulk.ts'
import { TASKS_AT_ONCE } from '../../../rules/limits.ts'
import { faultSentence } from '../../lib/faults.ts'
import { useApi } from '../api-context.tsx'

/** Reason shown for cards whose request did not reach the server. */
const UNREACHED = 'Der Server war nicht zu erreichen.'

type Meant = { id: string; title: string }
/** The outcome of each card, and the ids that undo all of it. */
export type TaskResults = { items: TaskBulkResult['items']; undoIds: string[] }

/** Runs one action on many cards, and undoes it. */
export function useChangeTasks() {
  const api = useApi()
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: ['tasks'] })
  const change = useMutation({
    mutationFn: ({ tasks, action }: { tasks: Meant[]; action: TaskAction }) =>
      inParts(tasks, action, (input) => api.tasks.bulk(input)),
    onSettled,
  })
  const undo = useMutation({
    mutationFn: async (ids: string[]) => {
      const items: TaskBulkResult['items'] = []
      for (const id of ids) items.push(...(await api.tasks.undoBulk({ id })).items)
      return items
    },
    onSettled,
  })
  return { change: change.mutateAsync, undo: undo.mutateAsync, busy: change.isPending || undo.isPending }
}

/**
 * Splits a bulk action into requests of the size the server accepts. If a later request fails, the results of the
 * earlier ones are kept and the rest is reported as failed. Throws if nothing was changed at all.
 */
export async function inParts(
  tasks: Meant[],
  action: TaskAction,
  send: (input: TaskBulkInput) => Promise<TaskBulkResult>,
): Promise<TaskResults> {
  const items: TaskBulkResult['items'] = []
  // Undone in reverse order, so that each part finds the board as it left it.
  const undoIds: string[] = []
  for (let from = 0; from < tasks.length; from += TASKS_AT_ONCE) {
    const ids = tasks.slice(from, from + TASKS_AT_ONCE).map(({ id }) => id)
    try {
      const answer = await send({ ids, action })
      items.push(...answer.items)
      if (answer.undo_id !== null) undoIds.unshift(answer.undo_id)
    } catch (error) {
      if (from === 0) throw error
      const reason = faultSentence(error, UNREACHED)
      const rest = tasks.slice(from).map(({ id, title }) => ({ id, title, outcome: 'failed' as const, reason }))
      return { items: [...items, ...rest], undoIds }
    }
  }
  return { items, undoIds }
}
