import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { SaveView } from '../../contract/views.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'

/** The account's own views of the article list, by name. */
export function viewsQuery(api: Api) {
  return queryOptions({
    queryKey: ['views'],
    queryFn: async ({ signal }) => (await api.views.list(undefined, { signal })).items,
  })
}

export function useViewChanges() {
  const api = useApi()
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: ['views'] })
  const save = useMutation({ mutationFn: (view: SaveView) => api.views.save(view), onSettled })
  const remove = useMutation({ mutationFn: (id: string) => api.views.remove({ id }), onSettled })
  return { save, remove }
}
