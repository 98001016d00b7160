import { createContext, use, useSyncExternalStore } from 'react'
import type { MoveTask } from '../../contract/tasks.ts'
import type { SessionStore } from './session.ts'

/** A picture that was shared with the admin app; `name` in the library once it has been uploaded. */
export type SharedPicture = { file: File; uploaded?: string }

/** What somebody has done that goes out by itself: an entry for the inbox, a card moved on the board. */
export type Deed =
  | {
      kind: 'capture'
      input: { title: string; url?: string | null; note?: string | null; allow_duplicate?: boolean }
      pictures?: SharedPicture[]
    }
  | { kind: 'move'; input: MoveTask; title: string }

/** The same as it waits on this machine (RUL-65): of one account, in the order of its ids (UUID v7). */
export type Waiting = Deed & {
  id: string
  userId: string
  savedAt: string
  /** When its account was told that it waits; until then it is not forgotten (RUL-28). */
  shownAt?: string
  /** Said no to, in German: it stays until it is changed or dropped. */
  refusal?: { code: string; message: string }
}

/** What came of it: it arrived, or goes out once the server is back. A refusal is thrown. */
export type Outcome = 'sent' | 'waits'

export type OutboxSnapshot = {
  waiting: readonly Waiting[]
  /** How many of them nobody stands by and waits for. */
  left: number
  /** What has arrived since this page was loaded, after having waited; the newest first. */
  arrived: readonly { deed: Waiting; at: Date }[]
  sending: boolean
  /** What waits has been read, or nothing does: until then a list would show what its writer has changed as it was before. */
  known: boolean
}

/** The part that keeps and sends (`outbox/sender.ts`). */
export type Sender = {
  /** `id` (UUID v7) where it has one already. */
  add: (deed: Deed, id?: string) => Promise<Outcome>
  change: (id: string, change: (deed: Waiting) => Waiting) => Promise<void>
  drop: (id: string) => Promise<void>
  flush: () => Promise<void>
  /** Somebody else is signed in, or nobody. */
  turn: (userId: string | undefined) => Promise<void>
}

/** Says in local storage that something may wait, so that it is read with the first screen. */
export const WAITS_MARK = 'blog-cms-outbox'

const empty = (): OutboxSnapshot => ({
  waiting: [],
  left: 0,
  arrived: [],
  sending: false,
  known: localStorage.getItem(WAITS_MARK) === null,
})

export type Outbox = ReturnType<typeof createOutbox>

/**
 * The door to what waits for the server: screens see it from the start, the part that keeps and sends is fetched behind the
 * first screen, or with the first deed.
 */
export function createOutbox(session: SessionStore, open: (show: (next: OutboxSnapshot) => void) => Promise<Sender>) {
  let snapshot = empty()
  const listeners = new Set<() => void>()
  const show = (next: OutboxSnapshot) => {
    // Once known it stays so: a board in use is never taken away.
    snapshot = { ...next, known: next.known || snapshot.known }
    for (const listener of listeners) listener()
  }
  let sender: Promise<Sender> | undefined
  const userId = () => {
    const state = session.state()
    return state.status === 'signed-in' || state.status === 'lost' ? state.user.id : undefined
  }
  const load = (): Promise<Sender> => {
    sender ??= open(show).then(async (opened) => {
      await opened.turn(userId())
      return opened
    })
    sender.catch(() => {
      sender = undefined
      show({ ...snapshot, known: true })
    })
    return sender
  }
  let whose = userId()
  session.subscribe(() => {
    if (whose === userId()) return
    whose = userId()
    snapshot = empty()
    show(snapshot)
    void sender?.then((opened) => opened.turn(whose)).catch(() => undefined)
  })
  return {
    snapshot: () => snapshot,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    add: async (deed: Deed, id?: string) => (await load()).add(deed, id),
    change: async (id: string, change: (deed: Waiting) => Waiting) => (await load()).change(id, change),
    drop: async (id: string) => (await load()).drop(id),
    /** Reads and sends at once what waits, if anything may. */
    start: () => void (snapshot.known || load().catch(() => undefined)),
    /** Sends what waits, and shows it before. */
    flush: async () => (await load()).flush(),
  }
}

/** `main.tsx` provides it. */
export const OutboxContext = createContext<Outbox | null>(null)

export function useOutbox(): Outbox {
  const outbox = use(OutboxContext)
  if (!outbox) throw new Error('useOutbox must be used within an OutboxContext')
  return outbox
}

/** What waits for the server, and what of it has arrived. */
export function useWaiting(): OutboxSnapshot {
  const outbox = useOutbox()
  return useSyncExternalStore(outbox.subscribe, outbox.snapshot, outbox.snapshot)
}
