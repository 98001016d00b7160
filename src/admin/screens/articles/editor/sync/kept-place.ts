import type { Place } from '../text/place.ts'

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

/** The page goes with this editor open: after a reload its text is the one to go on with. */
export function keepUnderway(editor: string): void {
  put(UNDERWAY, editor)
}

/** The editor this tab had open when its page went, or null; it is told once. */
export function takeUnderway(): string | null {
  const editor = read(UNDERWAY)
  if (editor) sessionStorage.removeItem(UNDERWAY)
  return editor
}

function keyOf(articleId: string): string {
  return `blog-cms-place:${articleId}`
}

// A browser that keeps nothing throws; what hangs on it is a convenience.
function put(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    // Nothing is kept.
  }
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
