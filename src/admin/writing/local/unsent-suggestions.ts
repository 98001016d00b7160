import { del, entries, get, set } from 'idb-keyval'
import type { Part } from '../../../rules/suggestions.ts'
import { browserStore, isForgotten } from './browser-store.ts'
import { keyOf, markOf, type Key } from './unsent-mark.ts'

/** Own suggestions that the server may lack, over the text of that moment; null for one that was taken back. */
export type UnsentSuggestions = { content: string; items: { id: string; n: number; part: Part | null }[] }

type Stored = UnsentSuggestions & { title: string; savedAt: string }
/** Those that a former release stored have neither. */
type Former = UnsentSuggestions & Partial<Stored>

/** Unsent suggestions of one text. */
export type UnsentText = Pick<Key, 'noun' | 'id'> & { title: string; count: number; savedAt: string }

const store = browserStore('blog-cms-suggestions', 'unsent')

/** `title`: that of the text. */
export async function putUnsent(key: Key, unsent: UnsentSuggestions & { title: string }): Promise<void> {
  try {
    localStorage.setItem(markOf(key), '1')
    await set(keyOf(key), { ...unsent, savedAt: new Date().toISOString() } satisfies Stored, store)
  } catch {
    // A browser that stores nothing: they are sent while the page is open.
  }
}

export async function dropUnsent(key: Key): Promise<void> {
  try {
    localStorage.removeItem(markOf(key))
    await del(keyOf(key), store)
  } catch {
    // As above.
  }
}

/** Deletes those of other accounts that are abandoned for 14 days (RUL-28). One's own stay until they are sent. */
export async function forgetOldSuggestions(userId: string | undefined, now: Date): Promise<void> {
  for (const [name, { savedAt }] of await entries<string, Stored>(store).catch(() => [])) {
    const [owner = '', noun = '', id = ''] = name.split('/')
    if (isForgotten({ savedAt }, { own: owner === userId, now })) await dropUnsent({ userId: owner, noun, id })
  }
}

export async function findUnsent(key: Key): Promise<UnsentSuggestions | null> {
  return (await get<UnsentSuggestions>(keyOf(key), store).catch(() => undefined)) ?? null
}

/** The texts with unsent suggestions of an account, newest first. */
export async function listUnsent(userId: string): Promise<UnsentText[]> {
  const stored = await entries<string, Former>(store).catch(() => [])
  const now = new Date().toISOString()
  return stored
    .flatMap(([name, { title = '', items, savedAt = now }]) => {
      const [owner, noun = '', id = ''] = name.split('/')
      return owner === userId ? [{ noun, id, title, count: items.length, savedAt }] : []
    })
    .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt))
}
