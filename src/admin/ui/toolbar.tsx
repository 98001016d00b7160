import type { ComponentProps, KeyboardEvent } from 'react'
import { toastsAbove } from './toast-room.ts'

const CONTROL = 'button:not(:disabled), a[href]'

const controlsOf = (bar: Element) =>
  [...bar.querySelectorAll<HTMLElement>(CONTROL)].filter((one) => one.getClientRects().length > 0)

/** Makes one control the bar's only stop of the Tab key: the given one, or the one that was it, or the first. */
function settle(bar: Element, wanted?: EventTarget): void {
  const controls = controlsOf(bar)
  const current = controls.find((one) => one === wanted) ?? controls.find((one) => one.tabIndex === 0) ?? controls[0]
  for (const one of bar.querySelectorAll<HTMLElement>('button, a[href]')) {
    const stop = one === current ? 0 : -1
    // Every button begins as a stop: what stands in the markup counts.
    if (one.getAttribute('tabindex') !== String(stop)) one.tabIndex = stop
  }
}

/** Keeps a bar at one stop: controls come and go with the room there is, and menus replace their trigger when first opened. */
function keepOneStop(bar: Element | null): (() => void) | undefined {
  if (!bar) return undefined
  const again = () => settle(bar)
  const changes = new MutationObserver(again)
  changes.observe(bar, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  const sizes = new ResizeObserver(again)
  sizes.observe(bar)
  again()
  return () => {
    changes.disconnect()
    sizes.disconnect()
  }
}

function keepOneStopAtFoot(bar: Element | null): () => void {
  const done = [keepOneStop(bar), toastsAbove(bar)]
  return () => done.forEach((each) => each?.())
}

function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const controls = controlsOf(event.currentTarget)
  const at = controls.findIndex((one) => one === event.target)
  if (at < 0) return
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1 + controls.length, Home: 0, End: controls.length - 1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  controls[next % controls.length]?.focus()
}

type Props = ComponentProps<'div'> & {
  label: string
  /** It stands at the window's foot: toasts stay above it. */
  atFoot?: boolean
}

/**
 * A row of tools that is one stop of the Tab key; arrows, Home and End move inside, and one comes back to the tool used last
 * (the toolbar pattern of the ARIA Authoring Practices).
 */
export function Toolbar({ label, atFoot = false, ...rest }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- one of its tools is the stop, not the bar
    <div
      {...rest}
      ref={atFoot ? keepOneStopAtFoot : keepOneStop}
      role="toolbar"
      aria-label={label}
      onKeyDown={onKeyDown}
      onFocus={(event) => settle(event.currentTarget, event.target)}
    />
  )
}
