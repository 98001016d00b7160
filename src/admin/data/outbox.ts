import { createContext, use, useSyncExternalStore } from 'react'
import type { MoveTask } from '../../contract/tasks.ts'
import type { SessionStore } from './session.ts'

/** A picture shared with the admin app. `uploaded` is its name in the library after the upload. */
export type SharedPicture = { file: File; uploaded?: string }

/** An action that is sent in the background: a new inbox entry, or a move of a card. */
export type Deed =
  | {
      kind: 'capture'
      input: { title: string; url?: string | null; note?: string | null; allow_duplicate?: boolean }
      pictures?: SharedPicture[]
    }
  | { kind: 'move'; input: MoveTask; title: string }

/** An action in the outbox (RUL-65). It belongs to one account and is sent in the order of ids (UUID v7). */
export type Waiting = Deed & {
  id: string
  userId: string
  savedAt: string
  /** When its account was shown that it waits. Until then it does not expire (RUL-28). */
  shownAt?: string
  /** The server's refusal, in German. The action stays until it is changed or dropped. */
  refusal?: { code: string; message: string }
}

/** `sent`: delivered; `waits`: sent once the server is reachable. A refusal is thrown. */
export type Outcome = 'sent' | 'waits'

export type OutboxSnapshot = {
  waiting: readonly Waiting[]
  /** Number of actions that no caller awaits. */
  left: number
  /** Actions delivered since this page was loaded after they had waited, newest first. */
  arrived: readonly { deed: Waiting; at: Date }[]
  sending: boolean
  /** The outbox has been read, or is known to be empty. Until then a list may show data without the pending changes. */
  known: boolean
}

/** The part that stores and sends (`outbox/sender.ts`). */
export type Sender = {
  /** `id` (UUID v7) if it already has one. */
  add: (deed: Deed, id?: string) => Promise<Outcome>
  change: (id: string, change: (deed: Waiting) => Waiting) => Promise<void>
  drop: (id: string) => Promise<void>
  flush: () => Promise<void>
  /** Another account is signed in, or none. */
  turn: (userId: string | undefined) => Promise<void>
}

/** Local storage flag: the outbox may hold something, so that it is read with the first screen. */
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
 * Interface to the outbox. Screens have it from the start; the part that stores and sends is loaded after the first
 * screen, or with the first action.
 */
export function createOutbox(session: SessionStore, open: (show: (next: OutboxSnapshot) => void) => Promise<Sender>) {
  let snapshot = empty()
  const listeners = new Set<() => void>()
  const show = (next: OutboxSnapshot) => {
    // `known` never reverts to false: that would unmount a board in use.
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
    /** Reads and sends waiting actions at once, if there may be any. */
    start: () => void (snapshot.known || load().catch(() => undefined)),
    /** Shows waiting actions, then sends them. */
    flush: async () => (await load()).flush(),
  }
}

/** Provided by `main.tsx`. */
export const OutboxContext = createContext<Outbox | null>(null)

export function useOutbox(): Outbox {
  const outbox = use(OutboxContext)
  if (!outbox) throw new Error('useOutbox must be used within an OutboxContext')
  return outbox
}

/** The waiting and the delivered actions. */
export function useWaiting(): OutboxSnapshot {
  const outbox = useOutbox()
  return useSyncExternalStore(outbox.subscribe, outbox.snapshot, outbox.snapshot)
}
