/** A save of the next number of a text; `ok` was acknowledged, the outcome of `unknown` is unknown. */
export type Save = { text: string; number: number; began: number; ended: number; outcome: 'ok' | 'unknown' }
/** The content a reader was shown; `marked` responses say that they may be outdated. */
export type Read = { text: string; number: number; began: number; ended: number; by: string; marked: boolean }
/** A period in which an instance may have lost its database. */
export type Loss = { by: string; began: number; ended: number }

/** How long outdated pages may be shown after an instance has its database back, in milliseconds. */
export const GRACE_MS = 10_000

/**
 * Everything that writers and readers observed, on one clock. The model: a reader is shown only content that was sent,
 * and none older than what was acknowledged when the read began. A response marked as possibly outdated comes only from
 * an instance without its database.
 */
export class History {
  readonly #saves = new Map<string, Save[]>()
  readonly #asked = new Map<string, Map<number, number>>()
  readonly #reads: Read[] = []
  readonly #losses: Loss[] = []
  #checked = 0
  saves = 0
  unknown = 0
  marked = 0

  get reads(): number {
    return this.#checked + this.#reads.length
  }

  /** Recorded before a save is sent. */
  asks(text: string, number: number, at: number): void {
    const asked = this.#asked.get(text) ?? new Map<number, number>()
    this.#asked.set(text, asked.set(number, at))
  }

  saved(save: Save): void {
    const saves = this.#saves.get(save.text) ?? []
    this.#saves.set(save.text, saves)
    if (save.outcome === 'ok') {
      saves.push(save)
      this.saves += 1
    } else this.unknown += 1
  }

  read(read: Read): void {
    this.#reads.push(read)
    if (read.marked) this.marked += 1
  }

  lost(loss: Loss): void {
    this.#losses.push(loss)
  }

  /** Reads since the last call that violate the model. */
  faults(): string[] {
    const found = this.#reads.splice(0)
    this.#checked += found.length
    return found.flatMap((read) => {
      const fault = this.#faultOf(read)
      return fault === null ? [] : [fault]
    })
  }

  #faultOf(read: Read): string | null {
    const { text, number, began, ended, by, marked } = read
    const said = `${text}: ${by} shows ${number}, asked at ${Math.round(began)}, answered at ${Math.round(ended)}`
    const asked = this.#asked.get(text)?.get(number)
    if (asked === undefined || asked > ended) return `${said}, which nobody had written`
    if (marked) {
      const isLost = this.#losses.some(
        (loss) => loss.by === by && loss.began <= ended && began <= loss.ended + GRACE_MS,
      )
      return isLost ? null : `${said}, as possibly old although it had its database`
    }
    const least = this.#leastAt(text, began)
    return least && number < least.number
      ? `${said}; ${least.number} had been acknowledged at ${Math.round(least.ended)}`
      : null
  }

  /** The last save of a text acknowledged by an instant. Each is acknowledged before the next one is sent. */
  #leastAt(text: string, at: number): Save | undefined {
    const saves = this.#saves.get(text) ?? []
    let low = 0
    let high = saves.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (saves[middle]!.ended <= at) low = middle + 1
      else high = middle
    }
    return saves[low - 1]
  }
}
