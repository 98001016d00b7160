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
import type { Press } from './use-pointer-drag.ts'

const silent = () => undefined

/** Announcements of dnd-kit, which knows droppables alone: who lets things be dragged tells of each step itself. */
const SILENT_DRAG = { onDragStart: silent, onDragOver: silent, onDragEnd: silent, onDragCancel: silent }

const MOUSE = { activationConstraint: { distance: 5 } }
const TOUCH = { activationConstraint: { delay: 250, tolerance: 8 } }

type MouseProps = ConstructorParameters<typeof MouseSensor>[0]
type TouchProps = ConstructorParameters<typeof TouchSensor>[0]

/**
 * Draws each move at once. dnd-kit reports a move only after it is drawn: on a busy machine a card would be dropped where the
 * pointer was some moves before, or stay lifted if it was dropped before its start was drawn.
 */
const drawnAtOnce = <Props extends Pick<MouseProps, 'onStart' | 'onMove'>>(props: Props): Props => ({
  ...props,
  onStart: (at) => flushSync(() => props.onStart(at)),
  onMove: (at) => flushSync(() => props.onMove(at)),
})

class Mouse extends MouseSensor {
  constructor(props: MouseProps) {
    super(drawnAtOnce(props))
  }
}

class Touch extends TouchSensor {
  constructor(props: TouchProps) {
    super(drawnAtOnce(props))
  }
}

type PointerDragProps = Pick<DndContextProps, 'onDragStart' | 'onDragMove' | 'onDragEnd' | 'onDragCancel'> & {
  /** Where presses are heard. */
  area: RefObject<HTMLElement | null>
  held: RefObject<Press | null>
  /** The attribute by which things that can be taken carry their id. */
  handle: string
  /** What follows the pointer. */
  children: ReactNode
}

/** dnd-kit would tell the keys of its own sensor, which nobody has here. */
const ACCESSIBILITY = { screenReaderInstructions: { draggable: '' }, announcements: SILENT_DRAG }

/**
 * Takes cards and entries by mouse and long touch. It stands beside them, not around them: its code comes once they are drawn,
 * and a drag renders none of a thousand again.
 */
export function PointerDrag({ area, held, handle, children, ...follow }: PointerDragProps) {
  const sensors = useSensors(useSensor(Mouse, MOUSE), useSensor(Touch, TOUCH))
  return (
    <DndContext {...follow} sensors={sensors} accessibility={ACCESSIBILITY}>
      <Hand area={area} held={held} handle={handle} />
      {createPortal(
        <DragOverlay dropAnimation={null} transition="none">
          {children}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  )
}

/** The one thing dnd-kit knows that can be dragged: whichever is pressed. */
function Hand({ area, held, handle }: Pick<PointerDragProps, 'area' | 'held' | 'handle'>) {
  const [id, setId] = useState('none')
  const { setNodeRef, listeners, active } = useDraggable({ id })
  const begin = useEffectEvent((press: Press) => {
    const name = press.type === 'mousedown' ? 'onMouseDown' : 'onTouchStart'
    listeners?.[name]?.({ nativeEvent: press })
  })
  const take = useEffectEvent((press: Press) => {
    const taken = press.target instanceof Element ? press.target.closest<HTMLElement>(`[${handle}]`) : null
    if (!taken || active) return
    flushSync(() => setId(taken.getAttribute(handle) ?? 'none'))
    setNodeRef(taken)
    begin(press)
  })
  useEffect(() => {
    const element = area.current
    if (!element) return
    const onPress = (press: Press) => take(press)
    element.addEventListener('mousedown', onPress)
    element.addEventListener('touchstart', onPress, { passive: true })
    element.setAttribute('data-drag', 'ready')
    // In a task of its own: nothing is drawn at once from within an effect.
    const late = setTimeout(() => held.current && onPress(held.current))
    return () => {
      clearTimeout(late)
      element.removeAttribute('data-drag')
      element.removeEventListener('mousedown', onPress)
      element.removeEventListener('touchstart', onPress)
    }
  }, [area, held])
  return null
}
