/** How far the window's edges are taken from toasts: `--toast-bottom` and `--toast-right` of the root, in pixels. */
type Side = 'bottom' | 'right'

const AT_FOOT = 48

const kept = new Map<Element, Side>()
const sizes = new ResizeObserver(measureToastRoom)

/** Bars and panels may have moved with what stands above them: called with each toast, too. */
export function measureToastRoom(): void {
  const room = { bottom: 0, right: 0 }
  for (const [element, side] of kept) {
    const { top, left, bottom, width, height } = element.getBoundingClientRect()
    // Hidden, or for now somewhere in the middle of a longer page.
    if (width === 0 || height === 0 || (side === 'bottom' && bottom < innerHeight - AT_FOOT)) continue
    room[side] = Math.max(room[side], side === 'bottom' ? innerHeight - top : innerWidth - left)
  }
  for (const [side, pixels] of Object.entries(room))
    document.documentElement.style.setProperty(`--toast-${side}`, `${Math.max(0, Math.round(pixels))}px`)
}

function keep(element: Element, side: Side): () => void {
  if (kept.size === 0) {
    addEventListener('resize', measureToastRoom)
    // What is as high as the window follows it a while later, and the page with it.
    sizes.observe(document.body)
  }
  kept.set(element, side)
  sizes.observe(element)
  return () => {
    kept.delete(element)
    sizes.unobserve(element)
    if (kept.size === 0) {
      removeEventListener('resize', measureToastRoom)
      sizes.unobserve(document.body)
    }
    measureToastRoom()
  }
}

/** The `ref` of a bar at the window's foot: toasts stand above it. */
export const toastsAbove = (element: Element | null) => (element ? keep(element, 'bottom') : undefined)

/** The `ref` of a panel at the window's right edge: toasts stand beside it. */
export const toastsBeside = (element: Element | null) => (element ? keep(element, 'right') : undefined)
