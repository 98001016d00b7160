import { sql, type Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/**
 * What stands at the end of an article (SITE-14): a correction and the series it belongs to, both of its text and so of its working
 * version, when readers' text was changed, and which articles belong to it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['articles', 'article_working_copies'])
    for (const column of ['correction', 'series']) await db.schema.alterTable(table).addColumn(column, 'text').execute()
  await db.schema.alterTable('articles').addColumn('text_changed_at', columnTypes(db).instant).execute()
  await sql`create index articles_series on articles (series) where series is not null`.execute(db)
  await db.schema
    .createTable('article_relations')
    .addColumn('article_id', 'text', (c) => c.notNull().references('articles.id').onDelete('cascade'))
    .addColumn('related_id', 'text', (c) => c.notNull().references('articles.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('article_relations_key', ['article_id', 'related_id'])
    .execute()
  await db.schema.createIndex('article_relations_back').on('article_relations').column('related_id').execute()
}
