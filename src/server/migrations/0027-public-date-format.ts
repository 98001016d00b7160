import type { Kysely } from 'kysely'

/** How readers see dates (RUL-68), until somebody chooses as the specification has it. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('settings')
    .addColumn('public_date_format', 'text', (c) => c.notNull().defaultTo('MMMM d, yyyy'))
    .execute()
}
