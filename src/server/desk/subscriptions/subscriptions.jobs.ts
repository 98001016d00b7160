import type { Job } from '../../platform/job.ts'
import { fetchDue, isAnythingDue } from './fetch-due.service.ts'

/** Fetches feeds that are due (RUL-106), and those of an ended instance once its claims have run out. */
export const fetchFeeds: Job = { name: 'fetch-feeds', everySeconds: 2, hasWork: isAnythingDue, run: fetchDue }
