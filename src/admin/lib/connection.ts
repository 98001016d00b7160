import { createContext, use, useSyncExternalStore } from 'react'

const PAUSE_MS = 5_000

export type Connection = ReturnType<typeof createConnection>

/** Provided by `main.tsx`. */
export const ConnectionContext = createContext<Connection | null>(null)

/**
 * Tracks whether the server is reachable. One failed request proves little, so the server is pinged. While it is
 * unreachable, pings repeat; `onBack` refetches the screens once it responds.
 */
export function createConnection({ ask, onBack }: { ask: () => Promise<boolean>; onBack: () => void }) {
  let lost = false
  let asking = false
  let wake = () => {}
  const listeners = new Set<() => void>()

  const enter = (next: boolean) => {
    if (next === lost) return
    lost = next
    for (const listener of listeners) listener()
    if (!lost) onBack()
  }
  const pause = () =>
    new Promise<void>((resolve) => {
      wake = resolve
      setTimeout(resolve, PAUSE_MS)
    })
  const check = async () => {
    if (asking) return
    asking = true
    // `navigator.onLine` is reliable only when false; then no ping is needed.
    while (!(navigator.onLine && (await ask()))) {
      enter(true)
      await pause()
    }
    asking = false
    enter(false)
  }

  addEventListener('offline', () => void check())
  addEventListener('online', () => wake())
  return {
    lost: () => lost,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Pings without waiting for the next interval. */
    ask: () => wake(),
    /** A request got no response. */
    check: () => void check(),
  }
}

/** The connection of this page, and whether it is lost at the moment. */
export function useConnection(): { connection: Connection; lost: boolean } {
  const connection = use(ConnectionContext)
  if (!connection) throw new Error('useConnection must be used within a ConnectionContext')
  return { connection, lost: useSyncExternalStore(connection.subscribe, connection.lost, connection.lost) }
}
