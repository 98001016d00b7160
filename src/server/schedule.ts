import { PULSE_JOB, type Job } from './platform/job.ts'
import { emptyTrash } from './trash/trash.jobs.ts'

/** Every background job and its interval. */
export const SCHEDULE: readonly Job[] = [{ name: PULSE_JOB, everySeconds: 30, run: async () => {} }, emptyTrash]
