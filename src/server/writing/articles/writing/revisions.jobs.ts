import type { Job } from '../../../platform/job.ts'
import * as revisions from '../../texts/revisions.service.ts'
import { ARTICLE_TABLES } from '../article-tables.ts'

/** Versions of articles become fewer with age. */
export const thinRevisions: Job = {
  name: 'thin-revisions',
  everySeconds: 24 * 3600,
  run: (runtime) => revisions.thinRevisions(runtime.db, ARTICLE_TABLES, runtime.clock()),
}
