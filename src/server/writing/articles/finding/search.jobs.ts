import { mergeSearchIndexes } from '../../../platform/search/search.ts'
import type { Job } from '../../../platform/job.ts'

/** The indexes of searching stay quick however often articles change. */
export const keepSearchQuick: Job = {
  name: 'keep-search-quick',
  everySeconds: 24 * 3600,
  run: ({ db }) => mergeSearchIndexes(db),
}
