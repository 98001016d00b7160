import type { Kysely } from 'kysely'

/**
 * Revisions hold the whole text: what is not title, excerpt or body is one JSON, so that a new field of the text needs no column
 * here. Those of before, and those that the former release goes on writing, have none and restore what they hold.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('article_revisions').addColumn('details', 'text').execute()
}
