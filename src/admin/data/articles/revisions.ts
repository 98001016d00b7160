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

/** A value of a text that is in conflict with the own one. */
export type TheirValue = { field: string; value: string | null }

/**
 * The revision that brought what is in conflict: of a field the one that set its value, since later ones may be of others,
 * of the text the newest one. Revisions with the losing text of a conflict are left out.
 */
export function conflictingRevisionQuery(api: Api, noun: Revised, id: string, theirs: TheirValue | undefined) {
  return queryOptions({
    queryKey: [noun, 'revisions', id, 'conflicting', theirs],
    queryFn: async ({ signal }) => {
      const { items } = await api[noun].revisions.list({ id, limit: 5 }, { signal })
      const newest = items.filter(({ kind }) => kind !== 'kept')
      if (!theirs) return newest[0] ?? null
      const get = ({ id: revision_id }: RevisionSummary) => api[noun].revisions.get({ id, revision_id }, { signal })
      return setterOf(await Promise.all(newest.map(get)), theirs)
    },
  })
}

/** Of revisions, newest first, the one that set the value; the newest one where none of them shows it. */
export function setterOf<T extends object>(revisions: T[], { field, value }: TheirValue): T | null {
  const other = revisions.findIndex((revision) => (revision as Record<string, unknown>)[field] !== value)
  return revisions.at(other === -1 ? -1 : Math.max(other - 1, 0)) ?? null
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
