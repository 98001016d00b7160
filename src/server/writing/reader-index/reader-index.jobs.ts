import type { Job } from '../../platform/job.ts'
import { hasOrders, orderMissed, readOrdered } from './reader-index.service.ts'

/** Indexes waiting texts: ordered by a migration or a bulk change, or left by an ended instance. */
export const readPublicTexts: Job = {
  name: 'read-public-texts',
  everySeconds: 5,
  hasWork: ({ db }) => hasOrders(db),
  run: readOrdered,
}

/**
 * Indexes texts changed outside the server: by a former release, which also writes an older form of the index, or
 * directly in the database.
 */
export const orderMissedTexts: Job = {
  name: 'order-missed-texts',
  everySeconds: 24 * 3600,
  run: ({ db }) => orderMissed(db),
}
