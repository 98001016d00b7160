import { useEffect, useRef, useState, type RefObject } from 'react'
import { ahead } from '../../lib/ahead.ts'

/** A press on a card that was made before what follows it was here, and is still held. */
export type Press = MouseEvent | TouchEvent

export const loadPointerDrag = () => import('./pointer-drag.tsx')

const AHEAD_MS = 1_000

/**
 * What takes cards by mouse and touch comes when the pointer does, or a moment after the board. A press made before that counts
 * while it is held; where the code does not come, the keys still move cards, and the next press tries again.
 */
export function usePointerDrag(area: RefObject<HTMLElement | null>): {
  wanted: boolean
  held: RefObject<Press | null>
} {
  const [wanted, setWanted] = useState(false)
  const held = useRef<Press | null>(null)
  useEffect(() => {
    const board = area.current
    if (!board || wanted) return
    const come = () =>
      void loadPointerDrag().then(
        () => setWanted(true),
        () => undefined,
      )
    const hold = (press: Press) => {
      held.current = press
      come()
    }
    const callOff = ahead(AHEAD_MS, come)
    board.addEventListener('pointerover', come)
    board.addEventListener('mousedown', hold)
    board.addEventListener('touchstart', hold, { passive: true })
    return () => {
      callOff()
      board.removeEventListener('pointerover', come)
      board.removeEventListener('mousedown', hold)
      board.removeEventListener('touchstart', hold)
    }
  }, [area, wanted])
  useEffect(() => {
    const letGo = () => {
      held.current = null
    }
    const ends = ['mouseup', 'touchend', 'touchcancel'] as const
    for (const end of ends) window.addEventListener(end, letGo, { capture: true })
    return () => {
      for (const end of ends) window.removeEventListener(end, letGo, { capture: true })
    }
  }, [])
  return { wanted, held }
}
