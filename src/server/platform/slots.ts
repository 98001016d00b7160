import { setImmediate, setTimeout } from 'node:timers/promises'

/** Thrown when the queue is full; the client may retry in a moment. */
export class Overloaded extends Error {}

/** Waits for something outside this thread without holding the slot. */
export type Aside = <T>(wait: () => Promise<T>) => Promise<T>

/**
 * Limits the concurrency of costly work: at most `atOnce` run at a time, each started in its own round of the event
 * loop, so that cheap requests are answered in between, and at most `mostWaiting` are queued.
 */
export class Slots {
  readonly #atOnce: number
  readonly #mostWaiting: number
  readonly #waiting: (() => void)[] = []
  #running = 0
  #resting = false

  constructor({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
    this.#atOnce = atOnce
    this.#mostWaiting = mostWaiting
  }

  /**
   * Runs the work when a slot is free. It waits for anything outside this thread in `aside`, which frees the slot;
   * afterwards it takes the next free one. Throws `Overloaded` when the queue is full.
   */
  async take<T>(work: (aside: Aside) => Promise<T>): Promise<T> {
    if (this.#waiting.length >= this.#mostWaiting) throw new Overloaded()
    await this.#place('last')
    let [holds, hasEnded] = [true, false]
    const aside: Aside = async (wait) => {
      if (!holds) return wait()
      holds = false
      this.#leave()
      try {
        return await wait()
      } finally {
        await this.#place('first')
        if (hasEnded) this.#leave()
        else holds = true
      }
    }
    try {
      return await work(aside)
    } finally {
      hasEnded = true
      if (holds) this.#leave()
    }
  }

  async #place(rank: 'first' | 'last'): Promise<void> {
    const slot = Promise.withResolvers<void>()
    if (rank === 'first') this.#waiting.unshift(slot.resolve)
    else this.#waiting.push(slot.resolve)
    this.#next()
    await slot.promise
  }

  #leave(): void {
    this.#running--
    this.#next()
  }

  #next(): void {
    if (this.#resting || this.#running >= this.#atOnce) return
    const begin = this.#waiting.shift()
    if (!begin) return
    this.#running++
    this.#resting = true
    void setImmediate().then(() => {
      this.#resting = false
      this.#next()
    })
    begin()
  }
}

/** Longest pause between two pieces of background work, in milliseconds. */
const LONGEST_REST_MS = 100

/**
 * For long background work on this thread, between its pieces: pauses for as long as the last piece took (`ms`), so that
 * the work never takes more than half of the thread.
 */
export async function giveWay(ms: number): Promise<void> {
  await setTimeout(Math.min(ms, LONGEST_REST_MS))
}
