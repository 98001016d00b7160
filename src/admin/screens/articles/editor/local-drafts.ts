import { createStore, del, entries, set, type UseStore } from 'idb-keyval'
import type { ArticleText } from './article-text.ts'

/** What IndexedDB keeps of unsaved work (R28): whose it is, what it was written on, and when. */
export type LocalDraft = {
  text: ArticleText
  /** Version of the article it was written on; null for one the server does not know yet. */
  baseVersion: number | null
  savedAt: string
}

export type FoundDraft = { key: string; draft: LocalDraft }

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
  const all = await entries<string, LocalDraft>(drafts()).catch(() => [])
  const held = await keysInUse()
  for (const [key, { savedAt }] of all) if (!held.has(key) && isOld(savedAt, now)) await del(key, drafts())
}

const isOld = (savedAt: string, now: Date) => now.getTime() - Date.parse(savedAt) > FOURTEEN_DAYS_MS

/**
 * The newest copy of this article that no open editor is writing, or null; none older than 14 days (R28). Where the browser
 * keeps no data at all, there is none.
 */
export async function findDraft(userId: string, articleId: string | null, now: Date): Promise<FoundDraft | null> {
  const prefix = draftKey(userId, articleId, '')
  const all = await entries<string, LocalDraft>(drafts()).catch(() => [])
  const held = await keysInUse()
  const found: FoundDraft[] = []
  for (const [key, draft] of all) {
    if (!held.has(key) && !isOld(draft.savedAt, now) && key.startsWith(prefix)) found.push({ key, draft })
  }
  return found.toSorted((a, b) => b.draft.savedAt.localeCompare(a.draft.savedAt))[0] ?? null
}

/** Removes a copy; nothing happens where there is none. */
export async function dropDraft(key: string): Promise<void> {
  await del(key, drafts())
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
  readonly #read: () => LocalDraft | null
  readonly #onState: (state: KeeperState) => void

  constructor(key: string, read: () => LocalDraft | null, onState: (state: KeeperState) => void) {
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
      const draft = this.#read()
      try {
        await (draft ? set(this.#key, draft, drafts()) : dropDraft(this.#key))
        kept = true
        if (!this.#dirty) this.#onState(draft ? 'kept' : 'nothing')
      } catch {
        kept = false
        this.#onState(draft ? 'unprotected' : 'nothing')
      }
    }
    return kept
  }
}
