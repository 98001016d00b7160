import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { UpdateAuthor } from '../../contract/authors.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'

/** The people who write, by name, with their number of articles (RUL-99). */
export function authorsQuery(api: Api) {
  return queryOptions({
    queryKey: ['authors'],
    queryFn: ({ signal }) => api.authors.list(undefined, { signal }),
    staleTime: 60_000,
  })
}

/** Creates, changes, merges and removes people. */
export function useAuthorChanges() {
  const api = useApi()
  const client = useQueryClient()
  const onSettled = async () => {
    await Promise.all(['authors', 'articles', 'settings'].map((key) => client.invalidateQueries({ queryKey: [key] })))
  }
  return {
    create: useMutation({
      mutationFn: (input: Parameters<Api['authors']['create']>[0]) => api.authors.create(input),
      onSettled,
    }),
    update: useMutation({ mutationFn: (input: UpdateAuthor) => api.authors.update(input), onSettled }),
    merge: useMutation({ mutationFn: (input: { id: string; into_id: string }) => api.authors.merge(input), onSettled }),
    remove: useMutation({ mutationFn: ({ id }: { id: string }) => api.authors.remove({ id }), onSettled }),
  }
}
