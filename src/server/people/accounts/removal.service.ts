import { ApiError, invalidField } from '../../../contract/errors.ts'
import { ARTICLES } from '../../writing/articles/article-noun.ts'
import * as articles from '../../writing/articles/articles.service.ts'
import { PAGES } from '../../writing/pages/page-noun.ts'
import * as texts from '../../writing/texts/written-texts.service.ts'
import type { Db } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/caller.ts'
import * as queries from './accounts.queries.ts'
import { holdAccount } from './accounts.service.ts'
import { recordEvent } from './audit.service.ts'

export type Removal = {
  id: string
  /** New author of the articles and pages: another approved account, or none. */
  articlesTo: string | null
}

/**
 * Deletes an account for good, in one transaction: its articles and pages go to another account or lose their author,
 * its other records stay without an author, its sessions, factors, identities and tokens are deleted; audited. The
 * caller's permission must have been checked. Errors: 404, 409 `last_owner`, 400 `articles_to` for an account that
 * cannot take over articles.
 */
export async function deleteAccount(
  db: Db,
  { id, articlesTo }: Removal,
  { caller, now, ip }: Actor & { ip?: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockFor(tx, 'accounts')
    const account = await holdAccount(tx, id)
    if (!account) throw new ApiError('not_found')
    if (await isLastOwner(tx, account)) throw new ApiError('last_owner')
    if (articlesTo !== null) {
      const successor = articlesTo === id ? null : await queries.getUser(tx, articlesTo)
      if (successor?.approval !== 'approved')
        throw invalidField('articles_to', 'Dieses Konto kann die Artikel nicht übernehmen.')
    }
    const handed = {
      articles: await articles.handOver(tx, id, articlesTo),
      pages: await texts.handOver(tx, PAGES.tables, id, articlesTo),
    }
    await recordEvent(tx, {
      event: 'account_deleted',
      at: now,
      userId: id,
      ...(caller.userId !== id && { actorId: caller.userId }),
      email: account.email,
      ip,
      details: { ...handed, articles_to: articlesTo },
    })
    // Before the account goes: it may be the one who does it, and what is written about it refers to it until then.
    await announce(tx, { noun: 'users', id, verb: 'removed', done: 'purged' })
    await queries.deleteUser(tx, id)
  })
}

/** The facts and choices before an account is deleted; waiting accounts do not see other accounts. */
export async function getRemovalChoices(db: Db, id: string) {
  const account = await queries.getUser(db, id)
  if (!account) throw new ApiError('not_found')
  return {
    article_count: await texts.countBy(db, ARTICLES.tables, id),
    page_count: await texts.countBy(db, PAGES.tables, id),
    successors: account.approval === 'approved' ? await queries.listSuccessors(db, id) : [],
    last_owner: await isLastOwner(db, account),
  }
}

async function isLastOwner(db: Db, { id, role, approval }: queries.UserRow): Promise<boolean> {
  return role === 'owner' && approval === 'approved' && (await queries.countOtherOwners(db, id)) === 0
}
