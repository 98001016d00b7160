import { setImmediate, setTimeout } from 'node:timers/promises'

/** Thrown when more waits already than may: whoever asked may come back in a moment. */
export class Overloaded extends Error {}

/** Waits for something without keeping others from their turn. */
export type Aside = <T>(wait: () => Promise<T>) => Promise<T>

/**
 * Lets costly work begin piece by piece: so many under way at a time, each begun in a round of the event loop of its own, so
 * that whoever can be answered at once is answered in between; and only so many waiting.
 */
export class Turns {
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
   * Does the work when its turn comes. What it waits for beside this thread it waits for in `aside`: its place is somebody
   * else's meanwhile, and it goes on with the next one that is free. Throws `Overloaded` where too much waits before it.
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
    const turn = Promise.withResolvers<void>()
    if (rank === 'first') this.#waiting.unshift(turn.resolve)
    else this.#waiting.push(turn.resolve)
    this.#next()
    await turn.promise
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

/** Others were at work where a round of the event loop took so long, and work rests so long at most (milliseconds). */
const BUSY_MS = 2
const LONGEST_REST_MS = 100

/**
 * For long work on this thread that nobody waits for, between its pieces: others have a round of the event loop. Where they were at
 * work in it, the work rests for as long as its last piece took (`ms`), so that it never takes more than half of the thread.
 */
export async function giveWay(ms: number): Promise<void> {
  const began = performance.now()
  await setImmediate()
  if (performance.now() - began > BUSY_MS) await setTimeout(Math.min(ms, LONGEST_REST_MS))
}
