/** `1 Artikel`, `12.000 Artikel`: the word is the same for both. */
export const articlesInWords = (count: number) => `${count.toLocaleString('de')} Artikel`

/** `in 1 Artikel`, `in 2 Artikeln`. */
export function inArticles(count: number): string {
  return `in ${count.toLocaleString('de-DE')} ${count === 1 ? 'Artikel' : 'Artikeln'}`
}

type List = {
  data?: { pages: { items: unknown[] }[] } | undefined
  hasNextPage: boolean
  isPlaceholderData: boolean
}

/** How many a search or filter has found, for screen readers; empty until the answer is there. Pages read later say nothing. */
export function foundWords(list: List, one: string, many: string): string {
  const first = list.data?.pages[0]?.items.length
  if (first === undefined || list.isPlaceholderData) return ''
  const more = (list.data?.pages.length ?? 0) > 1 || list.hasNextPage
  if (more) return `Mehr als ${first} ${many} gefunden`
  return `${first} ${first === 1 ? one : many} gefunden`
}

/** `1 Stelle`, `2.345 Stellen`: places in texts. */
export function placesInWords(count: number): string {
  return count === 1 ? '1 Stelle' : `${count.toLocaleString('de-DE')} Stellen`
}
