import type { Job } from '../../platform/job.ts'
import { hasOrders, orderMissed, readOrdered } from './reader-index.service.ts'

/** Texts that wait to be searched: what a migration or a bulk of changes ordered, or an instance that ended left over. */
export const readPublicTexts: Job = {
  name: 'read-public-texts',
  everySeconds: 5,
  hasWork: ({ db }) => hasOrders(db),
  run: readOrdered,
}

/** What came past the server (a former release, which also writes an older form of the index; rows put in by hand) is searched, too. */
export const orderMissedTexts: Job = {
  name: 'order-missed-texts',
  everySeconds: 24 * 3600,
  run: ({ db }) => orderMissed(db),
}
