import { MouseSensor, TouchSensor, useSensor, useSensors, type DragMoveEvent, type DragStartEvent } from '@dnd-kit/core'
import { useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'
import type { MoveTask, Task } from '../../../contract/tasks.ts'
import { STATE_LABELS } from '../../ui/state-glyph.tsx'
import {
  CARD,
  columnsOf,
  neighbourAt,
  nextPlace,
  placeAt,
  cardPlace,
  SLOT,
  type Columns,
  type Place,
} from './places.ts'

/** A card in flight. The board stays as it was when the card was taken, whatever others do meanwhile. */
export type Flight = {
  task: Task
  columns: Columns
  from: Place
  place: Place
  by: 'pointer' | 'keys'
  /** What the card under the pointer leaves free, in px. */
  height?: number
}

export const samePlace = (one: Place, other: Place) => one.status === other.status && one.index === other.index

/**
 * Takes cards by mouse, long touch or space bar and gives them a place. Places are measured by the cards' own order rather
 * than by dnd-kit's droppables, so that the slot never jumps to and fro. Keys belong to the card that has the focus and to
 * nothing else: dnd-kit's sensor hears them a moment late, and everywhere on the page. `say` tells every step.
 */
export function useCardDrag(options: {
  tasks: Task[]
  board: RefObject<HTMLElement | null>
  say: (words: string) => void
  onMove: (move: MoveTask) => void
}) {
  const { tasks, board, say } = options
  const [flight, setFlight] = useState<Flight | null>(null)
  // Handlers of one drag run between renders; they share this.
  const latest = useRef<Flight | null>(null)
  /** The card with the focus, which it keeps when it is drawn anew in another column. */
  const held = useRef<string | null>(null)

  const show = (next: Flight | null) => {
    latest.current = next
    setFlight(next)
  }
  const take = (task: Task, by: Flight['by'], height?: number) => {
    const columns = columnsOf(tasks)
    const from = cardPlace(columns, task)
    show({ task, columns, from, place: from, by, height })
    say(`„${task.title}“ aufgenommen. ${whereIs(columns, task, from)}`)
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
    const { task, columns, from, place } = now
    if (samePlace(place, from)) return say(`„${task.title}“ bleibt, wo es war.`)
    say(`„${task.title}“ abgelegt. ${whereIs(columns, task, place)}`)
    options.onMove({ id: task.id, status: place.status, after_id: neighbourAt(columns, task.id, place) })
  }
  const cancel = () => {
    if (latest.current) say(`Verschieben abgebrochen. „${latest.current.task.title}“ bleibt, wo es war.`)
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

  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  )
  const onDragStart = ({ active }: DragStartEvent) => {
    const task = tasks.find((card) => card.id === active.id)
    if (task) take(task, 'pointer', active.rect.current.initial?.height)
  }
  const onDragMove = ({ active }: DragMoveEvent) => {
    const rect = active.rect.current.translated
    if (!rect || !board.current) return
    const centre = { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 }
    goTo(placeAt(board.current, String(active.id), centre))
  }

  /** For the button of a card. */
  const keysOf = (task: Task) => ({
    onFocus: () => {
      held.current = task.id
    },
    onBlur: (event: FocusEvent) => {
      // It keeps the focus while another window has the keyboard.
      if (document.activeElement === event.currentTarget) return
      held.current = null
      if (latest.current?.by === 'keys') cancel()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const now = latest.current
      const carried = now?.by === 'keys' && now.task.id === task.id
      if (event.code === 'Space') {
        if (event.repeat) {
          // Held down, it is still the same press.
        } else if (carried) drop()
        else if (!now) take(task, 'keys')
      } else if (event.key === 'Enter' && (carried || event.repeat)) {
        if (!event.repeat) drop()
      } else if (carried && event.key === 'Escape') cancel()
      else if (carried && event.key.startsWith('Arrow')) goTo(nextPlace(now.columns, task.id, now.place, event.key))
      else return
      event.preventDefault()
    },
    /** Space lifts and drops a card; it must not open it as well. */
    onKeyUp: (event: KeyboardEvent) => {
      if (event.code === 'Space') event.preventDefault()
    },
  })

  return { flight, keysOf, dnd: { sensors, onDragStart, onDragMove, onDragEnd: drop, onDragCancel: cancel } }
}

export type CardKeys = ReturnType<typeof useCardDrag>['keysOf']

function whereIs(columns: Columns, task: Task, { status, index }: Place): string {
  const others = columns[status].filter((card) => card.id !== task.id).length
  return `Spalte ${STATE_LABELS[status]}, Platz ${index + 1} von ${others + 1}.`
}

/** A step within a column is told by its number alone. */
function wordsFor({ columns, task, place: before }: Flight, place: Place): string {
  const words = whereIs(columns, task, place)
  return place.status === before.status ? words.slice(words.indexOf('Platz')) : words
}

/** What screen readers say of a card, and how to move it. */
export const INSTRUCTIONS =
  'Zum Verschieben Leertaste drücken, mit den Pfeiltasten einen Platz suchen, mit der Leertaste ablegen, mit Escape abbrechen. Eingabetaste öffnet die Aufgabe.'
