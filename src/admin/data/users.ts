import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Approval, Role } from '../../contract/account.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'

const usersKey = ['users'] as const

/** Every account, newest first; for owners (R4). */
export function usersQuery(api: Api) {
  return infiniteQueryOptions({
    queryKey: usersKey,
    queryFn: ({ pageParam, signal }) => api.users.list({ cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
}

/** The names of everybody who may sign articles. */
export function peopleQuery(api: Api) {
  return queryOptions({
    queryKey: [...usersKey, 'people'],
    queryFn: ({ signal }) => api.users.people(undefined, { signal }),
    staleTime: 60_000,
  })
}

/** Approves, blocks or gives another role (R4). */
export function useUpdateUser() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: { id: string; approval?: Approval; role?: Role }) => api.users.update(input),
    onSettled: () => client.invalidateQueries({ queryKey: usersKey }),
  })
}
