import type { QueryClient } from '@tanstack/react-query'
import { ahead } from '../lib/prefetch.ts'
import type { Connection } from './connection.ts'
import type { SessionStore } from './session.ts'

const ways = new WeakMap<QueryClient, () => Promise<void>>()

/**
 * Keeps at once on this machine what has been read and saved until now, where the browser keeps anything. What waited here for
 * the server goes only after this: else, without a network, the desk would show that it was never done (RUL-65).
 */
export async function keepRead(client: QueryClient): Promise<void> {
  await ways
    .get(client)?.()
    .catch(() => undefined)
}

/**
 * What this account has read is kept for a start without a network, and stands in when the server is away (RUL-65). With the
 * session it goes, in every tab.
 */
export function keepListsOf(session: SessionStore, queries: QueryClient, connection: Connection): void {
  const lists = () => import('./cached-lists.ts')
  /** Null until it is known. */
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
    // Tried again the next time.
    begun.catch(() => (keeping = keeping === begun ? undefined : keeping))
    return begun
  }
  const bringBack = async () => {
    if (!whose || !connection.lost()) return
    await (await lists()).bringBackLists(queries, whose)
    // What could not be read before it was here tries again, and finds it.
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

/** Says in local storage that there may be lists of somebody who is not signed in any more. */
const LISTS_KEPT = 'blog-cms-lists'

/** False where nothing can be noted: unrecorded lists would outlast their session, so none are kept. */
function markKept(): boolean {
  try {
    localStorage.setItem(LISTS_KEPT, '1')
    return true
  } catch {
    return false
  }
}
