import { createStore, del, entries, set } from 'idb-keyval'
import { v7 as uuid } from 'uuid'
import { isHttpUrl } from '../../rules/url.ts'
import { entryThere } from './inbox.ts'
import type { Outbox } from './outbox.ts'

/** What another app has shared, as the worker has laid it down (`worker/worker.ts`). */
type Shared = { title: string; text: string; url: string; pictures: File[]; savedAt: string; id?: string }

const LONGEST_TITLE = 2000

/** Lays what was shared into the outbox, as entries of whoever is signed in; each once. */
export async function takeShared(outbox: Outbox): Promise<void> {
  const known = await indexedDB.databases?.()
  if (known && !known.some(({ name }) => name === 'blog-cms-shared')) return
  const store = createStore('blog-cms-shared', 'shared')
  const all = (await entries<string, Shared>(store)).toSorted(([, a], [, b]) => a.savedAt.localeCompare(b.savedAt))
  for (const [key, shared] of all) {
    // Named before it goes over: a page that is killed in between lays it there again under the same id.
    const id = shared.id ?? uuid()
    await set(key, { ...shared, id }, store)
    const refused = await outbox.add({ kind: 'capture', ...entryOf(shared) }, id).then(
      () => null,
      (error: unknown) => error,
    )
    // What the inbox has already need not come twice; anything else stays for the next start.
    if (refused === null || entryThere(refused)) await del(key, store)
  }
}

/** The entry of what was shared: an address where there is one, wherever the other app has put it. */
export function entryOf({ title, text, url, pictures }: Omit<Shared, 'savedAt' | 'id'>) {
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
