import type { Job } from '../../platform/job.ts'
import { orderOldForms, readOrders, waitsToBeRead } from './search.service.ts'

/** Indexes changes without a search since, those ordered by a migration, and those left by an ended instance. */
export const readSearched: Job = {
  name: 'read-searched',
  everySeconds: 5,
  hasWork: ({ db }) => waitsToBeRead(db),
  run: ({ db }) => readOrders(db),
}

/** Indexes again what a former release wrote during a rolling update. */
export const orderOldSearched: Job = {
  name: 'order-old-searched',
  everySeconds: 24 * 3600,
  run: ({ db }) => orderOldForms(db),
}
