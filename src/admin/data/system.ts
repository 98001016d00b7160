import { queryOptions } from '@tanstack/react-query'
import type { Api } from './api.ts'

/** The server's self-checks, run again at each request (SYS-2). */
export function systemCheckQuery(api: Api) {
  return queryOptions({
    queryKey: ['system'],
    queryFn: ({ signal }) => api.system.check(undefined, { signal, context: { asItComes: true } }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}
