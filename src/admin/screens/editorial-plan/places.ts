import { TASK_STATUSES } from '../../../rules/planning.ts'
import type { Task, TaskStatus } from '../../../contract/tasks.ts'

/** A place on the board: a column, and how many of its shown cards (without the one that moves) stand before it. */
export type Place = { status: TaskStatus; index: number }

export type Columns = Record<TaskStatus, Task[]>

/** Cards by column, in the board's order. */
export function columnsOf(tasks: Task[]): Columns {
  return Object.fromEntries(
    TASK_STATUSES.map((status) => [status, tasks.filter((task) => task.status === status)]),
  ) as Columns
}

/** Where a card stands. */
export function cardPlace(columns: Columns, task: Task): Place {
  return { status: task.status, index: columns[task.status].findIndex((card) => card.id === task.id) }
}

/** The place one key press further: up and down within the column, left and right to its neighbours. Null at an edge. */
export function nextPlace(columns: Columns, id: string, place: Place, key: string): Place | null {
  const room = (status: TaskStatus) => columns[status].filter((card) => card.id !== id).length
  const beside = (by: number): Place | null => {
    const status = TASK_STATUSES[TASK_STATUSES.indexOf(place.status) + by]
    return status ? { status, index: Math.min(place.index, room(status)) } : null
  }
  if (key === 'ArrowLeft') return beside(-1)
  if (key === 'ArrowRight') return beside(1)
  if (key === 'ArrowUp') return place.index > 0 ? { ...place, index: place.index - 1 } : null
  if (key === 'ArrowDown') return place.index < room(place.status) ? { ...place, index: place.index + 1 } : null
  return null
}

/** The card a place is behind, as the server wants it: null for the first place. */
export function neighbourAt(columns: Columns, id: string, { status, index }: Place): string | null {
  return columns[status].filter((card) => card.id !== id)[index - 1]?.id ?? null
}

/** Marks on the elements that places are measured by. */
export const COLUMN = 'data-column'
export const CARD = 'data-card'
export const SLOT = 'data-slot'

const listOf = (board: HTMLElement, status: TaskStatus) => board.querySelector<HTMLElement>(`[${COLUMN}="${status}"]`)

/**
 * The cards of a column as they would stand without the slot, so that the place under a pointer does not depend on where
 * the slot was a moment ago.
 */
function cardsWithoutSlot(list: HTMLElement, id: string): { top: number; bottom: number }[] {
  const cards: { top: number; bottom: number }[] = []
  let shift = 0
  for (const child of list.children) {
    const { top, bottom, height } = child.getBoundingClientRect()
    if (child.hasAttribute(SLOT)) shift = height + GAP
    else if (child.hasAttribute(CARD) && child.getAttribute(CARD) !== id)
      cards.push({ top: top - shift, bottom: bottom - shift })
  }
  return cards
}

/** Between cards, in px. */
const GAP = 6

/** The place a dragged card is over, by its centre; the nearest column beside the board. */
export function placeAt(board: HTMLElement, id: string, point: { x: number; y: number }): Place | null {
  let nearest: { status: TaskStatus; list: HTMLElement; distance: number } | null = null
  for (const status of TASK_STATUSES) {
    const list = listOf(board, status)
    if (!list) continue
    const { left, right } = list.getBoundingClientRect()
    const distance = Math.max(left - point.x, point.x - right, 0)
    if (!nearest || distance < nearest.distance) nearest = { status, list, distance }
  }
  if (!nearest) return null
  const before = cardsWithoutSlot(nearest.list, id).filter((card) => (card.top + card.bottom) / 2 < point.y)
  return { status: nearest.status, index: before.length }
}
