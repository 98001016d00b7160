import { TASK_STATUSES } from '../../../rules/planning.ts'
import type { Task, TaskStatus } from '../../../contract/tasks.ts'

/** A position on the board: row, column, and the number of visible cards before it there (without the moving one). */
export type Place = { row: string; status: TaskStatus; index: number }

export type Columns = Record<TaskStatus, Task[]>

/** Cards by column, in the board's order. */
export function columnsOf(tasks: Task[]): Columns {
  return Object.fromEntries(
    TASK_STATUSES.map((status) => [status, tasks.filter((task) => task.status === status)]),
  ) as Columns
}

/** A row of the board: all cards, or those of one person. */
export type Row = { key: string; name: string; columns: Columns }

/** Key of the only row without grouping, and of the row of unassigned cards. */
export const ALL = 'all'
export const NOBODY = 'none'

/** The board without grouping by person. */
export function oneRow(tasks: Task[]): Row[] {
  return [{ key: ALL, name: '', columns: columnsOf(tasks) }]
}

/**
 * Rows by person, ordered by name, including people without cards, so that cards can be assigned to everyone. People
 * with cards who have left the team follow; unassigned cards come last.
 */
export function rowsByPerson(tasks: readonly Task[], people: readonly { id: string; name: string }[]): Row[] {
  const byPerson = new Map<string, Task[]>([...people.map(({ id }): [string, Task[]] => [id, []])])
  const free: Task[] = []
  for (const task of tasks) {
    if (task.assignee_id === null) free.push(task)
    else byPerson.set(task.assignee_id, [...(byPerson.get(task.assignee_id) ?? []), task])
  }
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const rows = [...byPerson].map(([key, cards]) => ({ key, name: names.get(key) ?? 'Früher dabei', cards }))
  return [...rows, { key: NOBODY, name: 'Niemand', cards: free }].map(({ cards, ...row }) => ({
    ...row,
    columns: columnsOf(cards),
  }))
}

/** The assignee of a row; undefined without grouping by person. */
export function assigneeIn(row: string): string | null | undefined {
  return row === ALL ? undefined : row === NOBODY ? null : row
}

const cardsAt = (rows: Row[], { row, status }: Pick<Place, 'row' | 'status'>, exceptId?: string): Task[] =>
  (rows.find(({ key }) => key === row)?.columns[status] ?? []).filter((card) => card.id !== exceptId)

/** The position of a card. */
export function cardPlace(rows: Row[], task: Task): Place {
  const { status } = task
  const row = rows.find(({ columns }) => columns[status].some((card) => card.id === task.id))?.key ?? ALL
  return { row, status, index: cardsAt(rows, { row, status }).findIndex((card) => card.id === task.id) }
}

/**
 * The next position for an arrow key: up and down within the column and on into adjacent rows, left and right to the
 * neighbouring columns. Null at an edge.
 */
export function nextPlace(rows: Row[], id: string, place: Place, key: string): Place | null {
  const room = (at: Pick<Place, 'row' | 'status'>) => cardsAt(rows, at, id).length
  const beside = (by: number): Place | null => {
    const status = TASK_STATUSES[TASK_STATUSES.indexOf(place.status) + by]
    return status ? { ...place, status, index: Math.min(place.index, room({ row: place.row, status })) } : null
  }
  const rowBy = (by: number): string | undefined => rows[rows.findIndex(({ key: row }) => row === place.row) + by]?.key
  if (key === 'ArrowLeft') return beside(-1)
  if (key === 'ArrowRight') return beside(1)
  if (key === 'ArrowUp') {
    if (place.index > 0) return { ...place, index: place.index - 1 }
    const row = rowBy(-1)
    return row === undefined ? null : { ...place, row, index: room({ row, status: place.status }) }
  }
  if (key === 'ArrowDown') {
    if (place.index < room(place)) return { ...place, index: place.index + 1 }
    const row = rowBy(1)
    return row === undefined ? null : { ...place, row, index: 0 }
  }
  return null
}

/**
 * The card before a position, as the API expects it: null for the first position; undefined, which means last, if a
 * person's row has no card in the column.
 */
export function neighbourAt(rows: Row[], id: string, place: Place): string | null | undefined {
  const cards = cardsAt(rows, place, id)
  if (place.row !== ALL && cards.length === 0) return undefined
  return cards[place.index - 1]?.id ?? null
}

/** Number of cards in the column of a row, without the moving one. */
export function othersAt(rows: Row[], id: string, place: Place): number {
  return cardsAt(rows, place, id).length
}

/** Attributes of the elements by which positions are measured. */
export const COLUMN = 'data-column'
export const ROW = 'data-row-of'
export const CARD = 'data-card'
/** On cards that can be dragged, with their id. */
export const HANDLE = 'data-handle'
export const SLOT = 'data-slot'

/**
 * The cards of a column as they would be without the slot, so that the position under the pointer does not depend on
 * the former slot.
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

/** Gap between cards, in px. */
const GAP = 6

/** The position under a dragged card, by its centre. Outside of the board, the nearest column of the nearest row. */
export function placeAt(board: HTMLElement, id: string, point: { x: number; y: number }): Place | null {
  let nearest: { list: HTMLElement; distance: number } | null = null
  for (const list of board.querySelectorAll<HTMLElement>(`[${COLUMN}]`)) {
    const { left, right, top, bottom } = list.getBoundingClientRect()
    const distance = Math.max(left - point.x, point.x - right, 0) + Math.max(top - point.y, point.y - bottom, 0)
    if (!nearest || distance < nearest.distance) nearest = { list, distance }
  }
  const status = TASK_STATUSES.find((one) => one === nearest?.list.getAttribute(COLUMN))
  if (!nearest || !status) return null
  const before = cardsWithoutSlot(nearest.list, id).filter((card) => (card.top + card.bottom) / 2 < point.y)
  return { row: nearest.list.getAttribute(ROW) ?? ALL, status, index: before.length }
}
