import { infiniteQueryOptions, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query'

/** Cached data of an infinite list. */
export type Pages<T> = InfiniteData<{ items: T[]; next_cursor: string | null }, string | undefined>

/** An infinite list. `read` fetches the page after a cursor, the first one without. */
export function pagesQuery<P extends { next_cursor: string | null }>(
  queryKey: QueryKey,
  read: (cursor: string | undefined, call: { signal: AbortSignal }) => Promise<P>,
) {
  return infiniteQueryOptions({
    queryKey,
    // A list that was kept as JSON for work without a network has null for the first page.
    queryFn: ({ pageParam, signal }) => read(pageParam ?? undefined, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: P) => last.next_cursor ?? undefined,
  })
}

/** All records of the loaded pages. */
export function itemsOf<T>(pages: { pages: { items: T[] }[] } | undefined): T[] {
  return pages?.pages.flatMap((page) => page.items) ?? []
}

/** The pages with one record changed wherever it occurs. */
export function withChanged<T extends { id: string }>(pages: Pages<T>, id: string, change: Partial<T>): Pages<T> {
  return mapItems(pages, (items) => items.map((item) => (item.id === id ? { ...item, ...change } : item)))
}

/** The pages without one record. */
export function without<T extends { id: string }>(pages: Pages<T>, id: string): Pages<T> {
  return mapItems(pages, (items) => items.filter((item) => item.id !== id))
}

/** The pages with a record added at the top. */
export function withFirst<T>(pages: Pages<T>, item: T): Pages<T> {
  return mapItems(pages, (items, index) => (index === 0 ? [item, ...items] : items))
}

function mapItems<T>(pages: Pages<T>, change: (items: T[], page: number) => T[]): Pages<T> {
  return { ...pages, pages: pages.pages.map((page, index) => ({ ...page, items: change(page.items, index) })) }
}

/**
 * Changes all cached data below a key (the lists of a noun, one record) optimistically and returns a rollback. Running
 * fetches are cancelled, so that an older response does not undo the change.
 */
export async function changeCached<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (data: Data, key: QueryKey) => Data,
): Promise<() => void> {
  await client.cancelQueries({ queryKey })
  const before = client.getQueriesData<Data>({ queryKey })
  for (const [key, data] of before) if (data) client.setQueryData<Data>(key, change(data, key))
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data)
  }
}
