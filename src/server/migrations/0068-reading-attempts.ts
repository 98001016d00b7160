import type { Kysely } from 'kysely'

/** How many readings of an import's source have begun and not ended: those that ended with their process. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('imports')
    .addColumn('reading_attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
