import { catchUpJob } from '../../platform/catch-up.ts'
import type { Job } from '../../platform/job.ts'
import { fillDue, isAnyDue, orderOlder } from './embeds.service.ts'

/** Embeds whose provider could not be reached, and those an instance was asking for when it ended. */
export const fillMissedEmbeds: Job = {
  name: 'fill-missed-embeds',
  everySeconds: 60,
  hasWork: isAnyDue,
  run: (runtime) => fillDue(runtime),
}

/** Texts that were saved before embeds had titles and pictures. */
export const orderOlderEmbeds: Job = catchUpJob('order-older-embeds', orderOlder)
