import { del, get, set } from 'idb-keyval'
import type { Part } from '../../../rules/suggestions.ts'
import { browserStore } from './browser-store.ts'
import { keyOf, markOf, type Key } from './unsent-mark.ts'

/** Own suggestions that the server may lack, over the text of that moment; null for one that was taken back. */
export type UnsentSuggestions = { content: string; items: { id: string; n: number; part: Part | null }[] }

const store = browserStore('blog-cms-suggestions', 'unsent')

export async function putUnsent(key: Key, unsent: UnsentSuggestions): Promise<void> {
  try {
    localStorage.setItem(markOf(key), '1')
    await set(keyOf(key), unsent, store)
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

export async function findUnsent(key: Key): Promise<UnsentSuggestions | null> {
  return (await get<UnsentSuggestions>(keyOf(key), store).catch(() => undefined)) ?? null
}
