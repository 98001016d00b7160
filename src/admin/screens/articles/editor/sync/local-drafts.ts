import { createStore, delMany, entries, set, setMany, type UseStore } from 'idb-keyval'
import type { ArticleText } from '../article-text.ts'
import type { Place } from '../text/place.ts'

/** What IndexedDB keeps of unsaved work (R28): the text and where in it its writer is. */
export type LocalDraft = {
  text: ArticleText
  place: Place | null
  /** Number of the last save that was begun before this text was read. */
  saves: number
  savedAt: string
}

/** What an unsaved text is based on; it changes with saves alone, so that a keystroke does not write it again. */
export type DraftOrigin = {
  /** The id the article has or will have. */
  articleId: string
  editor: string
  /** Version and text the server had; null for an article it does not know yet. */
  version: number | null
  text: ArticleText
  /** Saves sent without an answer: the server may have taken one. */
  doubts: Doubt[]
  /** A text that gave way in a conflict and has not reached the versions yet. */
  kept: ArticleText | null
}

export type Doubt = { saveId: string; text: ArticleText }

export type FoundDraft = { key: string; draft: LocalDraft; origin: DraftOrigin | null }

const FOURTEEN_DAYS_MS = 14 * 24 * 60 * 60 * 1000
let store: UseStore | undefined

function drafts(): UseStore {
  store ??= createStore('blog-cms-drafts', 'drafts')
  return store
}

/** Key of one open editor's copy; drafts belong to a user and are never shown to another (R28). */
export function draftKey(userId: string, articleId: string | null, editorId: string): string {
  return `${userId}:${articleId ?? 'new'}:${editorId}`
}

/** Removes what has been lying here for more than 14 days, whoever's it is (R28). */
export async function forgetOldDrafts(now: Date): Promise<void> {
  const all = await entries<string, LocalDraft | DraftOrigin>(drafts()).catch(() => [])
  const held = await keysInUse()
  for (const [key, kept] of all) {
    if (!held.has(key) && 'savedAt' in kept && isOld(kept.savedAt, now)) await dropDraft(key)
  }
}

const isOld = (savedAt: string, now: Date) => now.getTime() - Date.parse(savedAt) > FOURTEEN_DAYS_MS

/**
 * The newest copy of this article that no open editor is writing, or null; none older than 14 days (R28). Where the browser
 * keeps no data at all, there is none.
 */
export async function findDraft(userId: string, articleId: string | null, now: Date): Promise<FoundDraft | null> {
  const prefix = draftKey(userId, articleId, '')
  const all = new Map<string, LocalDraft | DraftOrigin>(
    await entries<string, LocalDraft | DraftOrigin>(drafts()).catch(() => []),
  )
  const held = await keysInUse()
  const found: FoundDraft[] = []
  for (const [key, draft] of all) {
    if (held.has(key) || !('savedAt' in draft) || isOld(draft.savedAt, now) || !key.startsWith(prefix)) continue
    const origin = all.get(originKey(key))
    found.push({ key, draft, origin: origin && 'doubts' in origin ? origin : null })
  }
  return found.toSorted((a, b) => b.draft.savedAt.localeCompare(a.draft.savedAt))[0] ?? null
}

/** Removes a copy; nothing happens where there is none. */
export async function dropDraft(key: string): Promise<void> {
  await delMany([key, originKey(key)], drafts())
}

function originKey(key: string): string {
  return `${key}:origin`
}

const LOCK = 'blog-cms-draft:'

/** Web Locks tell which copies belong to an editor that is open in some tab; without them (plain http) none counts as open. */
async function keysInUse(): Promise<Set<string>> {
  if (!('locks' in navigator)) return new Set()
  const { held = [] } = await navigator.locks.query()
  return new Set(held.flatMap(({ name }) => (name?.startsWith(LOCK) ? [name.slice(LOCK.length)] : [])))
}

function holdLock(key: string): () => void {
  if (!('locks' in navigator)) return () => {}
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  void navigator.locks.request(`${LOCK}${key}`, { ifAvailable: true }, () => held)
  return release
}

export type KeeperState = 'kept' | 'nothing' | 'unprotected'

/**
 * Writes the text being typed into IndexedDB: at once, and again when more was typed meanwhile, so that no keystroke waits
 * for a pause. `read` gives the copy to keep, or null when the server has everything.
 */
export class DraftKeeper {
  #key: string
  #dirty = false
  #running: Promise<boolean> | null = null
  #release: () => void
  #written: DraftOrigin | null = null
  readonly #read: () => { draft: LocalDraft; origin: DraftOrigin } | null
  readonly #onState: (state: KeeperState) => void

  constructor(
    key: string,
    read: () => { draft: LocalDraft; origin: DraftOrigin } | null,
    onState: (state: KeeperState) => void,
  ) {
    this.#key = key
    this.#read = read
    this.#onState = onState
    this.#release = holdLock(key)
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
    this.#release()
    this.#release = holdLock(key)
    if (await this.touch()) await dropDraft(former)
  }

  /** The editor closes: what is unsaved stays for the next one. */
  close(): void {
    void this.touch().finally(() => this.#release())
  }

  async #write(): Promise<boolean> {
    let kept = true
    // A task of its own: the frame with the typed letter comes first.
    await new Promise((resolve) => setTimeout(resolve, 0))
    while (this.#dirty) {
      this.#dirty = false
      const unsaved = this.#read()
      try {
        await (unsaved ? this.#put(unsaved) : dropDraft(this.#key))
        this.#written = unsaved?.origin ?? null
        kept = true
        if (!this.#dirty) this.#onState(unsaved ? 'kept' : 'nothing')
      } catch {
        kept = false
        this.#onState(unsaved ? 'unprotected' : 'nothing')
      }
    }
    return kept
  }

  /** Text and origin in one transaction: a text never lies beside the origin of another one. */
  #put({ draft, origin }: { draft: LocalDraft; origin: DraftOrigin }): Promise<void> {
    if (origin === this.#written) return set(this.#key, draft, drafts())
    return setMany(
      [
        [this.#key, draft],
        [originKey(this.#key), origin],
      ],
      drafts(),
    )
  }
}
