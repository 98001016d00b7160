import { sql, type Kysely } from 'kysely'

/**
 * What texts of before an update still lack: which articles belong to one another (0042), and what they embed (0035). A row is
 * there as long as there is something left, and says behind which id; a new blog has nothing to catch up on.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table catch_ups (name text primary key, after text not null)`.execute(db)
  const anyArticle = sql`select 1 from articles`
  // Not the two that every blog begins with.
  const anyPage = sql`select 1 from pages where author_id is not null or version > 1`
  for (const [name, any] of [
    ['article-relations', anyArticle],
    ['article-embeds', anyArticle],
    ['page-embeds', anyPage],
  ] as const)
    await sql`insert into catch_ups (name, after) select cast(${name} as text), '' where exists (${any})`.execute(db)
}
