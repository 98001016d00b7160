import {
  DndContext,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useSensor,
  useSensors,
  type DndContextProps,
} from '@dnd-kit/core'
import { useEffect, useEffectEvent, useState, type ReactNode, type RefObject } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { SILENT_DRAG } from '../../lib/silent-drag.ts'
import { CARD } from './places.ts'
import type { Press } from './use-pointer-drag.ts'

const MOUSE = { activationConstraint: { distance: 5 } }
const TOUCH = { activationConstraint: { delay: 250, tolerance: 8 } }

type PointerDragProps = Pick<DndContextProps, 'onDragStart' | 'onDragMove' | 'onDragEnd' | 'onDragCancel'> & {
  /** Where presses are heard. */
  area: RefObject<HTMLElement | null>
  held: RefObject<Press | null>
  /** What follows the pointer. */
  children: ReactNode
}

/**
 * Takes cards of the board by mouse and long touch. It stands beside the board, not around it: its code comes once the board
 * is drawn, and a drag draws none of a thousand cards anew.
 */
export function PointerDrag({ area, held, children, ...follow }: PointerDragProps) {
  const sensors = useSensors(useSensor(MouseSensor, MOUSE), useSensor(TouchSensor, TOUCH))
  return (
    <DndContext {...follow} sensors={sensors} accessibility={{ announcements: SILENT_DRAG }}>
      <Hand area={area} held={held} />
      {createPortal(
        <DragOverlay dropAnimation={null} transition="none">
          {children}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  )
}

/** The one thing dnd-kit knows that can be dragged: whichever card is pressed. */
function Hand({ area, held }: Pick<PointerDragProps, 'area' | 'held'>) {
  const [id, setId] = useState('none')
  const { setNodeRef, listeners, active } = useDraggable({ id })
  const begin = useEffectEvent((press: Press) => {
    const name = press.type === 'mousedown' ? 'onMouseDown' : 'onTouchStart'
    listeners?.[name]?.({ nativeEvent: press })
  })
  const take = useEffectEvent((press: Press) => {
    const card = press.target instanceof Element ? press.target.closest<HTMLElement>(`[${CARD}]`) : null
    if (!card || active) return
    flushSync(() => setId(card.getAttribute(CARD) ?? 'none'))
    setNodeRef(card)
    begin(press)
  })
  useEffect(() => {
    const board = area.current
    if (!board) return
    const onPress = (press: Press) => take(press)
    board.addEventListener('mousedown', onPress)
    board.addEventListener('touchstart', onPress, { passive: true })
    board.setAttribute('data-drag', 'ready')
    // In a task of its own: nothing is drawn at once from within an effect.
    const late = setTimeout(() => held.current && onPress(held.current))
    return () => {
      clearTimeout(late)
      board.removeAttribute('data-drag')
      board.removeEventListener('mousedown', onPress)
      board.removeEventListener('touchstart', onPress)
    }
  }, [area, held])
  return null
}
