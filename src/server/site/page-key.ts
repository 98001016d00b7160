/** Query of the landing page: which page of the list, from 1. */
export const PAGE_PARAMETER = 'seite'

/**
 * The key of a public page: its path and the query parameters it knows, nothing else (ruling R40); so no invented
 * parameter can fill the cache or get past it.
 */
export function pageKey(url: string): string {
  const query = url.indexOf('?')
  if (query === -1) return url
  const path = url.slice(0, query)
  const page = path === '/' ? askedPage(url) : null
  return page === null ? path : `/?${PAGE_PARAMETER}=${encodeURIComponent(page)}`
}

/** What the query says of the page of a list; null where it says nothing. */
export function askedPage(url: string): string | null {
  const query = url.indexOf('?')
  return query === -1 ? null : new URLSearchParams(url.slice(query + 1)).get(PAGE_PARAMETER)
}
