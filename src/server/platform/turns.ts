/** Thrown when more waits already than may: whoever asked may come back in a moment. */
export class Overloaded extends Error {}

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

  /** Does the work when its turn comes. Throws `Overloaded` where too much waits before it. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting.length >= this.#mostWaiting) throw new Overloaded()
    const turn = Promise.withResolvers<void>()
    this.#waiting.push(turn.resolve)
    this.#next()
    await turn.promise
    try {
      return await work()
    } finally {
      this.#running--
      this.#next()
    }
  }

  #next(): void {
    if (this.#resting || this.#running >= this.#atOnce) return
    const begin = this.#waiting.shift()
    if (!begin) return
    this.#running++
    this.#resting = true
    setImmediate(() => {
      this.#resting = false
      this.#next()
    })
    begin()
  }
}
