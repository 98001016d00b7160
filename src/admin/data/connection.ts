import { createContext, use, useSyncExternalStore } from 'react'

const PAUSE_MS = 5_000
const PATIENCE_MS = 5_000

export type Connection = ReturnType<typeof createConnection>

/** `main.tsx` provides the connection of this page. */
export const ConnectionContext = createContext<Connection | null>(null)

/** Asks the server whether it is there; never throws. */
export async function askServer(): Promise<boolean> {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })
    // An answer nobody has read to its end keeps its connection.
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}

/**
 * Whether the server can be reached. One answer that fails to come proves little: the server is asked, and while it is away
 * asked again, so that screens fill by themselves once it is back (`onBack`).
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
    // A machine that says it is offline need not be asked first; it may be wrong about being online.
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
    /** Does not wait for the next time. */
    ask: () => wake(),
    /** Something was not answered. */
    check: () => void check(),
  }
}

/** The connection of this page, and whether it is lost at the moment. */
export function useConnection(): { connection: Connection; lost: boolean } {
  const connection = use(ConnectionContext)
  if (!connection) throw new Error('useConnection must be used within a ConnectionContext')
  return { connection, lost: useSyncExternalStore(connection.subscribe, connection.lost, connection.lost) }
}
