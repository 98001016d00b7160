import type { Job } from '../platform/job.ts'
import { readOrders, waitsToBeRead } from './search.service.ts'

/** What changed and nobody has searched for since, a migration ordered or an instance that ended left over. */
export const readSearched: Job = {
  name: 'read-searched',
  everySeconds: 5,
  hasWork: ({ db }) => waitsToBeRead(db),
  run: ({ db }) => readOrders(db),
}
