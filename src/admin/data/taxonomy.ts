import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'

/** Categories and tags have the same shape (RUL-6). */
export type TaxonomyNoun = 'categories' | 'tags'

/** What is said of a topic. */
type About = { description?: string; picture?: string | null }

/** All records of one of the two by name, with their number of articles. */
export function taxonomyQuery(api: Api, noun: TaxonomyNoun) {
  return queryOptions({
    queryKey: [noun],
    queryFn: ({ signal }) => api[noun].list(undefined, { signal }),
    staleTime: 60_000,
  })
}

/** All categories by name. */
export const categoriesQuery = (api: Api) => taxonomyQuery(api, 'categories')

/** All tags by name. */
export const tagsQuery = (api: Api) => taxonomyQuery(api, 'tags')

/** Creates, renames, merges and removes records of one of the two. */
export function useTaxonomyChanges(noun: TaxonomyNoun) {
  const api = useApi()
  const client = useQueryClient()
  const onSettled = async () => {
    await Promise.all([noun, 'articles'].map((key) => client.invalidateQueries({ queryKey: [key] })))
  }
  return {
    create: useMutation({ mutationFn: (input: About & { name: string }) => api[noun].create(input), onSettled }),
    rename: useMutation({
      mutationFn: (input: About & { id: string; name?: string }) => api[noun].rename(input),
      onSettled,
    }),
    merge: useMutation({ mutationFn: (input: { id: string; into_id: string }) => api[noun].merge(input), onSettled }),
    remove: useMutation({ mutationFn: ({ id }: { id: string }) => api[noun].remove({ id }), onSettled }),
  }
}
