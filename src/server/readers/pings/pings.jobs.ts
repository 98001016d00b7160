import type { Job } from '../../platform/job.ts'
import { hasPings, sendPings } from './pings.service.ts'

/** Notifies hub and search engines of changes, if the operator has configured them. */
export const tellOutside: Job = { name: 'tell-outside', everySeconds: 15, hasWork: hasPings, run: sendPings }
