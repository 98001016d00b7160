import type { Place } from '../text/place.ts'

/** Where the writer was in an article, for this tab alone: a reload goes on there even when everything is saved. */
export function keepPlace(articleId: string | null, place: Place | null): void {
  if (articleId && place) sessionStorage.setItem(keyOf(articleId), JSON.stringify(place))
}

export function keptPlace(articleId: string | null): Place | null {
  const kept = articleId && sessionStorage.getItem(keyOf(articleId))
  return kept ? (JSON.parse(kept) as Place) : null
}

function keyOf(articleId: string): string {
  return `blog-cms-place:${articleId}`
}
