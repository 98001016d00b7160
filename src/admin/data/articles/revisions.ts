import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { RevisionSummary } from '../../../contract/articles/revisions.ts'
import type { Api } from '../api.ts'
import { useApi } from '../api-context.tsx'
import { pagesQuery, withChanged, type Pages } from '../pages.ts'

/** Articles and pages both have revisions. */
type Revised = 'articles' | 'pages'

/** Revisions of an article or page, newest first. Refetched whenever the text changes. */
export function revisionListQuery(api: Api, noun: Revised, id: string) {
  return pagesQuery([noun, 'revisions', id], (cursor, call) => api[noun].revisions.list({ id, cursor }, call))
}

/** The newest revision that is not the losing text of a conflict. */
export function newestRevisionQuery(api: Api, noun: Revised, id: string) {
  return queryOptions({
    queryKey: [noun, 'revisions', id, 'newest'],
    queryFn: async ({ signal }) => {
      const { items } = await api[noun].revisions.list({ id, limit: 5 }, { signal })
      return items.find(({ kind }) => kind !== 'kept') ?? null
    },
  })
}

/** One revision with its text. An autosave revision may still be extended. */
export function revisionQuery(api: Api, noun: Revised, id: string, revisionId: string) {
  return queryOptions({
    queryKey: [noun, 'revisions', id, revisionId],
    queryFn: ({ signal }) => api[noun].revisions.get({ id, revision_id: revisionId }, { signal }),
  })
}

/** Names a version; null takes the name away. */
export function useRevisionNaming(noun: Revised, id: string) {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: { revision_id: string; name: string | null }) => api[noun].revisions.name({ id, ...input }),
    onSuccess: ({ id: revision, name }) =>
      client.setQueryData<Pages<RevisionSummary>>(
        revisionListQuery(api, noun, id).queryKey,
        (pages) => pages && withChanged(pages, revision, { name }),
      ),
  })
}
