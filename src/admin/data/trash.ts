import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { TrashNoun } from '../../contract/trash.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'

/** What lies in the trash, last deleted first (RUL-20). */
export function trashQuery(api: Api) {
  return infiniteQueryOptions({
    queryKey: ['trash'],
    queryFn: ({ pageParam, signal }) => api.trash.list({ cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
}

type Entry = { noun: TrashNoun; id: string }

/** Takes a record back, or removes it for good (owners). */
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
