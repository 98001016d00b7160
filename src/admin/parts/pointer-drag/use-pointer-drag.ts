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
    const surface = area.current
    if (!surface || wanted) return
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
    surface.addEventListener('pointerover', come)
    surface.addEventListener('mousedown', hold)
    surface.addEventListener('touchstart', hold, { passive: true })
    return () => {
      callOff()
      surface.removeEventListener('pointerover', come)
      surface.removeEventListener('mousedown', hold)
      surface.removeEventListener('touchstart', hold)
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
