import { queryOptions, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CreateTask, MoveTask, Task, UpdateTask } from '../../contract/tasks.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'

export const taskKeys = {
  all: ['tasks'] as const,
  board: ['tasks', 'board'] as const,
  move: ['tasks', 'move'] as const,
}

/** Every card of the board in its own order. */
export function boardQuery(api: Api) {
  return queryOptions({
    queryKey: taskKeys.board,
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
    filters: { mutationKey: taskKeys.move, status: 'pending' },
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
    mutationKey: taskKeys.move,
    scope: { id: 'task-board' },
    mutationFn: (move: MoveTask) => api.tasks.move(move),
    onSuccess: async (_task, move) => {
      await client.cancelQueries({ queryKey: taskKeys.board })
      client.setQueryData(boardQuery(api).queryKey, (data) => data && { items: withMoved(data.items, move) })
    },
    onError: (_error, move) => onRefused(move),
    onSettled: () => void client.invalidateQueries({ queryKey: taskKeys.all }),
  })
}

/** Adds a card, or changes the given fields of the one whose id is given. */
export function useSaveTask() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (task: CreateTask | UpdateTask) => ('id' in task ? api.tasks.update(task) : api.tasks.create(task)),
    onSuccess: () => client.invalidateQueries({ queryKey: taskKeys.all }),
  })
}

/** Moves a card to the trash; it goes at once and comes back when the server refuses (RUL-20). */
export function useRemoveTask() {
  const api = useApi()
  const client = useQueryClient()
  const { queryKey } = boardQuery(api)
  return useMutation({
    mutationFn: ({ id }: Pick<Task, 'id'>) => api.tasks.remove({ id }),
    onMutate: async ({ id }) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, (data) => data && { items: data.items.filter((task) => task.id !== id) })
      return before
    },
    onError: (_error, _task, before) => client.setQueryData(queryKey, before),
    onSettled: () => client.invalidateQueries({ queryKey: taskKeys.all }),
  })
}

/** Takes a card out of the trash again (`Rückgängig`). */
export function useRestoreTask() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<Task, 'id'>) => api.trash.restore({ noun: 'tasks', id }),
    onSettled: () => client.invalidateQueries({ queryKey: taskKeys.all }),
  })
}
