import type { Job } from '../../platform/job.ts'
import { forgetOldEvents } from './audit.service.ts'

/** Deletes audit entries after 90 days. */
export const forgetAuditEvents: Job = {
  name: 'forget-audit-events',
  everySeconds: 86_400,
  run: ({ db, clock }) => forgetOldEvents(db, clock()),
}
