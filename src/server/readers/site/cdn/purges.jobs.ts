import type { Job } from '../../../platform/job.ts'
import * as purges from './purges.service.ts'

/** RUL-52: purges that the CDN has not accepted yet, and with several instances the repeated request. */
export const sendPurges: Job = {
  name: 'send-cdn-purges',
  everySeconds: 5,
  hasWork: async (runtime) => runtime.config.CDN_PURGE_URL !== undefined && purges.isAnythingToPurge(runtime),
  run: (runtime) => purges.sendPurges(runtime),
}
