import { delMany, entries, promisifyRequest, set, setMany } from 'idb-keyval'
import type { PictureKeeper, WaitingPicture } from '../editor-view/uploads/picture-drafts.ts'
import { browserStore, heldLocks, holdLock, isForgotten } from './browser-store.ts'

/**
 * Metadata of a picture: its account and article. They change with the text; the file, stored separately, never does.
 */
type PictureFacts = Omit<WaitingPicture, 'file'> & {
  articleId: string
  /** The server did not know the article when this was written. */
  isNew: boolean
  /** The title of the article, shown to its author. */
  title: string
  savedAt: string
  shownAt?: string
}

/** The article that pictures belong to. */
export type PictureHome = { userId: string; articleId: string; isNew: boolean; title: string }

const store = browserStore('blog-cms-pictures', 'pictures')
const LOCK = 'blog-cms-picture:'

/** Pictures belong to a user and are never shown to another (RUL-28). */
const fileKey = (userId: string, id: string) => `${userId}:${id}:file`
const factsKey = (userId: string, id: string) => `${userId}:${id}`

/** Stores a picture on this machine until it is in a stored text. False if the browser stores nothing. */
async function keepPicture(home: PictureHome, { file, ...picture }: WaitingPicture, now: Date): Promise<boolean> {
  try {
    const kept: [string, File | PictureFacts][] = [
      [fileKey(home.userId, picture.id), file],
      [factsKey(home.userId, picture.id), factsOf(home, picture, now)],
    ]
    await setMany(kept, store)
    return true
  } catch {
    return false
  }
}

/** Updates a stored picture after the text changed or the upload ended. A deleted one is not stored again. */
async function notePicture(home: PictureHome, picture: Omit<WaitingPicture, 'file'>, now: Date): Promise<void> {
  const key = factsKey(home.userId, picture.id)
  await store('readwrite', (kept) => {
    const former = kept.getKey(key)
    former.addEventListener('success', () => {
      if (former.result !== undefined) kept.put(factsOf(home, picture, now), key)
    })
    return promisifyRequest(kept.transaction)
  }).catch(() => undefined)
}

function factsOf(
  home: PictureHome,
  { id, place, gallery, uploaded }: Omit<WaitingPicture, 'file'>,
  now: Date,
): PictureFacts {
  const { articleId, isNew, title } = home
  return { id, place, gallery, uploaded, articleId, isNew, title, savedAt: now.toISOString() }
}

/** Removes a picture, if it exists. */
async function dropPicture(userId: string, id: string): Promise<void> {
  await delMany([fileKey(userId, id), factsKey(userId, id)], store).catch(() => undefined)
}

/**
 * The pictures of a text that no open editor has locked. A new article also takes those of an unsaved article without
 * text, since no copy of a text leads to them.
 */
export async function findPictures({ userId, articleId, isNew }: PictureHome): Promise<WaitingPicture[]> {
  const all = await readAll()
  const found: WaitingPicture[] = []
  for (const { facts } of await factsOfUser(all, userId)) {
    const textless = facts.isNew && facts.place.before.trim() === '' && facts.place.after.trim() === ''
    const file = all.get(fileKey(userId, facts.id))
    if (!(file instanceof File) || !(facts.articleId === articleId || (isNew && textless))) continue
    const { id, place, gallery, uploaded } = facts
    found.push({ id, file, place, gallery, uploaded })
  }
  return found.toSorted((a, b) => a.place.at - b.place.at || a.id.localeCompare(b.id))
}

/** Articles with waiting pictures. */
export type PicturesWaiting = { articleId: string; isNew: boolean; title: string; count: number }

/** Waiting pictures of this account, per article. Marks them as shown. */
export async function listWaitingPictures(userId: string, now: Date): Promise<PicturesWaiting[]> {
  const articles = new Map<string, PicturesWaiting>()
  for (const { key, facts } of await factsOfUser(await readAll(), userId)) {
    const { articleId, isNew, title } = facts
    const count = (articles.get(articleId)?.count ?? 0) + 1
    articles.set(articleId, { articleId, isNew, title, count })
    if (!facts.shownAt) await set(key, { ...facts, shownAt: now.toISOString() }, store).catch(() => undefined)
  }
  return [...articles.values()]
}

/** Deletes all waiting pictures of one article. */
export async function dropWaitingPictures(userId: string, articleId: string): Promise<void> {
  for (const { facts } of await factsOfUser(await readAll(), userId))
    if (facts.articleId === articleId) await dropPicture(userId, facts.id)
}

/** Deletes pictures that are abandoned for 14 days; for `userId` counted from the day they were shown (RUL-28). */
export async function forgetOldPictures(userId: string | undefined, now: Date): Promise<void> {
  for (const [key, facts] of await readAll()) {
    if (facts instanceof Blob) continue
    const owner = key.slice(0, key.length - facts.id.length - 1)
    if (isForgotten(facts, { own: owner === userId, now })) await dropPicture(owner, facts.id)
  }
}

async function readAll(): Promise<Map<string, File | PictureFacts>> {
  return new Map(await entries<string, File | PictureFacts>(store).catch(() => []))
}

async function factsOfUser(
  all: Map<string, File | PictureFacts>,
  userId: string,
): Promise<{ key: string; facts: PictureFacts }[]> {
  const held = await heldLocks(LOCK)
  return [...all].flatMap(([key, facts]) =>
    facts instanceof Blob || !key.startsWith(`${userId}:`) || held.has(facts.id) ? [] : [{ key, facts }],
  )
}

/** Locks a picture for an editor and returns the release function; null if another editor has it. */
async function holdPicture(id: string): Promise<(() => void) | null> {
  const { taken, release } = holdLock(`${LOCK}${id}`)
  return (await taken) ? release : null
}

/**
 * Stores the pictures of one open text. `home` returns their current article, `textKept` resolves when the text is
 * stored.
 */
export function pictureKeeper(home: () => PictureHome, textKept: () => Promise<unknown>): PictureKeeper {
  return {
    keep: (picture) => keepPicture(home(), picture, new Date()),
    note: (picture) => notePicture(home(), picture, new Date()),
    drop: (id) => dropPicture(home().userId, id),
    hold: holdPicture,
    textKept,
  }
}
