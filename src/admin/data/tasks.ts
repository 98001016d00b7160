import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { BoardLimits, ChangeLimits, MoveTask, Task } from '../../contract/tasks.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'
import { useOutbox, useWaiting } from './outbox.ts'
import { recordKeys, useRecords } from './records.ts'

const keys = recordKeys('tasks')

/** All cards of the board in their order. */
export function boardQuery(api: Api) {
  return queryOptions({
    queryKey: keys.lists,
    queryFn: ({ signal }) => api.tasks.board(undefined, { signal }),
  })
}

/**
 * The board as the user should see it: the last server state with all unconfirmed moves on top. So an older response or
 * a live change never reverts a pending move, and a move made without a network stays (RUL-65).
 */
export function useBoard() {
  const board = useQuery(boardQuery(useApi()))
  const { waiting, known } = useWaiting()
  const items = board.data?.items
  // Same identity while nothing changes, so that a thousand cards are not rendered again.
  const tasks = useMemo(() => {
    const moves = waiting.flatMap((deed) => (deed.kind === 'move' && !deed.refusal ? [deed.input] : []))
    return known ? items && moves.reduce(withMoved, items) : undefined
  }, [items, waiting, known])
  return { board, tasks, limits: board.data?.limits ?? NO_LIMITS }
}

const NO_LIMITS: BoardLimits = {}

/**
 * The cards with one of them moved: behind `after_id`, to the top for null, to the bottom if that card is not in the
 * column.
 */
export function withMoved(tasks: Task[], { id, status, after_id, assignee_id }: MoveTask): Task[] {
  const card = tasks.find((task) => task.id === id)
  if (!card) return tasks
  const others = tasks.filter((task) => task.id !== id)
  const behind = others.findIndex((task) => task.id === after_id && task.status === status)
  const at = after_id === null ? 0 : behind < 0 ? others.length : behind + 1
  const moved = { ...card, status, assignee_id: assignee_id === undefined ? card.assignee_id : assignee_id }
  return [...others.slice(0, at), moved, ...others.slice(at)]
}

/**
 * Moves cards one after the other, in the order of the moves. A refused move is reverted and passed to `onRefused`.
 * Without a network it waits in the outbox.
 */
export function useMoveTask({ onRefused }: { onRefused: (move: MoveTask, error: unknown) => void }) {
  const outbox = useOutbox()
  return useMutation({
    mutationFn: ({ title, ...input }: MoveTask & { title: string }) => outbox.add({ kind: 'move', input, title }),
    onError: (error, move) => onRefused(move, error),
  })
}

/** Applies a delivered move to the board until that is refetched. */
export async function showMoved(client: QueryClient, move: MoveTask): Promise<void> {
  await client.cancelQueries({ queryKey: keys.lists })
  client.setQueryData<{ items: Task[] }>(keys.lists, (data) => data && { ...data, items: withMoved(data.items, move) })
  void client.invalidateQueries({ queryKey: keys.all })
}

/** Saves cards, moves them to the trash and restores them. */
export function useTasks() {
  return useRecords('tasks', (board: { items: Task[] }, id) => ({
    ...board,
    items: board.items.filter((task) => task.id !== id),
  }))
}

/** Sets the card limits of columns. */
export function useBoardLimits() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (limits: ChangeLimits['limits']) => api.tasks.setLimits({ limits }),
    onSuccess: ({ limits }) => client.setQueryData(boardQuery(api).queryKey, (board) => board && { ...board, limits }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.all }),
  })
}

/** The history of a card. */
export function taskHistoryQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [...keys.all, 'history', id],
    queryFn: ({ signal }) => api.tasks.history({ id }, { signal }),
  })
}

/** Changes single items of the checklist, and creates an article from a card (`Artikel daraus`). */
export function useTaskParts() {
  const api = useApi()
  const client = useQueryClient()
  // The response is shown at once; the rest of the board is refetched.
  const onSuccess = (task: Task) =>
    client.setQueryData(
      boardQuery(api).queryKey,
      (board) => board && { ...board, items: board.items.map((card) => (card.id === task.id ? task : card)) },
    )
  const onSettled = () => client.invalidateQueries({ queryKey: keys.all })
  const settled = { onSuccess, onSettled }
  return {
    addCheck: useMutation({
      mutationFn: (input: { id: string; text: string }) => api.tasks.addCheck(input),
      ...settled,
    }),
    changeCheck: useMutation({
      mutationFn: (input: { id: string; check_id: string; done: boolean }) => api.tasks.changeCheck(input),
      // The tick is optimistic; the response replaces it.
      onMutate: ({ id, check_id, done }) => {
        const ticked = (card: Task): Task => ({
          ...card,
          checklist: card.checklist.map((item) => (item.id === check_id ? { ...item, done } : item)),
        })
        client.setQueryData(
          boardQuery(api).queryKey,
          (board) => board && { ...board, items: board.items.map((card) => (card.id === id ? ticked(card) : card)) },
        )
      },
      ...settled,
    }),
    removeCheck: useMutation({
      mutationFn: (input: { id: string; check_id: string }) => api.tasks.removeCheck(input),
      ...settled,
    }),
    toArticle: useMutation({ mutationFn: (input: { id: string }) => api.tasks.toArticle(input), ...settled }),
  }
}
