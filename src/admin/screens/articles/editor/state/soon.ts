/** Runs in a task after the next frame, once a panel, a menu or the preview has closed and returned the focus. */
export function soon(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act, 0))
}
