import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Api } from './api.ts'

/** Images of the media library, newest first; `q` searches file name and alternative text. */
export function mediaListQuery(api: Api, q: string) {
  return infiniteQueryOptions({
    queryKey: ['media', 'list', { q }],
    queryFn: ({ pageParam, signal }) => api.media.list({ q: q || undefined, limit: 60, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
}
