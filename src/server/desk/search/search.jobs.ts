import type { Job } from '../../platform/job.ts'
import { orderOldForms, readOrders, waitsToBeRead } from './search.service.ts'

/** What changed and nobody has searched for since, a migration ordered or an instance that ended left over. */
export const readSearched: Job = {
  name: 'read-searched',
  everySeconds: 5,
  hasWork: ({ db }) => waitsToBeRead(db),
  run: ({ db }) => readOrders(db),
}

/** What a former release has read while this one was already there (a rolling update) is read again. */
export const orderOldSearched: Job = {
  name: 'order-old-searched',
  everySeconds: 24 * 3600,
  run: ({ db }) => orderOldForms(db),
}
