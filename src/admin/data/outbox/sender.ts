import { v7 as uuid } from 'uuid'
import { isApiError } from '../../../contract/errors.ts'
import { UnreachableError } from '../../lib/faults.ts'
import type { Deed, Outcome, OutboxSnapshot, Sender, Waiting } from '../outbox.ts'
import type { OutboxStore } from './store.ts'

const FOURTEEN_DAYS_MS = 14 * 24 * 60 * 60 * 1000
/** Pause before a retry while the server responds with an error. */
const PAUSE_MS = 15_000
const MOST_ARRIVED = 50

type Parts = {
  store: OutboxStore
  /** Sends one action under its id. A repetition gets the response of the first delivery. */
  send: (deed: Waiting) => Promise<unknown>
  /** Whether the server responds. */
  ask: () => Promise<boolean>
  /** The server is known to be unreachable. */
  lost: () => boolean
  show: (next: OutboxSnapshot) => void
  /** Receives the response of a delivered action before the action leaves the outbox. */
  onArrived: (deed: Waiting, answer: unknown) => Promise<void>
  now?: () => Date
}

type Waiter = { resolve: (outcome: Outcome) => void; reject: (error: unknown) => void }

/**
 * Stores actions, then sends them in order. Only one tab sends at a time (Web Locks). Each action keeps the id given
 * here, so that a repetition is idempotent and everything arrives once. A refusal is returned to the caller that awaits
 * it together with its input; without such a caller it stays in the outbox.
 */
export function createSender({ store, send, ask, lost, show, onArrived, now = () => new Date() }: Parts): Sender {
  let userId: string | undefined
  let kept: Waiting[] = []
  let arrived: OutboxSnapshot['arrived'] = []
  let sending = false
  let known = false
  let later: ReturnType<typeof setTimeout> | undefined
  const waiters = new Map<string, Waiter>()
  /** Actions not (yet) in the store. They are sent even if the browser stores nothing. */
  const unwritten = new Map<string, Waiting>()
  /** Actions sent without a response and returned to the form: the same text is sent again under the same id. */
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

  /** True if the next action may be sent. */
  const attempt = async (deed: Waiting): Promise<boolean> => {
    const waiter = waiters.get(deed.id)
    let wasAway = false
    try {
      const answer = await send(deed).catch(async (error: unknown) => {
        if (!waiter || !(error instanceof UnreachableError)) throw error
        wasAway = !(await ask())
        if (wasAway) throw error
        // If a caller waits, a broken connection is retried once.
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
      // The server was unreachable: the action waits, even if the server is back by now.
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
    // Another tab has sent it, or stored its refusal.
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
      // Stored before it is sent, so that it survives a killed page.
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

/** The server refused this action and would refuse it again. */
function isRefusal(error: unknown): boolean {
  return isApiError(error) && error.status >= 400 && error.status < 500 && ![401, 403, 429].includes(error.status)
}

function wordsOf(deed: Deed): string {
  return JSON.stringify([deed.kind, deed.input])
}
