import { useEffect, useRef, useState, type RefObject } from 'react'
import { ahead } from '../../lib/prefetch.ts'

/** A press that was made before what follows it was here, and is still held. */
export type Press = MouseEvent | TouchEvent

export const loadPointerDrag = () => import('./pointer-drag.tsx')

const AHEAD_MS = 1_000

/**
 * What takes things by mouse and touch comes when the pointer does, or a moment after they are drawn. A press made before that
 * counts while it is held; where the code does not come, the keys still move them, and the next press tries again.
 */
export function usePointerDrag(area: RefObject<HTMLElement | null>): {
  wanted: boolean
  held: RefObject<Press | null>
} {
  const [wanted, setWanted] = useState(false)
  const held = useRef<Press | null>(null)
  useEffect(() => {
    const element = area.current
    if (!element || wanted) return
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
    element.addEventListener('pointerover', come)
    element.addEventListener('mousedown', hold)
    element.addEventListener('touchstart', hold, { passive: true })
    return () => {
      callOff()
      element.removeEventListener('pointerover', come)
      element.removeEventListener('mousedown', hold)
      element.removeEventListener('touchstart', hold)
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
