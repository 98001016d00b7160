import { delMany, entries, getMany, promisifyRequest, set } from 'idb-keyval'
import type { Article } from '../../../contract/articles.ts'
import type { Place } from '../editor-view/positions/place.ts'
import type { ArticleText } from '../text/article-text.ts'
import type { StoredSteps } from '../text/shared-text.ts'
import { browserStore, heldLocks, holdLock, isForgotten } from './browser-store.ts'

/** Unsaved work in IndexedDB (RUL-28): the text and the position of its author. */
export type LocalCopy = {
  text: ArticleText
  place: Place | null
  /** Number of the last save that began before this text was read. */
  saves: number
  savedAt: string
  /** Where a text that several people write stood, with what is not on the server; absent for one writer. */
  steps?: StoredSteps
  /** When its author was first shown that it waits; absent before. */
  shownAt?: string
}

/** The base of an unsaved text. It changes only with saves, so that a keystroke does not write it again. */
export type CopyOrigin = {
  /** The present or future id of the article. */
  articleId: string
  editor: string
  /** Version and text on the server; null for an article the server does not know yet. */
  version: number | null
  text: ArticleText
  /** The record as last read: with it the text opens without a network. Older copies lack it. */
  record?: Article | null
  /** Saves sent without a response. The server may have accepted one of them. */
  unconfirmed: UnconfirmedSave[]
  /** Texts that lost in a conflict and are not among the revisions yet, oldest first. */
  kept: ArticleText[]
  /** Earlier states of the text, oldest first: the last copy of each former editor. */
  formers?: FormerText[]
}

/** A text as a former editor left it. A save of that editor after `saves` may be based on it. */
export type FormerText = { editor: string; saves: number; text: ArticleText }

/** A save whose response is missing. `withKept`: it carries the first of the texts that lost in a conflict. */
export type UnconfirmedSave = { saveId: string; text: ArticleText; withKept?: boolean }

/** A copy with its base. */
export type Unsaved = { copy: LocalCopy; origin: CopyOrigin }

/** A copy that no open editor writes. Its origin is missing if the browser lost it. */
export type FoundCopy = { key: string; copy: LocalCopy; origin: CopyOrigin | null }

/**
 * An origin as stored in browsers, with the field names of the first release: copies must be readable by older and
 * newer releases.
 */
type StoredOrigin = Omit<CopyOrigin, 'unconfirmed' | 'kept'> & {
  doubts: UnconfirmedSave[]
  kept: ArticleText | null
  /** The texts behind `kept`; absent in copies of former releases. */
  keptLater?: ArticleText[]
}
type Stored = LocalCopy | StoredOrigin

/** A copy as the tab stores it at unload. */
export type StoredCopy = { key: string; draft: LocalCopy; origin: StoredOrigin | null }

function originToStored({ unconfirmed, kept, ...origin }: CopyOrigin): StoredOrigin {
  return { ...origin, doubts: unconfirmed, kept: kept[0] ?? null, keptLater: kept.slice(1) }
}

function originFromStored({ doubts, kept, keptLater = [], ...origin }: StoredOrigin): CopyOrigin {
  return { ...origin, unconfirmed: doubts, kept: kept ? [kept, ...keptLater] : [] }
}

export function toStored({ key, copy, origin }: FoundCopy): StoredCopy {
  return { key, draft: copy, origin: origin && originToStored(origin) }
}

export function fromStored({ key, draft, origin }: StoredCopy): FoundCopy {
  return { key, copy: draft, origin: origin && originFromStored(origin) }
}

const store = browserStore('blog-cms-drafts', 'drafts')
const LOCK = 'blog-cms-draft:'

/** Key of the copy of one open editor. Copies belong to a user and are never shown to another (RUL-28). */
export function copyKey(owner: string, articleId: string | null, editor: string): string {
  return `${owner}:${articleId ?? 'new'}:${editor}`
}

const originKey = (key: string) => `${key}:origin`

/**
 * Deletes copies that are abandoned for 14 days. Those of the signed-in account, `userId`, only if it was shown them
 * (RUL-28).
 */
export async function forgetOldCopies(userId: string | undefined, now: Date): Promise<void> {
  for (const { key, copy } of await readCopies()) {
    const own = userId !== undefined && key.startsWith(`${userId}:`)
    if (isForgotten(copy, { own, now })) await dropCopy(key)
  }
}

/**
 * A copy of this article that no open editor writes: that of `editor` if there is one, else the newest. Null if there
 * is none or the browser stores no data.
 */
export async function findCopy(
  owner: string,
  articleId: string | null,
  editor: string | null,
): Promise<FoundCopy | null> {
  const own = (await readCopies()).filter(({ key }) => key.startsWith(copyKey(owner, articleId, '')))
  return own.find(({ key }) => editor && key.endsWith(`:${editor}`)) ?? own[0] ?? null
}

/** A text that waits on this machine. `articleId` is null for an article not created yet. */
export type WaitingCopy = FoundCopy & { articleId: string | null }

/** Waiting texts of this account, newest first. */
export async function waitingCopies(userId: string): Promise<WaitingCopy[]> {
  const own = (await readCopies()).filter(({ key }) => key.startsWith(`${userId}:`))
  return own.map((found) => {
    const [, article = 'new'] = found.key.split(':')
    return { ...found, articleId: article === 'new' ? null : article }
  })
}

/** Records that its author was shown the waiting text. */
export async function markShown({ key, copy }: FoundCopy, now: Date): Promise<void> {
  if (!copy.shownAt) await set(key, { ...copy, shownAt: now.toISOString() }, store)
}

/** Moves a copy to another article. It keeps its base. */
export async function moveCopy({ key, copy, origin }: FoundCopy, to: string): Promise<void> {
  await putCopy(to, copy, origin)
  await dropCopy(key)
}

/** Stores a copy from a former page with the others, unless a newer one of the same editor exists. */
export async function restoreCopy({ key, copy, origin }: FoundCopy): Promise<void> {
  const [known, knownOrigin] = await getMany<Stored | undefined>([key, originKey(key)], store)
  if (known && 'savedAt' in known && known.savedAt >= copy.savedAt) return
  await putCopy(key, copy, knownOrigin ? null : origin)
}

/** Writes a copy and its base in one transaction. Without `origin` the stored base stays. */
export function putCopy(key: string, copy: LocalCopy, origin: CopyOrigin | null): Promise<void> {
  return store('readwrite', (copies) => {
    copies.put(copy, key)
    if (origin) copies.put(originToStored(origin), originKey(key))
    // Without an explicit commit the transaction waits for its results, and an unload aborts it.
    copies.transaction.commit()
    return promisifyRequest(copies.transaction)
  })
}

/** Removes a copy, if it exists. */
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

/** Locks a copy for an open editor, so that no other editor finds it. Returns the release function. */
export function holdCopy(key: string): () => void {
  return holdLock(`${LOCK}${key}`).release
}
