/** What of a page's life an open article hears of. Gives the way to stop listening. */
export function followPage({
  online,
  flush,
  leave,
}: {
  online: (online: boolean) => void
  /** A good moment to save what waits: the writer came back, or looks elsewhere. */
  flush: () => void
  /** The page goes away now. */
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
