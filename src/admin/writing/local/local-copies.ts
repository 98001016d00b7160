import { delMany, entries, getMany, promisifyRequest, set } from 'idb-keyval'
import type { Article } from '../../../contract/articles.ts'
import type { Place } from '../editor-view/positions/place.ts'
import type { ArticleText } from '../text/article-text.ts'
import { browserStore, heldLocks, holdLock, isForgotten } from './browser-store.ts'

/** What IndexedDB keeps of unsaved work (RUL-28): the text and where in it its writer is. */
export type LocalCopy = {
  text: ArticleText
  place: Place | null
  /** Number of the last save that was begun before this text was read. */
  saves: number
  savedAt: string
  /** When its writer was first told that it waits; absent before. */
  shownAt?: string
}

/** What an unsaved text is based on; it changes with saves alone, so that a keystroke does not write it again. */
export type CopyOrigin = {
  /** The id the article has or will have. */
  articleId: string
  editor: string
  /** Version and text the server had; null for an article it does not know yet. */
  version: number | null
  text: ArticleText
  /** The record as it was read last: with it the text opens without a network. Copies of former days lack it. */
  record?: Article | null
  /** Saves sent without an answer: the server may have taken one. */
  unconfirmed: UnconfirmedSave[]
  /** A text that gave way in a conflict and is not among the revisions yet. */
  kept: ArticleText | null
  /** What the text went through before, oldest first: what each editor had kept of it when the next one found it. */
  formers?: FormerText[]
}

/** A text as an editor left it here; a save of its own behind the last one it kept, `saves`, came of it. */
export type FormerText = { editor: string; saves: number; text: ArticleText }

/** A save that may or may not have arrived. */
export type UnconfirmedSave = { saveId: string; text: ArticleText }

/** A copy with what it is based on. */
export type Unsaved = { copy: LocalCopy; origin: CopyOrigin }

/** A copy no open editor writes; its origin is missing where the browser lost it. */
export type FoundCopy = { key: string; copy: LocalCopy; origin: CopyOrigin | null }

/** An origin as it lies in browsers, under the names of the first release: copies outlive releases, in both directions. */
type StoredOrigin = Omit<CopyOrigin, 'unconfirmed'> & { doubts: UnconfirmedSave[] }
type Stored = LocalCopy | StoredOrigin

/** A copy as the tab keeps it while its page is gone. */
export type StoredCopy = { key: string; draft: LocalCopy; origin: StoredOrigin | null }

const originToStored = ({ unconfirmed, ...origin }: CopyOrigin): StoredOrigin => ({ ...origin, doubts: unconfirmed })
const originFromStored = ({ doubts, ...origin }: StoredOrigin): CopyOrigin => ({ ...origin, unconfirmed: doubts })

export function toStored({ key, copy, origin }: FoundCopy): StoredCopy {
  return { key, draft: copy, origin: origin && originToStored(origin) }
}

export function fromStored({ key, draft, origin }: StoredCopy): FoundCopy {
  return { key, copy: draft, origin: origin && originFromStored(origin) }
}

const store = browserStore('blog-cms-drafts', 'drafts')
const LOCK = 'blog-cms-draft:'

/** Key of one open editor's copy; copies belong to a user and are never shown to another (RUL-28). */
export function copyKey(owner: string, articleId: string | null, editor: string): string {
  return `${owner}:${articleId ?? 'new'}:${editor}`
}

const originKey = (key: string) => `${key}:origin`

/** Removes what nobody came back for in 14 days; that of the account that is signed in, `userId`, only where it knows (RUL-28). */
export async function forgetOldCopies(userId: string | undefined, now: Date): Promise<void> {
  for (const { key, copy } of await readCopies()) {
    const own = userId !== undefined && key.startsWith(`${userId}:`)
    if (isForgotten(copy, { own, now })) await dropCopy(key)
  }
}

/**
 * A copy of this article that no open editor is writing: that of `editor` where there is one, else the newest; null for none,
 * also where the browser keeps no data at all.
 */
export async function findCopy(
  owner: string,
  articleId: string | null,
  editor: string | null,
): Promise<FoundCopy | null> {
  const own = (await readCopies()).filter(({ key }) => key.startsWith(copyKey(owner, articleId, '')))
  return own.find(({ key }) => editor && key.endsWith(`:${editor}`)) ?? own[0] ?? null
}

/** A text that waits on this machine; `articleId` is null for one not created yet. */
export type WaitingCopy = FoundCopy & { articleId: string | null }

/** What waits for this account, the newest first. */
export async function waitingCopies(userId: string): Promise<WaitingCopy[]> {
  const own = (await readCopies()).filter(({ key }) => key.startsWith(`${userId}:`))
  return own.map((found) => {
    const [, article = 'new'] = found.key.split(':')
    return { ...found, articleId: article === 'new' ? null : article }
  })
}

/** Its writer has been told that this text waits. */
export async function markShown({ key, copy }: FoundCopy, now: Date): Promise<void> {
  if (!copy.shownAt) await set(key, { ...copy, shownAt: now.toISOString() }, store)
}

/** Lays a copy under another article; it keeps what it is based on. */
export async function moveCopy({ key, copy, origin }: FoundCopy, to: string): Promise<void> {
  await putCopy(to, copy, origin)
  await dropCopy(key)
}

/** Lays a copy that a page left behind beside the others, unless a newer one of its editor is there. */
export async function restoreCopy({ key, copy, origin }: FoundCopy): Promise<void> {
  const [known, knownOrigin] = await getMany<Stored | undefined>([key, originKey(key)], store)
  if (known && 'savedAt' in known && known.savedAt >= copy.savedAt) return
  await putCopy(key, copy, knownOrigin ? null : origin)
}

/** Writes a copy and, in the same transaction, what it is based on; without `origin` what lies there stays. */
export function putCopy(key: string, copy: LocalCopy, origin: CopyOrigin | null): Promise<void> {
  return store('readwrite', (copies) => {
    copies.put(copy, key)
    if (origin) copies.put(originToStored(origin), originKey(key))
    // Otherwise it waits for its answers, and a page that goes before them takes it back.
    copies.transaction.commit()
    return promisifyRequest(copies.transaction)
  })
}

/** Removes a copy; nothing happens where there is none. */
export async function dropCopy(key: string): Promise<void> {
  await delMany([key, originKey(key)], store)
}

/** All copies that no open editor writes, newest first. */
async function readCopies(): Promise<FoundCopy[]> {
  const all = new Map<string, Stored>(await entries<string, Stored>(store).catch(() => []))
  const held = await heldLocks(LOCK)
  const found: FoundCopy[] = []
  for (const [key, copy] of all) {
    if (held.has(key) || !('savedAt' in copy)) continue
    const origin = all.get(originKey(key))
    found.push({ key, copy, origin: origin && 'doubts' in origin ? originFromStored(origin) : null })
  }
  return found.toSorted((a, b) => b.copy.savedAt.localeCompare(a.copy.savedAt))
}

/** An open editor writes this copy: nobody else finds it. Gives the way to let go. */
export function holdCopy(key: string): () => void {
  return holdLock(`${LOCK}${key}`).release
}
