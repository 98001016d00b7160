/** How far the window's edges are taken from toasts: `--toast-bottom` and `--toast-right` of the root, in pixels. */
type Side = 'bottom' | 'right'

const kept = new Map<Element, Side>()
const sizes = new ResizeObserver(measure)

function measure(): void {
  const room = { bottom: 0, right: 0 }
  for (const [element, side] of kept) {
    const { top, left, width, height } = element.getBoundingClientRect()
    if (width === 0 || height === 0) continue
    room[side] = Math.max(room[side], side === 'bottom' ? innerHeight - top : innerWidth - left)
  }
  for (const [side, pixels] of Object.entries(room))
    document.documentElement.style.setProperty(`--toast-${side}`, `${Math.max(0, Math.round(pixels))}px`)
}

function keep(element: Element, side: Side): () => void {
  if (kept.size === 0) addEventListener('resize', measure)
  kept.set(element, side)
  sizes.observe(element)
  return () => {
    kept.delete(element)
    sizes.unobserve(element)
    if (kept.size === 0) removeEventListener('resize', measure)
    measure()
  }
}

/** The `ref` of a bar at the window's foot: toasts stand above it. */
export const toastsAbove = (element: Element | null) => (element ? keep(element, 'bottom') : undefined)

/** The `ref` of a panel at the window's right edge: toasts stand beside it. */
export const toastsBeside = (element: Element | null) => (element ? keep(element, 'right') : undefined)
