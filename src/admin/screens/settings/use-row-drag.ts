import { useState, type ComponentProps, type CSSProperties, type RefObject } from 'react'

/** A dragged row: its original and target index, the offset of the pointer, and the room it leaves (px). */
type Flight = { from: number; to: number; startY: number; by: number; height: number }

/** The list with one item moved to another index. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, index) => index !== from)
  const [item] = items.slice(from, from + 1)
  return item === undefined ? [...items] : [...rest.slice(0, to), item, ...rest.slice(to)]
}

type Drag = {
  handleOf: (index: number) => ComponentProps<'button'>
  /** Style of a row during a drag. The DOM order stays, so that the pointer keeps its capture. */
  styleOf: (index: number) => CSSProperties | undefined
  isInFlight: (index: number) => boolean
}

/**
 * Drags rows of a short list by their handle, with mouse, pen or finger; the others make room. A cancelled pointer
 * restores the order. Keys are handled by the handle. `rows` must be positioned, since row offsets are relative to it.
 */
export function useRowDrag({
  rows,
  onDrop,
}: {
  rows: RefObject<HTMLElement | null>
  onDrop: (from: number, to: number) => void
}): Drag {
  const [flight, setFlight] = useState<Flight | null>(null)
  const rowAt = (index: number) => rows.current?.children[index]
  const placeAt = (clientY: number): number => {
    const list = rows.current
    if (!list) return 0
    const y = clientY - list.getBoundingClientRect().top
    const ends = [...list.children].map((row) => (row instanceof HTMLElement ? row.offsetTop + row.offsetHeight : 0))
    const place = ends.findIndex((end) => y < end)
    return place === -1 ? ends.length - 1 : place
  }
  const handleOf = (index: number): ComponentProps<'button'> => ({
    onPointerDown: (event) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const height = rowAt(index)?.getBoundingClientRect().height ?? 0
      setFlight({ from: index, to: index, startY: event.clientY, by: 0, height })
    },
    onPointerMove: ({ clientY }) => {
      if (flight) setFlight({ ...flight, to: placeAt(clientY), by: clientY - flight.startY })
    },
    onPointerUp: () => {
      setFlight(null)
      if (flight && flight.to !== flight.from) onDrop(flight.from, flight.to)
    },
    onPointerCancel: () => setFlight(null),
    onLostPointerCapture: () => setFlight(null),
  })
  const styleOf = (index: number): CSSProperties | undefined => {
    if (!flight) return undefined
    const { from, to, by, height } = flight
    if (index === from) return { transform: `translateY(${by}px)` }
    if (index > from && index <= to) return { transform: `translateY(${-height}px)` }
    if (index < from && index >= to) return { transform: `translateY(${height}px)` }
    return undefined
  }
  return { handleOf, styleOf, isInFlight: (index) => flight?.from === index }
}
