import { infiniteQueryOptions } from '@tanstack/react-query'
import type { AuditEvent } from '../../contract/audit.ts'
import type { Api } from './api.ts'

/** The audit log, newest first; `q` searches the addresses of whom it concerns and who did it. */
export function auditQuery(api: Api, { event, q }: { event: AuditEvent | undefined; q: string }) {
  return infiniteQueryOptions({
    queryKey: ['audit', event, q],
    queryFn: ({ pageParam, signal }) => api.audit.list({ cursor: pageParam, event, q: q || undefined }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: (former) => former,
    staleTime: 0,
  })
}
