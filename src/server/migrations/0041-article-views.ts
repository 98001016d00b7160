import type { Kysely } from 'kysely'

/**
 * How often an article was read (RUL-50): by day of the site and the host that led there, empty where none did. Nothing of a
 * reader.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('article_views')
    .addColumn('article_id', 'text', (c) => c.notNull().references('articles.id').onDelete('cascade'))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('host', 'text', (c) => c.notNull())
    .addColumn('views', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('article_views_key', ['article_id', 'day', 'host'])
    .execute()
  await db.schema.createIndex('article_views_by_day').on('article_views').columns(['day', 'article_id']).execute()
}
