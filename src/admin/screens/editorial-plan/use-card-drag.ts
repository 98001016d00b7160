import {
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type DragMoveEvent,
  type DragStartEvent,
  type KeyboardCoordinateGetter,
} from '@dnd-kit/core'
import { useRef, useState, type RefObject } from 'react'
import type { MoveTask, Task } from '../../../contract/tasks.ts'
import { STATE_LABELS } from '../../ui/state-glyph.tsx'
import { columnsOf, cornerOf, neighbourAt, nextPlace, placeAt, placeOf, type Columns, type Place } from './places.ts'

/** A card in flight. The board stays as it was when the card was taken, whatever others do meanwhile. */
export type Flight = { task: Task; columns: Columns; from: Place; place: Place; height: number }

const samePlace = (one: Place, other: Place) => one.status === other.status && one.index === other.index

/**
 * Takes cards by mouse, long touch or space bar and gives them a place. Places are measured by the cards' own order rather
 * than by dnd-kit's droppables, so that the slot never jumps to and fro; `spoken` tells every step to screen readers.
 */
export function useCardDrag(options: {
  tasks: Task[]
  board: RefObject<HTMLElement | null>
  onMove: (move: MoveTask, task: Task) => void
}) {
  const [flight, setFlight] = useState<Flight | null>(null)
  const [spoken, setSpoken] = useState('')
  // Handlers of one drag run between renders; they share this.
  const latest = useRef<Flight | null>(null)

  const show = (next: Flight | null) => {
    latest.current = next
    setFlight(next)
  }
  const goTo = (place: Place | null) => {
    const now = latest.current
    if (!now || !place || samePlace(place, now.place)) return
    show({ ...now, place })
    setSpoken(wordsFor(now, place))
  }

  const byKeys: KeyboardCoordinateGetter = (event) => {
    const now = latest.current
    if (!event.code.startsWith('Arrow')) return undefined
    event.preventDefault()
    if (!now || !options.board.current) return undefined
    goTo(nextPlace(now.columns, now.task.id, now.place, event.code))
    return cornerOf(options.board.current, now.task.id, latest.current?.place ?? now.place)
  }

  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: byKeys,
      keyboardCodes: { start: ['Space'], end: ['Space', 'Enter'], cancel: ['Escape'] },
    }),
  )

  const onDragStart = ({ active }: DragStartEvent) => {
    const task = options.tasks.find((card) => card.id === active.id)
    if (!task) return
    const columns = columnsOf(options.tasks)
    const from = placeOf(columns, task)
    show({ task, columns, from, place: from, height: active.rect.current.initial?.height ?? 88 })
    setSpoken(`„${task.title}“ aufgenommen. ${whereIs(columns, task, from)}`)
  }

  const onDragMove = ({ active, activatorEvent }: DragMoveEvent) => {
    const rect = active.rect.current.translated
    if (activatorEvent instanceof KeyboardEvent || !rect || !options.board.current) return
    const centre = { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 }
    goTo(placeAt(options.board.current, String(active.id), centre))
  }

  const onDragEnd = () => {
    const now = latest.current
    show(null)
    if (!now) return
    const { task, columns, from, place } = now
    if (samePlace(place, from)) return setSpoken(`„${task.title}“ bleibt, wo es war.`)
    setSpoken(`„${task.title}“ abgelegt. ${whereIs(columns, task, place)}`)
    options.onMove({ id: task.id, status: place.status, after_id: neighbourAt(columns, task.id, place) }, task)
  }

  const onDragCancel = () => {
    if (latest.current) setSpoken(`Verschieben abgebrochen. „${latest.current.task.title}“ bleibt, wo es war.`)
    show(null)
  }

  return { flight, spoken, say: setSpoken, dnd: { sensors, onDragStart, onDragMove, onDragEnd, onDragCancel } }
}

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
