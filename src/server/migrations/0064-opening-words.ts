import type { Kysely } from 'kysely'

/**
 * The words a live text is shown with where it has no excerpt, kept beside the minutes of reading and found in the same way.
 * Null until this release has read the text: the former one writes rows without it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('article_reading_times').addColumn('opening', 'text').execute()
}
