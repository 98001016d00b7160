import type { Job } from '../../../platform/job.ts'
import * as purges from './purges.service.ts'

/** RUL-52: what the CDN has not taken yet, and on several instances the second request. */
export const sendPurges: Job = {
  name: 'send-cdn-purges',
  everySeconds: 5,
  hasWork: async (runtime) => runtime.config.CDN_PURGE_URL !== undefined && purges.isAnythingToPurge(runtime),
  run: (runtime) => purges.sendPurges(runtime),
}
