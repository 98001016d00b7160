import type { Place } from '../editor-view/positions/place.ts'
import { fromStored, toStored, type FoundCopy, type StoredCopy } from './local-copies.ts'

/** Stores the position in an article for this tab, so that a reload restores it even if everything is saved. */
export function keepPlace(articleId: string, place: Place | null): void {
  if (place) put(keyOf(articleId), JSON.stringify(place))
}

/** The position in this article before the reload, or null. */
export function keptPlace(articleId: string | null): Place | null {
  const kept = articleId && read(keyOf(articleId))
  return kept ? (JSON.parse(kept) as Place) : null
}

const UNDERWAY = 'blog-cms-underway'

/** The open editor of a tab at unload, and its unsaved text. */
type Underway = { editor: string; copy: FoundCopy | null }

/**
 * Stores the open editor at unload, so that a reload continues with its text. `copy` is the unsaved text: session
 * storage is synchronous and takes the last characters, while a write to IndexedDB may not finish.
 */
export function keepUnderway({ editor, copy }: Underway): void {
  const path = location.pathname
  const puts = (kept: FoundCopy | null) => put(UNDERWAY, JSON.stringify({ editor, path, copy: kept && toStored(kept) }))
  const origin = copy?.origin && { ...copy.origin, record: null }
  // The record would fill this small store, and so would former texts of a long article. A text too long for it is in
  // IndexedDB.
  if (copy && puts({ ...copy, origin: origin ?? null })) return
  if (copy && origin && puts({ ...copy, origin: { ...origin, formers: [] } })) return
  puts(null)
}

/**
 * The editor this tab had open at unload, or null. It can be read once. Its copy belongs to the page that stored it.
 */
export function takeUnderway(): Underway | null {
  const kept = read(UNDERWAY)
  if (!kept) return null
  sessionStorage.removeItem(UNDERWAY)
  const { editor, copy, path } = JSON.parse(kept) as { editor: string; copy: StoredCopy | null; path: string }
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // Other navigation than reload and history comes from elsewhere, and the stored text may be settled by now.
  const cameBack = loaded && loaded.type !== 'navigate' && new URL(loaded.name).pathname === path
  return { editor, copy: cameBack && copy ? fromStored(copy) : null }
}

function keyOf(articleId: string): string {
  return `blog-cms-place:${articleId}`
}

// Storage that is full or blocked throws; this is only a convenience.
function put(key: string, value: string): boolean {
  try {
    sessionStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
