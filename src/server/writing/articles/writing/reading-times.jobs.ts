import type { Job } from '../../../platform/job.ts'
import { measureAll } from './reading-times.service.ts'

/** Measures texts written by a former release or an import in advance. */
export const measureReadingTimes: Job = {
  name: 'measure-reading-times',
  everySeconds: 24 * 3600,
  run: ({ db }) => measureAll(db),
}
