/** Typing is saved after a pause this long, or at the latest after this long of steady typing. */
const PAUSE_MS = 1000
const LONGEST_MS = 10_000
const FIRST_RETRY_MS = 2000
const LONGEST_RETRY_MS = 30_000

/**
 * Decides when unsaved text is due: after a pause in typing, at intervals during steady typing, and with backoff after
 * failures.
 */
export class SaveTimer {
  readonly #save: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #dirtySince: number | null = null
  #failures = 0
  #retryAt = 0

  constructor(save: () => void) {
    this.#save = save
  }

  /** There is unsaved text. Each call postpones the save by a pause, up to the maximum. */
  start(): void {
    clearTimeout(this.#timer)
    const now = Date.now()
    this.#dirtySince ??= now
    const pause = Math.max(0, Math.min(PAUSE_MS, this.#dirtySince + LONGEST_MS - now))
    // A clock that is set back must not delay a retry.
    const retry = Math.min(this.#retryAt - now, LONGEST_RETRY_MS)
    this.#timer = setTimeout(this.#save, Math.max(pause, retry))
  }

  /** The save is sent now, or nothing is left to save. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#dirtySince = null
  }

  failed(): void {
    this.#retryAt = Date.now() + Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LONGEST_RETRY_MS)
    this.#failures += 1
  }

  succeeded(): void {
    this.#failures = 0
    this.#retryAt = 0
  }
}
