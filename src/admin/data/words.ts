import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { PutWord } from '../../contract/words.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'

/** The blog's dictionary, alphabetically. */
export function wordsQuery(api: Api) {
  return queryOptions({
    queryKey: ['words'],
    queryFn: async ({ signal }) => (await api.words.list(undefined, { signal })).items,
  })
}

export function useWordChanges() {
  const api = useApi()
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: ['words'] })
  const put = useMutation({ mutationFn: (word: PutWord) => api.words.put(word), onSettled })
  const remove = useMutation({ mutationFn: (id: string) => api.words.remove({ id }), onSettled })
  return { put, remove }
}
