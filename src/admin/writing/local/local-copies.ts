import { createStore, delMany, entries, getMany, set, setMany, type UseStore } from 'idb-keyval'
import type { Article } from '../../../contract/articles.ts'
import type { ArticleText } from '../text/article-text.ts'
import type { Place } from '../surface/place.ts'

/** What IndexedDB keeps of unsaved work (RUL-28): the text and where in it its writer is. */
export type LocalDraft = {
  text: ArticleText
  place: Place | null
  /** Number of the last save that was begun before this text was read. */
  saves: number
  savedAt: string
  /** When its writer was first told that it waits; absent before. */
  shownAt?: string
}

/** What an unsaved text is based on; it changes with saves alone, so that a keystroke does not write it again. */
export type DraftOrigin = {
  /** The id the article has or will have. */
  articleId: string
  editor: string
  /** Version and text the server had; null for an article it does not know yet. */
  version: number | null
  text: ArticleText
  /** The record as it was read last: with it the text opens without a network. Copies of former days lack it. */
  record?: Article | null
  /** Saves sent without an answer: the server may have taken one. */
  doubts: Doubt[]
  /** A text that gave way in a conflict and has not reached the versions yet. */
  kept: ArticleText | null
}

/** A save that may or may not have arrived. */
export type Doubt = { saveId: string; text: ArticleText }

/** A copy no open editor writes; its origin is missing where the browser lost it. */
export type FoundDraft = { key: string; draft: LocalDraft; origin: DraftOrigin | null }

const FOURTEEN_DAYS_MS = 14 * 24 * 60 * 60 * 1000
let store: UseStore | undefined

function drafts(): UseStore {
  // A browser that keeps nothing may refuse at once instead of later.
  return async (mode, use) => (store ??= createStore('blog-cms-drafts', 'drafts'))(mode, use)
}

/** Key of one open editor's copy; drafts belong to a user and are never shown to another (RUL-28). */
export function draftKey(userId: string, articleId: string | null, editorId: string): string {
  return `${userId}:${articleId ?? 'new'}:${editorId}`
}

/**
 * Removes what nobody came back for in 14 days (RUL-28). Those of the account that is signed in, `userId`, run from the day it
 * was told of them: unsent text never goes unseen.
 */
export async function forgetOldDrafts(userId: string | undefined, now: Date): Promise<void> {
  const all = await readDrafts()
  for (const { key, draft } of all) {
    const since = userId !== undefined && key.startsWith(`${userId}:`) ? draft.shownAt : draft.savedAt
    if (since !== undefined && now.getTime() - Date.parse(since) > FOURTEEN_DAYS_MS) await dropDraft(key)
  }
}

/**
 * A copy of this article that no open editor is writing: that of `editor` where there is one, else the newest; null for none,
 * also where the browser keeps no data at all.
 */
export async function findDraft(
  userId: string,
  articleId: string | null,
  editor: string | null,
): Promise<FoundDraft | null> {
  const all = await readDrafts()
  const own = all.filter(({ key }) => key.startsWith(draftKey(userId, articleId, '')))
  return own.find(({ key }) => editor && key.endsWith(`:${editor}`)) ?? own[0] ?? null
}

/** A text that waits on this machine; `articleId` is null for one not created yet. */
export type WaitingDraft = FoundDraft & { articleId: string | null }

/** What waits for this account, the newest first. */
export async function waitingDrafts(userId: string): Promise<WaitingDraft[]> {
  const own = (await readDrafts()).filter(({ key }) => key.startsWith(`${userId}:`))
  return own.map((found) => {
    const [, article = 'new'] = found.key.split(':')
    return { ...found, articleId: article === 'new' ? null : article }
  })
}

/** Its writer has been told that this text waits. */
export async function markShown({ key, draft }: FoundDraft, now: Date): Promise<void> {
  if (!draft.shownAt) await set(key, { ...draft, shownAt: now.toISOString() }, drafts())
}

/** Lays a copy under another article; it keeps what it is based on. */
export async function moveDraft({ key, draft, origin }: FoundDraft, to: string): Promise<void> {
  const kept: [string, LocalDraft | DraftOrigin][] = [[to, draft]]
  if (origin) kept.push([originKey(to), origin])
  await setMany(kept, drafts())
  await dropDraft(key)
}

/** Lays a copy that a page left behind beside the others, unless a newer one of its editor is there. */
export async function layDown({ key, draft, origin }: FoundDraft): Promise<void> {
  const [known, knownOrigin] = await getMany<LocalDraft | DraftOrigin | undefined>([key, originKey(key)], drafts())
  if (known && 'savedAt' in known && known.savedAt >= draft.savedAt) return
  const kept: [string, LocalDraft | DraftOrigin][] = [[key, draft]]
  if (origin && !knownOrigin) kept.push([originKey(key), origin])
  await setMany(kept, drafts())
}

/** All copies that no open editor writes, newest first. */
async function readDrafts(): Promise<FoundDraft[]> {
  const all = new Map<string, LocalDraft | DraftOrigin>(
    await entries<string, LocalDraft | DraftOrigin>(drafts()).catch(() => []),
  )
  const held = await keysInUse()
  const found: FoundDraft[] = []
  for (const [key, draft] of all) {
    if (held.has(key) || !('savedAt' in draft)) continue
    const origin = all.get(originKey(key))
    found.push({ key, draft, origin: origin && 'doubts' in origin ? origin : null })
  }
  return found.toSorted((a, b) => b.draft.savedAt.localeCompare(a.draft.savedAt))
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
export class DraftKeeper {
  #key: string
  #dirty = false
  #running: Promise<boolean> | null = null
  #closed = false
  /** When the next copy may be written. */
  #due = 0
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
      this.#release = holdLock(key)
    }
    if (await this.touch()) await dropDraft(former)
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
        await (unsaved ? this.#put(unsaved) : dropDraft(this.#key))
        this.#written = unsaved?.origin ?? null
        kept = true
        if (!this.#dirty) this.#onState(unsaved ? 'kept' : 'nothing')
      } catch {
        kept = false
        this.#onState(unsaved ? 'unprotected' : 'nothing')
      }
      this.#due = performance.now() + (unsaved?.draft.text.content_markdown.length ?? 0) / LETTERS_PER_MS
    }
    return kept
  }

  /** Text and origin in one transaction: a text never lies beside the origin of another one. */
  #put({ draft, origin }: { draft: LocalDraft; origin: DraftOrigin }): Promise<void> {
    // Without locks another tab may have taken both away.
    if (origin === this.#written && 'locks' in navigator) return set(this.#key, draft, drafts())
    return setMany(
      [
        [this.#key, draft],
        [originKey(this.#key), origin],
      ],
      drafts(),
    )
  }
}
