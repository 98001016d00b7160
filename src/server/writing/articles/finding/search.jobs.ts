import { mergeSearchIndexes } from '../../../platform/search/search.ts'
import type { Job } from '../../../platform/job.ts'

/** Keeps search indexes quick after many changes. */
export const keepSearchQuick: Job = {
  name: 'keep-search-quick',
  everySeconds: 24 * 3600,
  run: ({ db }) => mergeSearchIndexes(db),
}
