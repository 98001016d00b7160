import { queryOptions } from '@tanstack/react-query'
import type { Api } from './api.ts'

export const accountKey = ['account'] as const

/** The signed-in person's own account; also readable while waiting for approval (R4). */
export function accountQuery(api: Api) {
  return queryOptions({
    queryKey: accountKey,
    queryFn: ({ signal }) => api.account.get(undefined, { signal }),
    staleTime: 60_000,
  })
}
