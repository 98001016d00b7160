import type { Job } from '../../../platform/job.ts'
import { measureAll } from './reading-times.service.ts'

/** Texts that a former release or an import wrote get their minutes before somebody asks for them. */
export const measureReadingTimes: Job = {
  name: 'measure-reading-times',
  everySeconds: 24 * 3600,
  run: ({ db }) => measureAll(db),
}
