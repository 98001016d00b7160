import type { ArticleGuests } from '../../../contract/articles/guests.ts'
import { found, invalidField } from '../../../contract/errors.ts'
import { personName } from '../../../rules/person-name.ts'
import type { Actor } from '../../platform/caller.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import { notify, settleNotice } from '../../platform/notify.ts'
import { mustLock } from '../texts/locked-text.service.ts'
import { ARTICLES } from './article-noun.ts'
import { ARTICLE_TABLES } from './article-tables.ts'
import { livingVersion } from '../texts/written-tables.ts'

/** Who is invited to an article, and who else may be. Error: 404. */
export async function listGuests(db: Db, id: string): Promise<ArticleGuests> {
  found(await livingVersion(db, ARTICLE_TABLES, id))
  const rows = await db
    .selectFrom('users')
    .leftJoin('article_guests', (join) =>
      join.onRef('article_guests.user_id', '=', 'users.id').on('article_guests.article_id', '=', id),
    )
    .select(['users.id', 'users.email', 'users.display_name', 'article_guests.invited_at'])
    .where('users.lesser_role', '=', 'guest')
    .where('users.approval', '=', 'approved')
    .execute()
  const guests = rows
    .map(({ invited_at, ...user }) => ({ id: user.id, name: personName(user), invited_at }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'de'))
  return {
    items: guests.flatMap(({ invited_at, ...guest }) => (invited_at === null ? [] : [{ ...guest, invited_at }])),
    others: guests.flatMap(({ invited_at, ...guest }) => (invited_at === null ? [guest] : [])),
  }
}

type Invitation = { id: string; user_id: string }

/** Invites a guest to an article, and notifies the account. Text and version stay. Errors: those of the endpoint. */
export async function inviteGuest(db: Db, invitation: Invitation, { caller, now }: Actor): Promise<ArticleGuests> {
  const { id, user_id } = invitation
  return inTransaction(db, async (tx) => {
    const title = await titleOfLocked(tx, id)
    const { items, others } = await listGuests(tx, id)
    if (![...items, ...others].some((guest) => guest.id === user_id))
      throw invalidField('user_id', 'Einladen lassen sich freigegebene Konten mit der Rolle Gast')
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('article_guests')
      .values({ article_id: id, user_id, invited_at: now.toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows) {
      await announce(tx, { noun: 'articles', id, verb: 'updated', hidden: true, done: 'guest-invited' })
      const things = [{ noun: 'articles', id, title }]
      const by = caller.userId
      await notify(tx, { kind: 'invited', things, to: [user_id], by, at: now, group: by })
    }
    return listGuests(tx, id)
  })
}

/** Takes an invitation back. Unread notices of the account no longer name the article. Errors: those of the endpoint. */
export async function removeGuest(db: Db, { id, user_id }: Invitation): Promise<ArticleGuests> {
  return inTransaction(db, async (tx) => {
    await titleOfLocked(tx, id)
    const { numDeletedRows } = await tx
      .deleteFrom('article_guests')
      .where('article_id', '=', id)
      .where('user_id', '=', user_id)
      .executeTakeFirst()
    if (numDeletedRows > 0n) {
      await announce(tx, { noun: 'articles', id, verb: 'updated', hidden: true, done: 'guest-removed' })
      await settleNotice(tx, { id, of: user_id })
    }
    return listGuests(tx, id)
  })
}

/** The title of an article, whose row is locked. Error: 404. */
async function titleOfLocked(tx: Tx, id: string): Promise<string> {
  const { title } = await mustLock(tx, ARTICLES, id)
  return title
}
