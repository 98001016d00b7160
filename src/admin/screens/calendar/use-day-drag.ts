import type { DragStartEvent } from '@dnd-kit/core'
import { useEffect, useRef, useState } from 'react'
import type { Day } from '../../../rules/days.ts'
import type { Entry } from './entries.ts'

/** Attribute with the key of a movable entry, on the element that shows it. */
export const ENTRY = 'data-entry'
/** Attribute with the day, on an element that accepts entries. */
export const DAY = 'data-takes'

const LIFTED = 'data-lifted'
const OVER = 'data-over'

/** Pointer position in the window. */
type Point = { x: number; y: number }

function pointOf(event: Event): Point | null {
  if (event instanceof MouseEvent) return { x: event.clientX, y: event.clientY }
  const touch = 'touches' in event ? (event as TouchEvent).touches[0] : undefined
  return touch ? { x: touch.clientX, y: touch.clientY } : null
}

/** The drop target at a point, also below the dragged badge. */
function takerAt({ x, y }: Point): Element | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const taker = element.closest(`[${DAY}]`)
    if (taker) return taker
  }
  return null
}

/**
 * Drags entries between days. The lifted entry and the day below it are marked by attributes: rendering a month of
 * hundreds of entries again on every move would be slow.
 */
export function useDayDrag(options: {
  entryOf: (key: string) => Entry | undefined
  onLift: () => void
  onDrop: (entry: Entry, day: Day) => void
}) {
  const [lifted, setLifted] = useState<Entry | null>(null)
  // Handlers of one drag run between renders, so they share refs.
  const carried = useRef<Entry | null>(null)
  const point = useRef<Point | null>(null)

  const show = (entry: Entry | null) => {
    carried.current = entry
    setLifted(entry)
  }
  const showOver = (taker: Element | null) => {
    for (const former of document.querySelectorAll(`[${OVER}]`)) if (former !== taker) former.removeAttribute(OVER)
    taker?.setAttribute(OVER, '')
  }
  const letGo = () => {
    for (const element of document.querySelectorAll(`[${LIFTED}]`)) element.removeAttribute(LIFTED)
    showOver(null)
    show(null)
  }
  useEffect(() => {
    const follow = (event: Event) => {
      point.current = pointOf(event) ?? point.current
    }
    const moves = ['mousemove', 'touchmove'] as const
    for (const move of moves) window.addEventListener(move, follow, { capture: true, passive: true })
    return () => {
      for (const move of moves) window.removeEventListener(move, follow, { capture: true })
    }
  }, [])

  const onDragStart = ({ active }: DragStartEvent) => {
    const entry = options.entryOf(String(active.id))
    if (!entry) return
    for (const element of document.querySelectorAll(`[${ENTRY}="${CSS.escape(entry.key)}"]`))
      element.setAttribute(LIFTED, '')
    options.onLift()
    show(entry)
  }
  const onDragMove = () => showOver(point.current && takerAt(point.current))
  const onDragEnd = () => {
    const day = point.current && takerAt(point.current)?.getAttribute(DAY)
    const entry = carried.current
    letGo()
    if (entry && day) options.onDrop(entry, day)
  }
  return { lifted, pointer: { onDragStart, onDragMove, onDragEnd, onDragCancel: letGo } }
}
