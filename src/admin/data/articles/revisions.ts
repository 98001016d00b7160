import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Api } from '../api.ts'
import { articleKeys } from '../articles.ts'

/** Versions of an article, newest first; anew whenever articles change. */
export function revisionListQuery(api: Api, articleId: string) {
  return infiniteQueryOptions({
    queryKey: [...articleKeys.all, 'revisions', articleId],
    queryFn: ({ pageParam, signal }) => api.articles.revisions.list({ id: articleId, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
}

/** One version with its text; an autosave may still grow. */
export function revisionQuery(api: Api, articleId: string, revisionId: string) {
  return queryOptions({
    queryKey: [...articleKeys.all, 'revisions', articleId, revisionId],
    queryFn: ({ signal }) => api.articles.revisions.get({ id: articleId, revision_id: revisionId }, { signal }),
  })
}
