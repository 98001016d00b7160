import { dropCopy, holdCopy, putCopy, type CopyOrigin, type Unsaved } from './local-copies.ts'

/** Long texts are copied ten times a second at most, short ones with each letter. */
const LONGEST_PAUSE_MS = 100
const LETTERS_PER_MS = 500
/** A copy waits no longer than this for a moment in which nothing is drawn. */
const FRAME_MS = 50

/** Behind the frame with the typed letter, `pauseMs` later; at once where the page is out of sight. */
function afterFrame(pauseMs = 0): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(late)
      document.removeEventListener('visibilitychange', done)
      resolve()
    }
    const late = setTimeout(done, document.hidden ? 0 : FRAME_MS + pauseMs)
    document.addEventListener('visibilitychange', done)
    const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(done) : done())
    setTimeout(whenIdle, pauseMs)
  })
}

/** Whether the copy is written, not needed, or refused by the browser. */
export type KeeperState = 'kept' | 'nothing' | 'unprotected'

/**
 * Writes the text being typed into IndexedDB: at once, and again when more was typed meanwhile, so that no keystroke waits
 * for a pause. `read` gives the copy to keep, or null when the server has everything.
 */
export class CopyKeeper {
  #key: string
  #dirty = false
  #running: Promise<boolean> | null = null
  #closed = false
  /** When the next copy may be written. */
  #due = 0
  #release: () => void
  #written: CopyOrigin | null = null
  readonly #read: () => Unsaved | null
  readonly #onState: (state: KeeperState) => void
  readonly #keepRecord: () => Promise<void>

  /** `keepRecord` keeps what the server has on this machine; the copy goes only after it. */
  constructor(
    key: string,
    read: () => Unsaved | null,
    { onState, keepRecord }: { onState: (state: KeeperState) => void; keepRecord: () => Promise<void> },
  ) {
    this.#key = key
    this.#read = read
    this.#onState = onState
    this.#keepRecord = keepRecord
    this.#release = holdCopy(key)
  }

  get key(): string {
    return this.#key
  }

  /** Something changed. Resolves when it is written, false where the browser refuses to keep it. */
  touch(): Promise<boolean> {
    this.#dirty = true
    this.#running ??= this.#write().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  /** The article got an id: later copies lie under its key, the former one goes. */
  async moveTo(key: string): Promise<void> {
    const former = this.#key
    this.#key = key
    this.#written = null
    if (!this.#closed) {
      this.#release()
      this.#release = holdCopy(key)
    }
    if (await this.touch()) await dropCopy(former)
  }

  /** The page goes in this very task: what is not written yet is handed over now, also behind a copy under way. */
  putNow(): void {
    const unsaved = this.#dirty ? this.#read() : null
    if (unsaved) void this.#put(unsaved).catch(() => undefined)
  }

  /** The editor closes: what is unsaved stays for the next one, who finds it after `until`. */
  close(until?: Promise<unknown>): void {
    this.#closed = true
    void Promise.allSettled([this.touch(), until]).then(() => this.#release())
  }

  async #write(): Promise<boolean> {
    let kept = true
    while (this.#dirty) {
      // A book is not copied anew for each letter.
      await afterFrame(this.#closed ? 0 : Math.max(0, Math.min(this.#due - performance.now(), LONGEST_PAUSE_MS)))
      this.#dirty = false
      const unsaved = this.#read()
      try {
        if (unsaved) await this.#put(unsaved)
        else {
          await this.#keepRecord()
          // Typed on meanwhile, the copy stays and is written anew.
          if (!this.#dirty) await dropCopy(this.#key)
        }
        this.#written = unsaved?.origin ?? null
        kept = true
        if (!this.#dirty) this.#onState(unsaved ? 'kept' : 'nothing')
      } catch {
        kept = false
        this.#onState(unsaved ? 'unprotected' : 'nothing')
      }
      this.#due = performance.now() + (unsaved?.copy.text.content_markdown.length ?? 0) / LETTERS_PER_MS
    }
    return kept
  }

  /** Text and origin in one transaction: a text never lies beside the origin of another one. */
  #put({ copy, origin }: Unsaved): Promise<void> {
    // Without locks another tab may have taken both away.
    return putCopy(this.#key, copy, origin === this.#written && 'locks' in navigator ? null : origin)
  }
}
