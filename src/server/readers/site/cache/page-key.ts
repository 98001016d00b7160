/** Query parameter of every list: the page number, from 1. */
export const PAGE_PARAMETER = 'seite'
/** Query parameter of the search page. */
export const SEARCH_PARAMETER = 'q'
/** Query parameter of the search page: the slug of a category that its hits have. */
export const CATEGORY_PARAMETER = 'kategorie'

/**
 * The cache key of an address: its path and, for the path of a list, the page number; nothing else (RUL-40), so that
 * invented parameters cannot fill or bypass the cache.
 */
export function pageKey(url: string, isPaged: (path: string) => boolean): string {
  const query = url.indexOf('?')
  if (query === -1) return url
  const path = url.slice(0, query)
  const page = isPaged(path) ? asked(url, PAGE_PARAMETER) : null
  return page === null ? path : `${path}?${PAGE_PARAMETER}=${encodeURIComponent(page)}`
}

/** The value of a query parameter; null without one. */
export function asked(url: string, parameter: string): string | null {
  const query = url.indexOf('?')
  return query === -1 ? null : new URLSearchParams(url.slice(query + 1)).get(parameter)
}
