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
