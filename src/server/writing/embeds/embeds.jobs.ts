import type { Job } from '../../platform/job.ts'
import { fillDue, isAnyDue } from './embeds.service.ts'

/** Embeds whose provider could not be reached, and those an instance was asking for when it ended. */
export const fillMissedEmbeds: Job = {
  name: 'fill-missed-embeds',
  everySeconds: 60,
  hasWork: isAnyDue,
  run: (runtime) => fillDue(runtime),
}
