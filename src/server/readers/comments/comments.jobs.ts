import { inTransaction } from '../../platform/db/transaction.ts'
import type { Job } from '../../platform/job.ts'
import { deleteUsedStamps, forgetNetworks, forgetRemovedWords, hasRemovedWords } from './comments.queries.ts'

/** A preview is valid for a day; its time is remembered longer than that. */
const STAMPS_KEPT_MS = 2 * 86_400_000

/** COM-9: forgets the hashes of network addresses before they are a day old, and used times of previews. */
export const forgetNetworksOfComments: Job = {
  name: 'forget-networks-of-comments',
  everySeconds: 600,
  hasWork: async ({ db, clock }) => {
    const due = await db
      .selectFrom('comments')
      .select('id')
      .where('network_until', '<=', clock().toISOString())
      .limit(1)
      .executeTakeFirst()
    return due !== undefined
  },
  run: ({ db, clock }) =>
    inTransaction(db, async (tx) => {
      const now = clock()
      await forgetNetworks(tx, now.toISOString())
      await deleteUsedStamps(tx, new Date(now.getTime() - STAMPS_KEPT_MS).toISOString())
    }),
}

/** How long the words of a removed comment are kept, for an objection. */
const WORDS_KEPT_MS = 30 * 86_400_000

/** Forgets name and text of comments that were removed long ago; what stands in their place stays. */
export const forgetRemovedComments: Job = {
  name: 'forget-removed-comments',
  everySeconds: 3600,
  hasWork: ({ db, clock }) => hasRemovedWords(db, new Date(clock().getTime() - WORDS_KEPT_MS).toISOString()),
  run: ({ db, clock }) =>
    inTransaction(db, (tx) => forgetRemovedWords(tx, new Date(clock().getTime() - WORDS_KEPT_MS).toISOString())),
}
