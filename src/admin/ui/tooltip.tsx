import { useEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Kbd } from './kbd.tsx'

type Side = 'top' | 'right' | 'bottom' | 'left'
type TooltipProps = {
  label: ReactNode
  /** `Strg B` */
  shortcut?: string
  side?: Side
  /** Switches it off where the words already stand beside the icon. */
  off?: boolean
  /** Exactly one element, the one explained. */
  children: ReactNode
}

const OPEN_AFTER = 400
const GAP = 6
const EDGE = 8
let lastClosed = 0

/**
 * Words for an icon without words, with its shortcut, or the whole of a title that was cut. Drawn for the eye alone: the
 * element inside carries its own accessible name. Opens on hover and keyboard focus, never on touch; Escape closes it.
 */
export function Tooltip({ label, shortcut, side = 'bottom', off = false, children }: TooltipProps) {
  const anchor = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [open, setOpen] = useState(false)

  function schedule(next: boolean, delay: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (!next) lastClosed = performance.now()
      setOpen(next)
    }, delay)
  }

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!open) return
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    addEventListener('keydown', onKeyDown, true)
    return () => removeEventListener('keydown', onKeyDown, true)
  }, [open])

  return (
    <span
      ref={anchor}
      className="contents"
      onPointerEnter={(event) => {
        if (off || event.pointerType === 'touch') return
        schedule(true, performance.now() - lastClosed < 200 ? 0 : OPEN_AFTER)
      }}
      onPointerLeave={() => schedule(false, 80)}
      onPointerDown={() => schedule(false, 0)}
      onFocus={(event) => !off && event.target.matches(':focus-visible') && schedule(true, 0)}
      onBlur={() => schedule(false, 0)}
    >
      {children}
      {open &&
        !off &&
        createPortal(
          <div
            ref={(bubble) => {
              if (bubble && anchor.current?.firstElementChild) place(bubble, anchor.current.firstElementChild, side)
            }}
            aria-hidden
            data-tooltip=""
            className="fixed top-0 left-0 z-70 flex max-w-80 animate-appear items-center gap-2 rounded-control border border-line bg-raised px-2 py-1 text-s wrap-anywhere text-fg shadow-float"
          >
            {label}
            {shortcut && <Kbd>{shortcut}</Kbd>}
          </div>,
          document.body,
        )}
    </span>
  )
}

/** Puts the bubble beside its anchor, on the other side where there is no room, and never over the window's edge. */
function place(bubble: HTMLElement, anchor: Element, side: Side) {
  const at = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = bubble
  const room = {
    top: at.top - GAP - height >= EDGE,
    bottom: at.bottom + GAP + height <= innerHeight - EDGE,
    left: at.left - GAP - width >= EDGE,
    right: at.right + GAP + width <= innerWidth - EDGE,
  }
  const opposite = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const
  const chosen = room[side] || !room[opposite[side]] ? side : opposite[side]
  const middle = { x: (at.left + at.right - width) / 2, y: (at.top + at.bottom - height) / 2 }
  const point = {
    top: { x: middle.x, y: at.top - GAP - height },
    bottom: { x: middle.x, y: at.bottom + GAP },
    left: { x: at.left - GAP - width, y: middle.y },
    right: { x: at.right + GAP, y: middle.y },
  }[chosen]
  const x = Math.max(EDGE, Math.min(point.x, innerWidth - EDGE - width))
  const y = Math.max(EDGE, Math.min(point.y, innerHeight - EDGE - height))
  bubble.style.translate = `${Math.round(x)}px ${Math.round(y)}px`
}
