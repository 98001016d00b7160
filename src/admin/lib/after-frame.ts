/** A page in the background draws no frames. */
const LATEST_MS = 100

/**
 * Runs `act` once, in a task after the next frame: what a key changed is then on the screen, and a closed panel or menu has returned
 * the focus. Without frames it runs after 100 ms. Returns a function that cancels it.
 */
export function afterFrame(act: () => void): () => void {
  let after: ReturnType<typeof setTimeout> | undefined
  const cancel = () => {
    cancelAnimationFrame(frame)
    clearTimeout(after)
    clearTimeout(latest)
  }
  const run = () => {
    cancel()
    act()
  }
  const frame = requestAnimationFrame(() => (after = setTimeout(run, 0)))
  const latest = setTimeout(run, LATEST_MS)
  return cancel
}
