import { queryOptions } from '@tanstack/react-query'
import type { Api } from './api.ts'
import { pagesQuery } from './pages.ts'
import { recordKeys, type RecordNoun } from './records.ts'

type Filter = { category?: string | undefined; q?: string | undefined }
type List<T> = (
  input: Filter & { limit: number; cursor: string | undefined },
  call: { signal: AbortSignal },
) => Promise<{ items: T[]; next_cursor: string | null }>

/** Pages of a library, such as links, newest first (DATA-10); `limit` is the number of records a page. */
export function libraryQuery<T>(api: Api, noun: RecordNoun, { category, q, limit }: Filter & { limit: number }) {
  const { list } = api[noun] as unknown as { list: List<T> }
  return pagesQuery([...recordKeys(noun).lists, { category: category ?? null, q: q ?? '' }], (cursor, call) =>
    list({ category, q, limit, cursor }, call),
  )
}

/** One record of a library. */
export function libraryRecordQuery<T>(api: Api, noun: RecordNoun, id: string) {
  const { get } = api[noun] as unknown as { get: (input: { id: string }, call: { signal: AbortSignal }) => Promise<T> }
  return queryOptions({ queryKey: recordKeys(noun).item(id), queryFn: ({ signal }) => get({ id }, { signal }) })
}
