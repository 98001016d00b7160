/** Subscribes to page events that matter to an open article. Returns the unsubscribe function. */
export function followPage({
  online,
  flush,
  leave,
}: {
  online: (online: boolean) => void
  /** A good moment to save: the window lost or gained the focus. */
  flush: () => void
  /** The page unloads. */
  leave: () => void
}): () => void {
  const listen = (target: EventTarget, type: string, listener: () => void) => {
    target.addEventListener(type, listener)
    return () => target.removeEventListener(type, listener)
  }
  if (!navigator.onLine) online(false)
  const stops = [
    listen(window, 'online', () => online(true)),
    listen(window, 'offline', () => online(false)),
    listen(window, 'focus', flush),
    listen(document, 'visibilitychange', flush),
    listen(window, 'pagehide', leave),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
