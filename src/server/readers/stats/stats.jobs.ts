import type { Job } from '../../platform/job.ts'
import { forgetReferrers, hasViews, writeViews } from './stats.service.ts'

/** What was read is written down a few seconds later, by every instance for itself. */
export const writeDownViews: Job = {
  name: 'write-down-views',
  everySeconds: 10,
  everywhere: true,
  hasWork: async ({ db }) => hasViews(db),
  run: writeViews,
}

/** Where readers came from more than a year ago is nobody's matter. */
export const forgetOldReferrers: Job = {
  name: 'forget-old-referrers',
  everySeconds: 24 * 3600,
  run: ({ db, clock }) => forgetReferrers(db, clock()),
}
