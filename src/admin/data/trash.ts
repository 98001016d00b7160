import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TrashNoun } from '../../nouns/registries.ts'
import type { Api } from './api.ts'
import { pagesQuery } from './pages.ts'
import { useApi } from './api-context.tsx'

/** Records in the trash, last deleted first (RUL-20). */
export function trashQuery(api: Api) {
  return pagesQuery(['trash'], (cursor, call) => api.trash.list({ cursor }, call))
}

type Entry = { noun: TrashNoun; id: string }

/** Restores a record, or removes it for good (owners). */
export function useTrashChanges() {
  const api = useApi()
  const client = useQueryClient()
  const onSettled = async (_data: unknown, _error: unknown, { noun }: Entry) => {
    await Promise.all(['trash', noun].map((key) => client.invalidateQueries({ queryKey: [key] })))
  }
  return {
    restore: useMutation({ mutationFn: ({ noun, id }: Entry) => api.trash.restore({ noun, id }), onSettled }),
    purge: useMutation({ mutationFn: ({ noun, id }: Entry) => api.trash.purge({ noun, id }), onSettled }),
  }
}
