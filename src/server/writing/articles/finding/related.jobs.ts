import { catchUpJob } from '../../../platform/catch-up.ts'
import type { Job } from '../../../platform/job.ts'
import { relateOlder } from './related.service.ts'

/** Articles that were last changed before related ones were kept (SITE-14). */
export const relateOlderArticles: Job = catchUpJob('relate-older-articles', [relateOlder])
