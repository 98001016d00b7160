import { sql, type Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/**
 * What saving by itself needs: which saves an article has taken in, what kind of version a revision is and when it was begun,
 * tags that wait with the working version, and who has an article open.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  const { schema } = db
  await schema
    .alterTable('articles')
    .addColumn('recent_saves', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
  await schema.alterTable('article_working_copies').addColumn('tag_ids', 'text').execute()
  await schema
    .alterTable('article_revisions')
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo('saved'))
    .execute()
  await schema.alterTable('article_revisions').addColumn('begun_at', instant).execute()
  await sql`update article_revisions set begun_at = created_at`.execute(db)
  await schema.createIndex('article_revisions_created').on('article_revisions').column('created_at').execute()
  await schema
    .createTable('article_presences')
    .addColumn('editor_id', 'text', (c) => c.primaryKey())
    .addColumn('article_id', 'text', (c) => c.notNull().references('articles.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('seen_at', instant, (c) => c.notNull())
    .execute()
  await schema.createIndex('article_presences_article').on('article_presences').column('article_id').execute()
}
