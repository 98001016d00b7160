import type { AuditEvent } from '../../contract/audit.ts'
import type { Api } from './api.ts'
import { pagesQuery } from './pages.ts'

/** The audit log, newest first. `q` matches the address of the account concerned or of the actor. */
export function auditQuery(api: Api, { event, q }: { event: AuditEvent | undefined; q: string }) {
  return {
    ...pagesQuery(['audit', event, q], (cursor, call) => api.audit.list({ cursor, event, q: q || undefined }, call)),
    staleTime: 0,
  }
}
