import type { Job } from '../../platform/job.ts'
import { fillDue, isAnyDue } from './embeds.service.ts'

/** Retries embeds whose provider was unreachable, and those left by an ended instance. */
export const fillMissedEmbeds: Job = {
  name: 'fill-missed-embeds',
  everySeconds: 60,
  hasWork: isAnyDue,
  run: (runtime) => fillDue(runtime),
}
