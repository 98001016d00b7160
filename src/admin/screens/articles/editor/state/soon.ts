/** First a panel, a menu or the preview has to give way and to hand its focus back: a task after the next frame. */
export function soon(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act, 0))
}
