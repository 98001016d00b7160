import type { Kysely } from 'kysely'

/**
 * What readers saw of an article before the last change of that, for the `Rückgängig` of its toast (RUL-67): one for each
 * article, for a few minutes. A table of its own: the former release knows nothing of it and loses nothing by it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('article_undos')
    .addColumn('article_id', 'text', (c) => c.primaryKey().references('articles.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('newest_version', 'integer', (c) => c.notNull())
    .addColumn('before', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('article_undos_created').on('article_undos').column('created_at').execute()
  await db.schema.createIndex('article_undos_user').on('article_undos').column('user_id').execute()
}
