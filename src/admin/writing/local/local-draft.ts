import { dropCopy, holdCopy, putCopy, type CopyOrigin, type Unsaved } from './local-copies.ts'

/** Long texts are copied at most ten times a second, short ones with each character. */
const LONGEST_PAUSE_MS = 100
const LETTERS_PER_MS = 500
/** Maximum wait for an idle moment between frames. */
const FRAME_MS = 50

/** Resolves `pauseMs` after the frame that shows the typed character; at once if the page is hidden. */
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

/** Whether the copy is stored, not needed, or refused by the browser. */
export type KeeperState = 'kept' | 'nothing' | 'unprotected'

/**
 * Writes the current text into IndexedDB at once, and again if more was typed meanwhile, so that no keystroke waits for
 * a pause. `read` returns the copy to store, or null if the server has everything.
 */
export class CopyKeeper {
  #key: string
  #dirty = false
  #running: Promise<boolean> | null = null
  #closed = false
  /** Earliest time of the next copy. */
  #due = 0
  #release: () => void
  #written: CopyOrigin | null = null
  readonly #read: () => Unsaved | null
  readonly #onState: (state: KeeperState) => void
  readonly #keepRecord: () => Promise<void>

  /** `keepRecord` persists the server's record; only then is the copy deleted. */
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

  /** The text changed. Resolves when it is stored, with false if the browser refuses. */
  touch(): Promise<boolean> {
    this.#dirty = true
    this.#running ??= this.#write().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  /** The article got an id: later copies use its key, and the former copy is deleted. */
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

  /** The page unloads in this task: writes the current state now, also behind a running write. */
  putNow(): void {
    const unsaved = this.#dirty ? this.#read() : null
    if (unsaved) void this.#put(unsaved).catch(() => undefined)
  }

  /** The editor closes. Unsaved text stays for the next editor, which finds it after `until`. */
  close(until?: Promise<unknown>): void {
    this.#closed = true
    void Promise.allSettled([this.touch(), until]).then(() => this.#release())
  }

  async #write(): Promise<boolean> {
    let kept = true
    while (this.#dirty) {
      // A very long text is not copied on each character.
      await afterFrame(this.#closed ? 0 : Math.max(0, Math.min(this.#due - performance.now(), LONGEST_PAUSE_MS)))
      this.#dirty = false
      const unsaved = this.#read()
      try {
        if (unsaved) await this.#put(unsaved)
        else {
          await this.#keepRecord()
          // If the user typed meanwhile, the copy stays and is written again.
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

  /** Text and origin in one transaction, so that they always belong together. */
  #put({ copy, origin }: Unsaved): Promise<void> {
    // Without locks another tab may have deleted both.
    return putCopy(this.#key, copy, origin === this.#written && 'locks' in navigator ? null : origin)
  }
}
