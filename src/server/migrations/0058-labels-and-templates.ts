import { sql, type Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/**
 * What readers are told of a text and of a picture – that it was paid for, what a machine did of it –, which articles stand first on
 * the landing page, and templates of articles (DESK-9). The former release knows nothing of it and loses nothing.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant, codeUnits } = columnTypes(db)
  for (const table of ['articles', 'article_working_copies'])
    for (const column of ['advert', 'ai_share', 'template'])
      await db.schema.alterTable(table).addColumn(column, 'text').execute()
  await db.schema.alterTable('media_assets').addColumn('ai_share', 'text').execute()
  await db.schema.alterTable('articles').addColumn('pinned_at', instant).execute()
  await sql`create index articles_pinned on articles (pinned_at) where pinned_at is not null`.execute(db)
  await db.schema
    .createTable('article_templates')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    // the name folded: no two templates are told apart by capitals or umlauts alone
    .addColumn('folded_name', codeUnits, (c) => c.notNull().unique())
    // JSON of the fields of the text and its tags
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('author_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('updated_at', instant, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('article_templates_author').on('article_templates').column('author_id').execute()
}
