import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { may } from '../../rules/roles.ts'
import type { Caller } from './caller.ts'
import type { Db } from './db/db.ts'

/** The account of a caller that reads only some articles (RUL-61); null for one that reads all. */
export function guestOf({ role, userId }: Pick<Caller, 'role' | 'userId'>): string | null {
  return may(role, 'texts.all') ? null : userId
}

/**
 * Whether a guest reads the article whose id stands in a column: one that the account wrote, that was handed to it, or to which it was
 * invited.
 */
export function isReadBy(guest: string, column: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} in (
    select id from articles where author_id = ${guest} or assignee_id = ${guest}
    union all select article_id from article_guests where user_id = ${guest})`
}

/** Those of these guests that read an article. */
export async function readersAmong(db: Db, guests: readonly string[], articleId: string): Promise<ReadonlySet<string>> {
  if (guests.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select users.id from users, articles where articles.id = ${articleId} and users.id in (${sql.join(guests)})
      and (users.id in (articles.author_id, articles.assignee_id)
        or exists (select 1 from article_guests where article_id = articles.id and user_id = users.id))`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
