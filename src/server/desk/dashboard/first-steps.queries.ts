import { sql } from 'kysely'
import { personName } from '../../../rules/person-name.ts'
import type { Db } from '../../platform/db/db.ts'

/** Data of the account needed for its steps; null if it is gone. */
export async function getPerson(db: Db, id: string) {
  const row = await db
    .selectFrom('users')
    .select(['email', 'display_name', 'first_steps_hidden'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row
    ? { name: personName(row), has_name: row.display_name !== null, hidden: row.first_steps_hidden === 1 }
    : null
}

/** Number of articles outside the trash. */
export async function countLivingArticles(db: Db): Promise<number> {
  const row = await db
    .selectFrom('articles')
    .select((e) => e.fn.countAll().as('count'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Number of other accounts, waiting ones included, and of valid invitations. */
export async function countColleagues(db: Db, id: string, now: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from users where id <> ${id} and is_anonymous = 0 and approval = 'approved')
      + (select count(*) from invites where expires_at > ${now}) as count`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Whether the inbox has a source: a feed, a capture token, or a captured entry. */
export async function hasSources(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    select case when exists (select 1 from rss_feeds where deleted_at is null) or exists (select 1 from inbox_tokens)
      or exists (select 1 from inbox_items where source <> 'quick') then 1 else 0 end as found`.execute(db)
  return Number(rows[0]?.found) === 1
}
