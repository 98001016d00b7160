import type { QueryClient } from '@tanstack/react-query'
import { ahead } from '../lib/prefetch.ts'
import type { Connection } from '../lib/connection.ts'
import type { SessionStore } from './session.ts'

const ways = new WeakMap<QueryClient, () => Promise<void>>()

/**
 * Persists everything read and saved so far, if the browser stores anything. An action leaves the outbox only after
 * this: otherwise a start without a network would show the data without it (RUL-65).
 */
export async function keepRead(client: QueryClient): Promise<void> {
  await ways
    .get(client)?.()
    .catch(() => undefined)
}

/**
 * Persists what this account reads, and uses it while the server is unreachable (RUL-65). It is deleted when the
 * session ends, in every tab.
 */
export function keepListsOf(session: SessionStore, queries: QueryClient, connection: Connection): void {
  const lists = () => import('./cached-lists.ts')
  /** Null until known. */
  let whose: string | undefined | null = null
  let keeping: ReturnType<typeof keep> | undefined
  const keep = async (own: string) => {
    const { keepLists } = await lists()
    return own === whose && markKept() ? keepLists(queries, own) : undefined
  }
  const begin = () => {
    if (!whose || keeping) return keeping
    const begun = keep(whose)
    keeping = begun
    // A failed start is retried the next time.
    begun.catch(() => (keeping = keeping === begun ? undefined : keeping))
    return begun
  }
  const bringBack = async () => {
    if (!whose || !connection.lost()) return
    await (await lists()).bringBackLists(queries, whose)
    // Queries that failed before the persisted data were available are fetched again.
    await queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.data === undefined })
  }
  const follow = () => {
    const state = session.state()
    const userId = 'user' in state ? state.user.id : undefined
    if (userId === whose || ['loading', 'unreachable', 'replaced'].includes(state.status)) return
    const had = whose !== null && whose !== undefined
    whose = state.status === 'unproven' ? undefined : userId
    void keeping?.then((kept) => kept?.stop()).catch(() => undefined)
    keeping = undefined
    if (whose !== undefined) {
      ahead(4_000, () => void begin()?.catch(() => undefined))
      void bringBack().catch(() => undefined)
    } else if (had || localStorage.getItem(LISTS_KEPT) !== null) {
      localStorage.removeItem(LISTS_KEPT)
      void lists().then(({ forgetLists }) => forgetLists())
    }
  }
  session.subscribe(follow)
  connection.subscribe(() => void bringBack().catch(() => undefined))
  void session.loaded.then(follow)
  ways.set(queries, async () => (await begin())?.write())
}

/** Local storage flag: there may be lists of an account that has signed out. */
const LISTS_KEPT = 'blog-cms-lists'

/** False if the flag cannot be stored. Then nothing is persisted, since it would outlast its session. */
function markKept(): boolean {
  try {
    localStorage.setItem(LISTS_KEPT, '1')
    return true
  } catch {
    return false
  }
}
