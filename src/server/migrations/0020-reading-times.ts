import type { Kysely } from 'kysely'

/**
 * How long a live text reads, kept when it is saved, so that lists need no texts. Beside the articles, not among their
 * columns: the former release writes texts without it, and the length they had then tells which number is no longer theirs.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('article_reading_times')
    .addColumn('article_id', 'text', (c) => c.primaryKey().references('articles.id').onDelete('cascade'))
    .addColumn('minutes', 'integer', (c) => c.notNull())
    .addColumn('text_bytes', 'integer', (c) => c.notNull())
    .execute()
}
