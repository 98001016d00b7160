import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../api.ts'
import { pagesQuery } from '../pages.ts'

/** Articles and pages both have revisions. */
type Revised = 'articles' | 'pages'

/** Revisions of an article or page, newest first. Refetched whenever the text changes. */
export function revisionListQuery(api: Api, noun: Revised, id: string) {
  return pagesQuery([noun, 'revisions', id], (cursor, call) => api[noun].revisions.list({ id, cursor }, call))
}

/** One revision with its text. An autosave revision may still be extended. */
export function revisionQuery(api: Api, noun: Revised, id: string, revisionId: string) {
  return queryOptions({
    queryKey: [noun, 'revisions', id, revisionId],
    queryFn: ({ signal }) => api[noun].revisions.get({ id, revision_id: revisionId }, { signal }),
  })
}
