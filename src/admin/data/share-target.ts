import { createStore, del, entries, promisifyRequest } from 'idb-keyval'
import { v7 as uuid } from 'uuid'
import { isHttpUrl } from '../../rules/url.ts'
import { FOURTEEN_DAYS_MS } from './draft-inputs.ts'
import type { Outbox, Outcome } from './outbox.ts'

/** What another app, or any website, has sent to the share target, as the worker keeps it (`worker/worker.ts`). */
type Kept = {
  title: string
  text: string
  url: string
  pictures: File[]
  savedAt: string
  /** The account it was first shown to, and the id its entry is to have. Both are missing until then. */
  userId?: string
  id?: string
}
export type Shared = Kept & { key: string; id: string }

const LONGEST_TITLE = 2000
/** A page that a share opens may end before it shows the share. For so long the next inbox on this machine shows it. */
const UNSEEN_MS = 10 * 60_000

/** The worker makes the database with the first share; null before that. */
async function openStore() {
  const known = await indexedDB.databases?.()
  if (known && !known.some(({ name }) => name === 'blog-cms-shared')) return null
  return createStore('blog-cms-shared', 'shared')
}

/**
 * What was shared and not decided about, oldest first: that of this account, and what no account has seen yet, if `arrived` names it
 * or it came within the last ten minutes before `now`. Such a share belongs to this account from now on, and no other account ever
 * sees it (RUL-28). Nothing of it is sent.
 */
export async function readShared(userId: string, arrived: string | undefined, now: Date): Promise<Shared[]> {
  const store = await openStore()
  if (!store) return []
  // One transaction: a share that another tab drops meanwhile must not come back.
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

/** Lays it into the outbox as an entry of the inbox, and forgets it once that has it. Throws what the server refuses it with. */
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

/** Forgets what nobody has decided about for 14 days (RUL-28). */
export async function forgetOldShared(now: Date): Promise<void> {
  const store = await openStore()
  if (!store) return
  for (const [key, kept] of await entries<string, Kept>(store))
    // An incomplete record has no time, and goes too.
    if (!(now.getTime() - Date.parse(kept.savedAt) <= FOURTEEN_DAYS_MS)) await del(key, store)
}

/** The entry of what was shared: an address where there is one, wherever the other app has put it. */
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
