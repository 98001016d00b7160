import { v7 as uuid } from 'uuid'
import { isApiError } from '../../../contract/errors.ts'
import { UnreachableError } from '../../lib/faults.ts'
import type { Deed, Outcome, OutboxSnapshot, Sender, Waiting } from '../outbox.ts'
import type { OutboxStore } from './store.ts'

const FOURTEEN_DAYS_MS = 14 * 24 * 60 * 60 * 1000
/** A server that is there and cannot just now is asked again by itself. */
const PAUSE_MS = 15_000
const MOST_ARRIVED = 50

type Parts = {
  store: OutboxStore
  /** Sends one, under its id; what has arrived already is answered like the first time. */
  send: (deed: Waiting) => Promise<unknown>
  /** Whether the server is there. */
  ask: () => Promise<boolean>
  /** The server is known to be away. */
  lost: () => boolean
  show: (next: OutboxSnapshot) => void
  /** The answer to one that has arrived, before it leaves what is shown. */
  onArrived: (deed: Waiting, answer: unknown) => Promise<void>
  now?: () => Date
}

type Waiter = { resolve: (outcome: Outcome) => void; reject: (error: unknown) => void }

/**
 * Keeps what somebody has done before it is sent, and sends it in order: one tab at a time (Web Locks), each under the id it
 * was given here, so that a repetition changes nothing and everything arrives once. Whoever waits for the answer gets a
 * refusal back and what was refused with it; what nobody waits for stays with the reason.
 */
export function createSender({ store, send, ask, lost, show, onArrived, now = () => new Date() }: Parts): Sender {
  let userId: string | undefined
  let kept: Waiting[] = []
  let arrived: OutboxSnapshot['arrived'] = []
  let sending = false
  let known = false
  let later: ReturnType<typeof setTimeout> | undefined
  const waiters = new Map<string, Waiter>()
  /** Not in the store (yet): a browser that keeps nothing still sends. */
  const unwritten = new Map<string, Waiting>()
  /** Sent without an answer and given back to its writer: the same words go out under the same id. */
  const unsure = new Map<string, string>()

  const draw = () =>
    show({ waiting: kept, left: kept.filter(({ id }) => !waiters.has(id)).length, arrived, sending, known })
  const read = async () => {
    const stored = userId === undefined ? [] : await store.read(userId).catch(() => [])
    const all = new Map([...stored, ...unwritten.values()].map((deed) => [deed.id, deed]))
    kept = [...all.values()].filter((deed) => deed.userId === userId).toSorted((a, b) => (a.id < b.id ? -1 : 1))
    known = userId !== undefined
    draw()
  }
  const put = async (deed: Waiting) => {
    unwritten.set(deed.id, deed)
    await store.put(deed).then(
      () => unwritten.delete(deed.id),
      () => undefined,
    )
  }
  const remove = async (id: string) => {
    unwritten.delete(id)
    await store.remove(id).catch(() => undefined)
    kept = kept.filter((deed) => deed.id !== id)
    draw()
  }
  const letGo = () => {
    for (const { resolve } of waiters.values()) resolve('waits')
    waiters.clear()
    draw()
  }
  store.onChange(() => void read())

  /** True when the next one may follow. */
  const attempt = async (deed: Waiting): Promise<boolean> => {
    const waiter = waiters.get(deed.id)
    let wasAway = false
    try {
      const answer = await send(deed).catch(async (error: unknown) => {
        if (!waiter || !(error instanceof UnreachableError)) throw error
        wasAway = !(await ask())
        if (wasAway) throw error
        // One line that broke is tried once more where somebody waits for it.
        return send(deed)
      })
      await onArrived(deed, answer)
      if (!waiter) arrived = [{ deed, at: now() }, ...arrived].slice(0, MOST_ARRIVED)
      waiters.delete(deed.id)
      unsure.delete(wordsOf(deed))
      await remove(deed.id)
      waiter?.resolve('sent')
      return true
    } catch (error) {
      const refused = isRefusal(error)
      // The server was away: it waits, also where the server is back by now.
      if (waiter && (refused || (!wasAway && (await ask())))) {
        waiters.delete(deed.id)
        if (!refused && deed.kind === 'capture') unsure.set(wordsOf(deed), deed.id)
        await remove(deed.id)
        waiter.reject(error)
        return true
      }
      if (!refused) {
        letGo()
        if (!lost()) sendLater()
        return false
      }
      const { code, message } = error as { code: string; message: string }
      await put({ ...deed, refusal: { code, message } })
      return true
    }
  }
  const sendAll = async () => {
    const whose = userId
    try {
      for (;;) {
        await read()
        const next = kept.find(({ refusal }) => !refusal)
        if (!next || whose !== userId) break
        sending = true
        draw()
        if (!(await attempt(next))) break
      }
    } finally {
      sending = false
      await read()
    }
  }
  const sendLater = () => {
    clearTimeout(later)
    later = setTimeout(() => void flush(), PAUSE_MS)
  }
  const flush = async (): Promise<void> => {
    await read()
    if (lost()) return letGo()
    await store.alone(sendAll)
    // Another tab has sent it, or keeps its refusal.
    for (const [id, waiter] of waiters) {
      if (kept.some((deed) => deed.id === id && !deed.refusal)) continue
      waiters.delete(id)
      waiter.resolve(kept.some((deed) => deed.id === id) ? 'waits' : 'sent')
    }
  }

  return {
    async add(deed: Deed, known?: string) {
      if (userId === undefined) throw new UnreachableError(undefined)
      const id = known ?? unsure.get(wordsOf(deed)) ?? uuid()
      const waiting: Waiting = { ...deed, id, userId, savedAt: now().toISOString() }
      unwritten.set(id, waiting)
      kept = [...kept, waiting]
      const outcome = new Promise<Outcome>((resolve, reject) => waiters.set(id, { resolve, reject }))
      draw()
      // Kept first: a page that is killed from here on has not lost it.
      await put(waiting)
      void flush()
      return outcome
    },
    async change(id, change) {
      await store.alone(async () => {
        await read()
        const deed = kept.find((one) => one.id === id)
        if (!deed) return
        const { refusal: _refusal, ...changed } = change(deed)
        await put(changed as Waiting)
      })
      await flush()
    },
    async drop(id) {
      await store.alone(() => remove(id))
      await read()
    },
    flush,
    async turn(next) {
      if (userId !== next) {
        arrived = []
        known = false
      }
      userId = next
      letGo()
      await store.forget((deed) => {
        const since = deed.userId === next ? deed.shownAt : deed.savedAt
        return since !== undefined && now().getTime() - Date.parse(since) > FOURTEEN_DAYS_MS
      })
      await read()
      for (const deed of kept) if (!deed.shownAt) await put({ ...deed, shownAt: now().toISOString() })
      if (kept.length > 0) void flush()
    },
  }
}

/** The server has said no to this very deed, and will again. */
function isRefusal(error: unknown): boolean {
  return isApiError(error) && error.status >= 400 && error.status < 500 && ![401, 403, 429].includes(error.status)
}

function wordsOf(deed: Deed): string {
  return JSON.stringify([deed.kind, deed.input])
}
