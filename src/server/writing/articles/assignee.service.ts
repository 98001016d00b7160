import { found, invalidField } from '../../../contract/errors.ts'
import type { Article } from '../../../contract/articles.ts'
import type { Actor } from '../../platform/caller.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import { notifyAssignee } from '../../platform/notify.ts'
import { mustLock } from '../texts/locked-text.service.ts'
import { ARTICLES } from './article-noun.ts'
import { getArticle, nameOfApproved, setAssignee } from './articles.queries.ts'
import { shareReferences } from './references.service.ts'

/**
 * Hands an article to a person, or to nobody (null), and notifies that person. Text and version stay, so that no open
 * editor meets a conflict. Errors: 404, 400 for anybody but an approved account.
 */
export async function assignArticle(
  db: Db,
  { id, assignee_id }: { id: string; assignee_id: string | null },
  { caller, now }: Actor,
): Promise<Article> {
  return inTransaction(db, async (tx) => {
    await shareReferences(tx)
    await mustLock(tx, ARTICLES, id)
    const { assignee_id: from, title } = found(await getArticle(tx, id))
    if (assignee_id !== null && (await nameOfApproved(tx, assignee_id)) === null)
      throw invalidField('assignee_id', 'Diese Person gibt es hier nicht')
    if (from !== assignee_id) {
      await setAssignee(tx, id, assignee_id)
      await announce(tx, { noun: 'articles', id, verb: 'updated', hidden: true, done: 'assigned' })
      const by = { by: caller.userId, at: now }
      await notifyAssignee(tx, { noun: 'articles', id, title }, { from, to: assignee_id }, by)
    }
    return found(await getArticle(tx, id))
  })
}

/** Hands an imported article to its person, where this blog has the account (RUL-53). */
export async function assignImported(tx: Tx, id: string, assignee_id: string): Promise<void> {
  if ((await nameOfApproved(tx, assignee_id)) !== null) await setAssignee(tx, id, assignee_id)
}

/** The name of an approved account, which may have work of its own; null for any other. */
export { nameOfApproved } from './articles.queries.ts'
