/** Query of every list: which page of it, from 1. */
export const PAGE_PARAMETER = 'seite'
/** Query of the search page. */
export const SEARCH_PARAMETER = 'q'

/**
 * The key of a public answer: its path and, where the path is that of a list, the page asked for; nothing else (RUL-40), so
 * no invented parameter can fill the cache or get past it.
 */
export function pageKey(url: string, isPaged: (path: string) => boolean): string {
  const query = url.indexOf('?')
  if (query === -1) return url
  const path = url.slice(0, query)
  const page = isPaged(path) ? asked(url, PAGE_PARAMETER) : null
  return page === null ? path : `${path}?${PAGE_PARAMETER}=${encodeURIComponent(page)}`
}

/** What the query says under a name; null where it says nothing. */
export function asked(url: string, parameter: typeof PAGE_PARAMETER | typeof SEARCH_PARAMETER): string | null {
  const query = url.indexOf('?')
  return query === -1 ? null : new URLSearchParams(url.slice(query + 1)).get(parameter)
}
