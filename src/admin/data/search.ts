import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { SearchNoun } from '../../nouns/registries.ts'
import type { Api } from './api.ts'
import { articleKeys } from './articles.ts'

export type SearchFilter = { noun?: SearchNoun | undefined; author_id?: string | undefined }

/** The global search. The last results stay while the user types. */
export function searchQuery(api: Api, q: string, filter: SearchFilter) {
  return queryOptions({
    queryKey: ['search', q, filter],
    queryFn: ({ signal }) => api.search.find({ q, ...filter, limit: filter.noun ? 30 : 5 }, { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: 1,
  })
}

const RECENT = 3

/** The last changed articles. */
export function recentArticlesQuery(api: Api) {
  return queryOptions({
    queryKey: [...articleKeys.all, 'recent', RECENT],
    queryFn: ({ signal }) => api.articles.list({ sort: 'updated', limit: RECENT }, { signal }),
    staleTime: 10_000,
  })
}
