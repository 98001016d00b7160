import type { Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/**
 * Named views of the article list, replacing words in many articles and taking that back (DESK-10), the blog's own words (DESK-11),
 * and which articles use a source (DESK-16). All of it tables of their own: the former release loses nothing.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant, codeUnits } = columnTypes(db)
  await db.schema
    .createTable('list_views')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('folded_name', codeUnits, (c) => c.notNull())
    // the query of the list's address: filters, order and columns
    .addColumn('query', 'text', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addUniqueConstraint('list_views_name', ['user_id', 'folded_name'])
    .execute()
  await db.schema
    .createTable('replacements')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('author_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    // JSON of what was asked for (`rules/replace-words.ts`)
    .addColumn('wanted', 'text', (c) => c.notNull())
    .addColumn('live', 'integer', (c) => c.notNull())
    // `running`, `done`, `undoing` or `undone`
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('replacements_created').on('replacements').columns(['created_at', 'id']).execute()
  await db.schema.createIndex('replacements_author').on('replacements').column('author_id').execute()
  await db.schema
    .createTable('replacement_items')
    .addColumn('replacement_id', 'text', (c) => c.notNull().references('replacements.id').onDelete('cascade'))
    .addColumn('article_id', 'text', (c) => c.notNull().references('articles.id').onDelete('cascade'))
    .addColumn('version', 'integer', (c) => c.notNull())
    // JSON list of the places chosen, and of what stood there and where it stands now
    .addColumn('places', 'text', (c) => c.notNull())
    .addColumn('former', 'text')
    .addColumn('outcome', 'text')
    .addColumn('reason', 'text')
    .addColumn('after_version', 'integer')
    .addPrimaryKeyConstraint('replacement_items_key', ['replacement_id', 'article_id'])
    .execute()
  await db.schema.createIndex('replacement_items_article').on('replacement_items').column('article_id').execute()
  await db.schema
    .createTable('own_words')
    .addColumn('id', 'text', (c) => c.primaryKey())
    // letter for letter: „EMail“ is another word than „E-Mail“
    .addColumn('word', codeUnits, (c) => c.notNull().unique())
    // `accepted` or `flagged`
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('suggestion', 'text', (c) => c.notNull())
    .addColumn('author_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('own_words_author').on('own_words').column('author_id').execute()
  await db.schema
    .createTable('research_uses')
    .addColumn('research_item_id', 'text', (c) => c.notNull().references('research_items.id').onDelete('cascade'))
    .addColumn('article_id', 'text', (c) => c.notNull().references('articles.id').onDelete('cascade'))
    .addColumn('used_at', instant, (c) => c.notNull())
    .addPrimaryKeyConstraint('research_uses_key', ['research_item_id', 'article_id'])
    .execute()
  await db.schema.createIndex('research_uses_article').on('research_uses').column('article_id').execute()
}
