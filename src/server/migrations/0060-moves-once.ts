import type { Kysely } from 'kysely'

/** The moves a card has made last, so that one that is sent again does not take back what others did since (RUL-65). */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('editorial_tasks')
    .addColumn('move_ids', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
