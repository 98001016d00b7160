/** Milliseconds after which it runs without a frame: a page in the background draws none. */
const LATEST_MS = 100

/**
 * Runs `act` once, in a task after the next frame: what a key changed is then on the screen, and a closed panel or menu has returned
 * the focus. Without a frame it runs after `latestMs`. Returns a function that cancels it.
 */
export function afterFrame(act: () => void, latestMs = LATEST_MS): () => void {
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
  const latest = setTimeout(run, latestMs)
  return cancel
}
