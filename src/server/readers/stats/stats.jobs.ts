import type { Job } from '../../platform/job.ts'
import { forgetReferrers, hasViews, writeViews } from './stats.service.ts'

/** Views are stored a few seconds later, by every instance for itself. */
export const writeDownViews: Job = {
  name: 'write-down-views',
  everySeconds: 10,
  everywhere: true,
  hasWork: async ({ db }) => hasViews(db),
  run: writeViews,
}

/** Deletes referrers older than a year. */
export const forgetOldReferrers: Job = {
  name: 'forget-old-referrers',
  everySeconds: 24 * 3600,
  run: ({ db, clock }) => forgetReferrers(db, clock()),
}
