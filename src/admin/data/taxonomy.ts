import { queryOptions } from '@tanstack/react-query'
import type { Api } from './api.ts'

/** All categories by name. */
export function categoriesQuery(api: Api) {
  return queryOptions({
    queryKey: ['categories'],
    queryFn: ({ signal }) => api.categories.list(undefined, { signal }),
    staleTime: 60_000,
  })
}

/** All tags by name. */
export function tagsQuery(api: Api) {
  return queryOptions({
    queryKey: ['tags'],
    queryFn: ({ signal }) => api.tags.list(undefined, { signal }),
    staleTime: 60_000,
  })
}
