import { createStore, del, delMany, entries, keys, set } from 'idb-keyval'
import { WAITS_MARK, type Waiting } from '../outbox.ts'

const NAME = 'blog-cms-outbox'

/** Storage of the outbox, and the lock for sending. */
export type OutboxStore = {
  read: (userId: string) => Promise<Waiting[]>
  put: (deed: Waiting) => Promise<void>
  remove: (id: string) => Promise<void>
  /** Deletes the actions of any account for which this is true. */
  forget: (isOld: (deed: Waiting) => boolean) => Promise<void>
  /** Runs `work` under a lock that all tabs share. */
  alone: (work: () => Promise<void>) => Promise<void>
  /** Called when another tab changes the store. */
  onChange: (listener: () => void) => void
}

/** The outbox of this browser, shared by its tabs. */
export function browserOutbox(): OutboxStore {
  const store = createStore(NAME, 'deeds')
  const channel = new BroadcastChannel(NAME)
  const told = async (work: Promise<void>) => {
    await work
    channel.postMessage(null)
  }
  const removed = async (work: Promise<void>) => {
    await told(work)
    if ((await keys(store)).length === 0) localStorage.removeItem(WAITS_MARK)
  }
  let queue: Promise<void> = Promise.resolve()
  return {
    read: async (userId) =>
      (await entries<string, Waiting>(store)).flatMap(([, deed]) => (deed.userId === userId ? [deed] : [])),
    put: (deed) => {
      try {
        localStorage.setItem(WAITS_MARK, '1')
      } catch {
        // Storage is full: without the flag the outbox is read a moment after the first screen.
      }
      return told(set(deed.id, deed, store))
    },
    remove: (id) => removed(del(id, store)),
    forget: async (isOld) => {
      const all = await entries<string, Waiting>(store).catch(() => [])
      const old = all.filter(([, deed]) => isOld(deed)).map(([id]) => id)
      if (old.length > 0) await removed(delMany(old, store))
    },
    alone: (work) => {
      // Without Web Locks (plain http) at most one run per tab; idempotent ids cover the rest.
      const run = () => ('locks' in navigator ? navigator.locks.request(NAME, work) : work())
      queue = queue.then(run, run)
      return queue
    },
    onChange: (listener) => channel.addEventListener('message', listener),
  }
}
