import { queryOptions, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MoveTask, Task } from '../../contract/tasks.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'
import { recordKeys, useRecords } from './records.ts'

const keys = recordKeys('tasks')
const MOVES = [...keys.all, 'move']

/** Every card of the board in its own order. */
export function boardQuery(api: Api) {
  return queryOptions({
    queryKey: keys.lists,
    queryFn: ({ signal }) => api.tasks.board(undefined, { signal }),
  })
}

/**
 * The board as its reader should see it: what the server said last, with the moves on top that it has not confirmed yet. So
 * an older answer, or news of others, never takes back a move under way.
 */
export function useBoard() {
  const board = useQuery(boardQuery(useApi()))
  const moves = useMutationState({
    filters: { mutationKey: MOVES, status: 'pending' },
    select: (mutation) => mutation.state.variables as MoveTask,
  })
  return { board, tasks: board.data && moves.reduce(withMoved, board.data.items) }
}

/** The cards with one of them moved: behind `after_id`, first for null, last where that card is not in the column. */
export function withMoved(tasks: Task[], { id, status, after_id }: MoveTask): Task[] {
  const card = tasks.find((task) => task.id === id)
  if (!card) return tasks
  const others = tasks.filter((task) => task.id !== id)
  const behind = others.findIndex((task) => task.id === after_id && task.status === status)
  const at = after_id === null ? 0 : behind < 0 ? others.length : behind + 1
  return [...others.slice(0, at), { ...card, status }, ...others.slice(at)]
}

/**
 * Moves cards one after the other, in the order in which they were moved. A refused one stands where it was again, and
 * `onRefused` hears of it.
 */
export function useMoveTask({ onRefused }: { onRefused: (move: MoveTask) => void }) {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationKey: MOVES,
    scope: { id: 'task-board' },
    mutationFn: (move: MoveTask) => api.tasks.move(move),
    onSuccess: async (_task, move) => {
      await client.cancelQueries({ queryKey: keys.lists })
      client.setQueryData(boardQuery(api).queryKey, (data) => data && { items: withMoved(data.items, move) })
    },
    onError: (_error, move) => onRefused(move),
    onSettled: () => void client.invalidateQueries({ queryKey: keys.all }),
  })
}

/** Saves cards, moves them to the trash and takes them out again. */
export function useTasks() {
  return useRecords('tasks', (board: { items: Task[] }, id) => ({
    items: board.items.filter((task) => task.id !== id),
  }))
}
