import type { DragMoveEvent, DragStartEvent } from '@dnd-kit/core'
import { useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'
import type { MoveTask, Task } from '../../../contract/tasks.ts'
import { isKeyOf } from '../../actions/keys.ts'
import { STATE_LABELS } from '../../ui/state-glyph.tsx'
import {
  ALL,
  assigneeIn,
  CARD,
  cardPlace,
  neighbourAt,
  nextPlace,
  othersAt,
  placeAt,
  SLOT,
  type Place,
  type Row,
} from './positions.ts'
import { quoted } from '../../../rules/quoted.ts'
import { OF_ANOTHER } from '../../../rules/roles.ts'

/**
 * A card being dragged. The board keeps the state it had at the start of the drag, whatever others change meanwhile.
 */
export type Flight = {
  task: Task
  rows: Row[]
  from: Place
  place: Place
  by: 'pointer' | 'keys'
  /** The room that the dragged card leaves, in px. */
  height?: number
}

export const samePlace = (one: Place, other: Place) =>
  one.row === other.row && one.status === other.status && one.index === other.index

/**
 * Moves cards by mouse, long touch or space bar. Positions are measured by the cards' own order instead of dnd-kit's
 * droppables, so that the slot does not flicker. Keys are handled on the focused card, since dnd-kit's sensor listens
 * with a delay and on the whole page. `say` announces every step.
 */
export function useCardDrag(options: {
  rows: Row[]
  board: RefObject<HTMLElement | null>
  say: (words: string) => void
  mayMove: (task: Task) => boolean
  onMove: (move: MoveTask) => void
  /** Selects a card by its key, with `range` all cards from the last selected one. */
  onMark: (task: Task, range: boolean) => void
}) {
  const { rows, board, say } = options
  const [flight, setFlight] = useState<Flight | null>(null)
  // Handlers of one drag run between renders, so they share refs.
  const latest = useRef<Flight | null>(null)
  /** The focused card, which keeps the focus when it is rendered in another column. */
  const held = useRef<string | null>(null)

  const show = (next: Flight | null) => {
    latest.current = next
    setFlight(next)
  }
  const take = (task: Task, by: Flight['by'], height?: number) => {
    const from = cardPlace(rows, task)
    show({ task, rows, from, place: from, by, height })
    say(`${quoted(task.title)} aufgenommen. ${whereIs(rows, task, from)}`)
  }
  const goTo = (place: Place | null) => {
    const now = latest.current
    if (!now || !place || samePlace(place, now.place)) return
    show({ ...now, place })
    say(wordsFor(now, place))
  }
  const drop = () => {
    const now = latest.current
    show(null)
    if (!now) return
    const { task, from, place } = now
    if (samePlace(place, from)) return say(`${quoted(task.title)} bleibt, wo es war.`)
    say(`${quoted(task.title)} abgelegt. ${whereIs(now.rows, task, place)}`)
    const move = { id: task.id, status: place.status, after_id: neighbourAt(now.rows, task.id, place) }
    options.onMove(place.row === from.row ? move : { ...move, assignee_id: assigneeIn(place.row) })
  }
  const cancel = () => {
    if (latest.current) say(`Verschieben abgebrochen. ${quoted(latest.current.task.title)} bleibt, wo es war.`)
    show(null)
  }

  useLayoutEffect(() => {
    const cardOf = (id: string) => board.current?.querySelector<HTMLElement>(`[${CARD}="${id}"]`)
    if (held.current !== null && document.activeElement === document.body)
      cardOf(held.current)?.querySelector('button')?.focus()
    if (flight?.by !== 'keys') return
    const shown = board.current?.querySelector(`[${SLOT}]`) ?? cardOf(flight.task.id)
    shown?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  const onDragStart = ({ active }: DragStartEvent) => {
    const task = rows.flatMap(({ columns }) => Object.values(columns).flat()).find((card) => card.id === active.id)
    if (task) take(task, 'pointer', active.rect.current.initial?.height)
  }
  const onDragMove = ({ active }: DragMoveEvent) => {
    const rect = active.rect.current.translated
    if (!rect || !board.current) return
    const centre = { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 }
    goTo(placeAt(board.current, String(active.id), centre))
  }

  const onFocus = (task: Task) => {
    held.current = task.id
  }
  const onBlur = (event: FocusEvent) => {
    // The card stays focused while another window is active.
    if (document.activeElement === event.currentTarget) return
    held.current = null
    if (latest.current?.by === 'keys') cancel()
  }
  const onKeyDown = (task: Task, event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const now = latest.current
    const carried = now?.by === 'keys' && now.task.id === task.id
    const range = isKeyOf(event, 'board.mark-to')
    if (event.code === 'Space') {
      if (event.repeat) {
        // A repeat of a held key is still the same press.
      } else if (carried) drop()
      else if (!now && options.mayMove(task)) take(task, 'keys')
      else if (!now) say(OF_ANOTHER)
    } else if (event.key === 'Enter' && (carried || event.repeat)) {
      if (!event.repeat) drop()
    } else if (carried && event.key === 'Escape') cancel()
    else if (carried && event.key.startsWith('Arrow')) goTo(nextPlace(now.rows, task.id, now.place, event.key))
    else if (!now && (range || isKeyOf(event, 'board.mark'))) options.onMark(task, range)
    else return
    event.preventDefault()
  }
  // Stable callbacks: cards keep them across renders of the board.
  const present = useRef({ onFocus, onBlur, onKeyDown })
  useLayoutEffect(() => {
    present.current = { onFocus, onBlur, onKeyDown }
  })
  const [keys] = useState((): CardKeys => ({
    onFocus: (task) => present.current.onFocus(task),
    onBlur: (event) => present.current.onBlur(event),
    onKeyDown: (task, event) => present.current.onKeyDown(task, event),
  }))

  return { flight, keys, pointer: { onDragStart, onDragMove, onDragEnd: drop, onDragCancel: cancel } }
}

/** Handlers for the button of a card. */
export type CardKeys = {
  onFocus: (task: Task) => void
  onBlur: (event: FocusEvent) => void
  onKeyDown: (task: Task, event: KeyboardEvent) => void
}

/** Space lifts and drops a card; it must not also open it. */
export function ignoreSpace(event: KeyboardEvent): void {
  if (event.code === 'Space') event.preventDefault()
}

function whereIs(rows: Row[], task: Task, place: Place): string {
  const row = place.row === ALL ? '' : `Zeile ${rows.find(({ key }) => key === place.row)?.name}, `
  const last = othersAt(rows, task.id, place) + 1
  return `${row}Spalte ${STATE_LABELS[place.status]}, Platz ${place.index + 1} von ${last}.`
}

/** Within a column only the position number is announced. */
function wordsFor({ rows, task, place: before }: Flight, place: Place): string {
  const words = whereIs(rows, task, place)
  const isWithin = place.status === before.status && place.row === before.row
  return isWithin ? words.slice(words.indexOf('Platz')) : words
}

/** Description of a card for screen readers, with the keys that move it. */
export const INSTRUCTIONS =
  'Zum Verschieben Leertaste drücken, mit den Pfeiltasten einen Platz suchen, mit der Leertaste ablegen, mit Escape abbrechen. Eingabetaste öffnet die Aufgabe.'

/** The same for a card that the person may only open. */
export const INSTRUCTIONS_OF_ANOTHER = `${OF_ANOTHER} Eingabetaste öffnet die Aufgabe.`
