import { createStore, del, entries, promisifyRequest } from 'idb-keyval'
import { v7 as uuid } from 'uuid'
import { isHttpUrl } from '../../rules/url.ts'
import { FOURTEEN_DAYS_MS } from './draft-inputs.ts'
import type { Outbox, Outcome } from './outbox.ts'

/** What another app or website has sent to the share target, as the service worker stores it (`worker/worker.ts`). */
type Kept = {
  title: string
  text: string
  url: string
  pictures: File[]
  /** Pictures that had no room; absent in shares that a former release has kept. */
  missing?: number
  savedAt: string
  /** The account that saw it first, and the id of its future entry. Both are missing until then. */
  userId?: string
  id?: string
}
export type Shared = Kept & { key: string; id: string }

const LONGEST_TITLE = 2000
/**
 * A page opened by a share may close before it shows the share. The inbox opened next on this machine within this time
 * shows it.
 */
const UNSEEN_MS = 10 * 60_000

/** The service worker creates the database with the first share; null before that. */
async function openStore() {
  const known = await indexedDB.databases?.()
  if (known && !known.some(({ name }) => name === 'blog-cms-shared')) return null
  return createStore('blog-cms-shared', 'shared')
}

/**
 * Pending shares, oldest first: those of this account, and those not yet claimed that `arrived` names or that came
 * within ten minutes before `now`. Unclaimed shares belong to this account from now on, and no other account sees them
 * (RUL-28). Nothing is sent.
 */
export async function readShared(userId: string, arrived: string | undefined, now: Date): Promise<Shared[]> {
  const store = await openStore()
  if (!store) return []
  // One transaction: a share that another tab drops at the same time must not reappear.
  return store('readwrite', async (table) => {
    const found: Shared[] = []
    const walk = table.openCursor()
    walk.addEventListener('success', () => {
      const cursor = walk.result
      if (!cursor) return
      const kept = cursor.value as Kept
      const key = String(cursor.key)
      const isMine = key === arrived || now.getTime() - Date.parse(kept.savedAt) < UNSEEN_MS
      if (kept.userId === undefined && isMine) {
        const claimed = { ...kept, userId, id: uuid() }
        cursor.update(claimed)
        found.push({ ...claimed, key })
      } else if (kept.userId === userId && kept.id !== undefined) found.push({ ...kept, id: kept.id, key })
      cursor.continue()
    })
    await promisifyRequest(table.transaction)
    return found.toSorted((a, b) => a.savedAt.localeCompare(b.savedAt))
  })
}

/** Puts the share into the outbox as an inbox entry, then deletes it. Throws the server's refusal. */
export async function putIntoInbox(
  outbox: Outbox,
  shared: Shared,
  { allowDuplicate }: { allowDuplicate: boolean },
): Promise<Outcome> {
  const { input, pictures } = entryOf(shared)
  const outcome = await outbox.add(
    { kind: 'capture', input: { ...input, allow_duplicate: allowDuplicate }, pictures },
    shared.id,
  )
  await dropShared(shared)
  return outcome
}

export async function dropShared({ key }: Pick<Shared, 'key'>): Promise<void> {
  const store = await openStore()
  if (store) await del(key, store)
}

/** Deletes shares that are pending for more than 14 days (RUL-28). */
export async function forgetOldShared(now: Date): Promise<void> {
  const store = await openStore()
  if (!store) return
  for (const [key, kept] of await entries<string, Kept>(store))
    // An incomplete record has no time and is deleted too.
    if (!(now.getTime() - Date.parse(kept.savedAt) <= FOURTEEN_DAYS_MS)) await del(key, store)
}

/** The inbox entry of a share: an address if there is one, in whichever field the other app put it. */
export function entryOf({ title, text, url, pictures }: Pick<Kept, 'title' | 'text' | 'url' | 'pictures'>) {
  const oneLine = (words: string) => words.replace(/\s+/g, ' ').trim().slice(0, LONGEST_TITLE)
  const address = [url, text].map((words) => words.trim()).find(isHttpUrl) ?? null
  const rest = text.trim() === address ? '' : text.trim()
  const name = oneLine(title) || oneLine(address ?? rest.split('\n', 1)[0] ?? '')
  const first = pictures[0]?.name
  return {
    input: {
      title: name || (first ? `Bild: ${first}` : 'Geteilt'),
      ...(address !== null && { url: address }),
      note: rest === name ? null : rest || null,
    },
    pictures: pictures.map((file) => ({ file })),
  }
}
