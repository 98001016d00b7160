import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TaskAction, TaskBulkInput, TaskBulkResult } from '../../../contract/tasks/bulk.ts'
import { TASKS_AT_ONCE } from '../../../rules/limits.ts'
import { faultSentence } from '../../lib/faults.ts'
import { useApi } from '../api-context.tsx'

/** What a request that did not get through means for the cards it carried. */
const UNREACHED = 'Der Server war nicht zu erreichen.'

type Meant = { id: string; title: string }
/** What became of each card, and the ids by which all of it is taken back. */
export type TaskResults = { items: TaskBulkResult['items']; undoIds: string[] }

/** Does one thing to many cards, and takes it back. */
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
 * Sends as many at once as the server takes. Where a later request fails, what the former ones did is not lost: the rest is told
 * as failed. Throws when nothing was done at all.
 */
export async function inParts(
  tasks: Meant[],
  action: TaskAction,
  send: (input: TaskBulkInput) => Promise<TaskBulkResult>,
): Promise<TaskResults> {
  const items: TaskBulkResult['items'] = []
  // Taken back in the opposite order: each part finds the board as it left it.
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
