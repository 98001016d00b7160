import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'

/** What an endless list keeps in the query cache. */
export type Pages<T> = InfiniteData<{ items: T[]; next_cursor: string | null }, string | undefined>

/** Every record of the pages loaded so far. */
export function itemsOf<T>(pages: { pages: { items: T[] }[] } | undefined): T[] {
  return pages?.pages.flatMap((page) => page.items) ?? []
}

/** The pages with one record changed wherever it stands. */
export function withChanged<T extends { id: string }>(pages: Pages<T>, id: string, change: Partial<T>): Pages<T> {
  return mapItems(pages, (items) => items.map((item) => (item.id === id ? { ...item, ...change } : item)))
}

/** The pages without one record. */
export function without<T extends { id: string }>(pages: Pages<T>, id: string): Pages<T> {
  return mapItems(pages, (items) => items.filter((item) => item.id !== id))
}

/** The pages with a record before all others. */
export function withFirst<T>(pages: Pages<T>, item: T): Pages<T> {
  return mapItems(pages, (items, index) => (index === 0 ? [item, ...items] : items))
}

function mapItems<T>(pages: Pages<T>, change: (items: T[], page: number) => T[]): Pages<T> {
  return { ...pages, pages: pages.pages.map((page, index) => ({ ...page, items: change(page.items, index) })) }
}

/**
 * Changes every cached list below `lists` at once, before the server has answered, and gives the way back for a refusal.
 * Lists on their way are called off, so that an older answer does not undo the change.
 */
export async function changeLists<T>(
  client: QueryClient,
  lists: QueryKey,
  change: (pages: Pages<T>, key: QueryKey) => Pages<T>,
): Promise<() => void> {
  await client.cancelQueries({ queryKey: lists })
  const before = client.getQueriesData<Pages<T>>({ queryKey: lists })
  for (const [key, pages] of before) if (pages) client.setQueryData<Pages<T>>(key, change(pages, key))
  return () => {
    for (const [key, pages] of before) client.setQueryData(key, pages)
  }
}
