import type { Place } from '../editor-view/positions/place.ts'
import { fromStored, toStored, type FoundCopy, type StoredCopy } from './local-copies.ts'

/** Where the writer was in an article, for this tab alone: a reload goes on there even when everything is saved. */
export function keepPlace(articleId: string, place: Place | null): void {
  if (place) put(keyOf(articleId), JSON.stringify(place))
}

/** Where the writer was in this article before the reload, or null. */
export function keptPlace(articleId: string | null): Place | null {
  const kept = articleId && read(keyOf(articleId))
  return kept ? (JSON.parse(kept) as Place) : null
}

const UNDERWAY = 'blog-cms-underway'

/** The editor a tab had open when its page went, and what of its text nobody had yet. */
type Underway = { editor: string; copy: FoundCopy | null }

/**
 * The page goes with this editor open: after a reload its text is the one to go on with. `copy` is what is unsaved; this store
 * alone takes the last letters before the page is gone, the other one may not come to it any more.
 */
export function keepUnderway({ editor, copy }: Underway): void {
  const path = location.pathname
  const puts = (kept: FoundCopy | null) => put(UNDERWAY, JSON.stringify({ editor, path, copy: kept && toStored(kept) }))
  const origin = copy?.origin && { ...copy.origin, record: null }
  // The record would fill this small store, and what former editors had of a long text; one too long for it lies in the other one.
  if (copy && puts({ ...copy, origin: origin ?? null })) return
  if (copy && origin && puts({ ...copy, origin: { ...origin, formers: [] } })) return
  puts(null)
}

/** The editor this tab had open when its page went, or null; it is told once. Its copy belongs to the page it went from. */
export function takeUnderway(): Underway | null {
  const kept = read(UNDERWAY)
  if (!kept) return null
  sessionStorage.removeItem(UNDERWAY)
  const { editor, copy, path } = JSON.parse(kept) as { editor: string; copy: StoredCopy | null; path: string }
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // By any other way than a reload or the history one comes from elsewhere, and what lay there may be settled by now.
  const cameBack = loaded && loaded.type !== 'navigate' && new URL(loaded.name).pathname === path
  return { editor, copy: cameBack && copy ? fromStored(copy) : null }
}

function keyOf(articleId: string): string {
  return `blog-cms-place:${articleId}`
}

// A browser that keeps nothing throws; what hangs on it is a convenience.
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
