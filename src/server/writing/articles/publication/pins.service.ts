import { found } from '../../../../contract/errors.ts'
import type { Article } from '../../../../contract/articles.ts'
import { MOST_PINNED } from '../../../../rules/articles.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { lockFor } from '../../../platform/db/locks.ts'
import { announce, inTransaction } from '../../../platform/db/transaction.ts'
import { countPinned, getArticle, setPin, unpinAllBut } from '../articles.queries.ts'
import { mustLock } from '../../texts/locked-text.service.ts'
import { ARTICLES } from '../article-noun.ts'
import { shareReferences } from '../references.service.ts'

/**
 * Puts an article first on the landing page. At most `MOST_PINNED` stand there, the one pinned last before the others; one more
 * takes the place of the first. Its text and version stay, so no open editor hears of it as a change. Error: 404.
 */
export async function pinArticle(db: Db, id: string, now: Date): Promise<Article> {
  return inPins(db, id, async (tx) => {
    await setPin(tx, id, now.toISOString())
    await unpinAllBut(tx, MOST_PINNED)
  })
}

/** Takes it back to its place by date. Error: 404. */
export async function unpinArticle(db: Db, id: string): Promise<Article> {
  return inPins(db, id, (tx) => setPin(tx, id, null))
}

/** Pins an imported article that was pinned at its source, while there is room (RUL-53). */
export async function pinImported(tx: Tx, id: string, pinned_at: string): Promise<void> {
  if ((await countPinned(tx)) >= MOST_PINNED) return
  await setPin(tx, id, pinned_at)
  await announce(tx, { noun: 'article-pins', id, verb: 'updated' })
}

/** Which ones stand first is decided by one at a time. */
async function inPins(db: Db, id: string, change: (tx: Tx) => Promise<void>): Promise<Article> {
  return inTransaction(db, async (tx) => {
    await shareReferences(tx)
    await lockFor(tx, 'article-pins')
    await mustLock(tx, ARTICLES, id)
    await change(tx)
    // Readers see it on one page, desks in their lists.
    await announce(tx, { noun: 'article-pins', id, verb: 'updated' })
    await announce(tx, { noun: 'articles', id, verb: 'updated', hidden: true })
    return found(await getArticle(tx, id))
  })
}
