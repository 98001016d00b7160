/** A save of the next number of a text; `ok` was acknowledged, the outcome of `unknown` is unknown. */
export type Save = { text: string; number: number; began: number; ended: number; outcome: 'ok' | 'unknown' }
/** What a reader was shown; `marked` answers said themselves that they may be old. */
export type Read = { text: string; number: number; began: number; ended: number; by: string; marked: boolean }
/** A span in which an instance may have lost its database. */
export type Loss = { by: string; began: number; ended: number }

/** What may be old may be shown so long after an instance has its database back (milliseconds). */
export const GRACE_MS = 10_000

/**
 * All that writers and readers did, as they saw it, on one clock. The model: what a reader is shown has been asked for, and is no older
 * than what had been acknowledged when the question was asked; what says that it may be old comes only from an instance that
 * could not reach its database.
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

  /** Said before a save is sent. */
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

  /** What of the reads since the last call the model does not allow. */
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

  /** The last save of a text that had been acknowledged at an instant; each is acknowledged before the next one is sent. */
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
