import { createStore, delMany, entries, promisifyRequest, set, setMany, type UseStore } from 'idb-keyval'
import type { Anchor } from '../surface/anchor.ts'

/** A picture given to a text that does not stand in it yet, and where in the text it belongs. */
export type WaitingPicture = {
  id: string
  file: File
  place: Anchor
  /** What stands for it in the text once it has been uploaded. */
  uploaded: { url: string; alt: string } | null
}

/** Whose picture it is and of which article; it changes with the text, the file beside it never does. */
type PictureFacts = Omit<WaitingPicture, 'file'> & {
  articleId: string
  /** The server did not know the article when this was written. */
  isNew: boolean
  /** The title of the article, as its writer knows it. */
  title: string
  savedAt: string
  shownAt?: string
}

/** The article whose text pictures belong to. */
export type PictureHome = { userId: string; articleId: string; isNew: boolean; title: string }

const FOURTEEN_DAYS_MS = 14 * 24 * 60 * 60 * 1000
const LOCK = 'blog-cms-picture:'
let store: UseStore | undefined

function pictures(): UseStore {
  // A browser that keeps nothing may refuse at once instead of later.
  return async (mode, use) => (store ??= createStore('blog-cms-pictures', 'pictures'))(mode, use)
}

/** Pictures belong to a user and are never shown to another (RUL-28). */
const fileKey = (userId: string, id: string) => `${userId}:${id}:file`
const factsKey = (userId: string, id: string) => `${userId}:${id}`

/** Keeps a picture on this machine until it stands in a text that is kept. False where the browser keeps nothing. */
export async function keepPicture(
  home: PictureHome,
  { file, ...picture }: WaitingPicture,
  now: Date,
): Promise<boolean> {
  try {
    const kept: [string, File | PictureFacts][] = [
      [fileKey(home.userId, picture.id), file],
      [factsKey(home.userId, picture.id), factsOf(home, picture, now)],
    ]
    await setMany(kept, pictures())
    return true
  } catch {
    return false
  }
}

/** The text around a kept picture has changed, or the picture has been uploaded; one that was dropped stays away. */
export async function notePicture(home: PictureHome, picture: Omit<WaitingPicture, 'file'>, now: Date): Promise<void> {
  const key = factsKey(home.userId, picture.id)
  await pictures()('readwrite', (kept) => {
    const former = kept.getKey(key)
    former.addEventListener('success', () => {
      if (former.result !== undefined) kept.put(factsOf(home, picture, now), key)
    })
    return promisifyRequest(kept.transaction)
  }).catch(() => undefined)
}

function factsOf(home: PictureHome, { id, place, uploaded }: Omit<WaitingPicture, 'file'>, now: Date): PictureFacts {
  const { articleId, isNew, title } = home
  return { id, place, uploaded, articleId, isNew, title, savedAt: now.toISOString() }
}

/** Removes a picture; nothing happens where there is none. */
export async function dropPicture(userId: string, id: string): Promise<void> {
  await delMany([fileKey(userId, id), factsKey(userId, id)], pictures()).catch(() => undefined)
}

/**
 * The pictures of a text that no open editor cares for. A new article also takes those of one that was nothing but its
 * pictures: no copy of a text leads to them.
 */
export async function findPictures({ userId, articleId, isNew }: PictureHome): Promise<WaitingPicture[]> {
  const all = await readAll()
  const found: WaitingPicture[] = []
  for (const { facts } of await factsOfUser(all, userId)) {
    const textless = facts.isNew && facts.place.before.trim() === '' && facts.place.after.trim() === ''
    const file = all.get(fileKey(userId, facts.id))
    if (!(file instanceof File) || !(facts.articleId === articleId || (isNew && textless))) continue
    found.push({ id: facts.id, file, place: facts.place, uploaded: facts.uploaded })
  }
  return found.toSorted((a, b) => a.place.at - b.place.at || a.id.localeCompare(b.id))
}

/** Articles whose pictures wait here. */
export type PicturesWaiting = { articleId: string; isNew: boolean; title: string; count: number }

/** What waits for this account, per article; its writer has been told by then. */
export async function listWaitingPictures(userId: string, now: Date): Promise<PicturesWaiting[]> {
  const articles = new Map<string, PicturesWaiting>()
  for (const { key, facts } of await factsOfUser(await readAll(), userId)) {
    const { articleId, isNew, title } = facts
    const count = (articles.get(articleId)?.count ?? 0) + 1
    articles.set(articleId, { articleId, isNew, title, count })
    if (!facts.shownAt) await set(key, { ...facts, shownAt: now.toISOString() }, pictures()).catch(() => undefined)
  }
  return [...articles.values()]
}

/** Removes what nobody came back for in 14 days; what belongs to `userId` runs from the day it was told of (RUL-28). */
export async function forgetOldPictures(userId: string | undefined, now: Date): Promise<void> {
  for (const [key, facts] of await readAll()) {
    if (facts instanceof Blob) continue
    const owner = key.slice(0, key.length - facts.id.length - 1)
    const since = owner === userId ? facts.shownAt : facts.savedAt
    if (since !== undefined && now.getTime() - Date.parse(since) > FOURTEEN_DAYS_MS) await dropPicture(owner, facts.id)
  }
}

async function readAll(): Promise<Map<string, File | PictureFacts>> {
  return new Map(await entries<string, File | PictureFacts>(pictures()).catch(() => []))
}

async function factsOfUser(
  all: Map<string, File | PictureFacts>,
  userId: string,
): Promise<{ key: string; facts: PictureFacts }[]> {
  const held = await idsInUse()
  return [...all].flatMap(([key, facts]) =>
    facts instanceof Blob || !key.startsWith(`${userId}:`) || held.has(facts.id) ? [] : [{ key, facts }],
  )
}

/** Web Locks tell which pictures an editor open in some tab cares for; without them (plain http) none counts as such. */
async function idsInUse(): Promise<Set<string>> {
  if (!('locks' in navigator)) return new Set()
  const { held = [] } = await navigator.locks.query()
  return new Set(held.flatMap(({ name }) => (name?.startsWith(LOCK) ? [name.slice(LOCK.length)] : [])))
}

/** Takes a picture into an editor's care; null where another one has it. Gives the way to let go. */
export async function holdPicture(id: string): Promise<(() => void) | null> {
  if (!('locks' in navigator)) return () => undefined
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: held, resolve: answer } = Promise.withResolvers<boolean>()
  void navigator.locks.request(`${LOCK}${id}`, { ifAvailable: true }, (lock) => {
    answer(lock !== null)
    return lock ? released : undefined
  })
  return (await held) ? release : null
}
