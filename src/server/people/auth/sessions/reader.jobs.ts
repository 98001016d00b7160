import type { Job } from '../../../platform/job.ts'
import { forgetExpiredReaders } from './reader.service.ts'

/** Deletes expired reader cookies. */
export const forgetReaders: Job = {
  name: 'forget-readers',
  everySeconds: 86_400,
  run: ({ db, clock }) => forgetExpiredReaders(db, clock()),
}
