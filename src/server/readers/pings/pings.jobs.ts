import type { Job } from '../../platform/job.ts'
import { hasPings, sendPings } from './pings.service.ts'

/** Tells hub and search engines of changes, where the operator has named them. */
export const tellOutside: Job = { name: 'tell-outside', everySeconds: 15, hasWork: hasPings, run: sendPings }
