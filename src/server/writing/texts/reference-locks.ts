import type { Tx } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'

/**
 * Shared lock that keeps categories, tags and pictures from being deleted while an article or page that may use them is
 * written. Taken before the row's lock: a deletion first excludes all writers and then changes the texts.
 */
export async function shareReferences(tx: Tx): Promise<void> {
  await lockFor(tx, 'article-references', { shared: true })
}

/** Exclusive lock against all writers of articles and pages, while a category, tag, account or picture changes or is deleted. */
export async function lockReferences(tx: Tx): Promise<void> {
  await lockFor(tx, 'article-references')
}
