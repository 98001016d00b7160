import { sql, type Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/** The articles that a guest was invited to (RUL-61). */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  const statements = [
    `create table article_guests (
      article_id text not null references articles (id) on delete cascade,
      user_id text not null references users (id) on delete cascade,
      invited_at ${instant} not null,
      primary key (article_id, user_id)
    )`,
    'create index article_guests_user on article_guests (user_id)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
