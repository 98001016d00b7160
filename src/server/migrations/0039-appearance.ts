import type { Kysely } from 'kysely'

/** How the site looks, in one row; the CSS readers get and what was typed for it stand apart, since no page needs them. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('appearance')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('choices', 'text', (c) => c.notNull())
    .addColumn('custom_css', 'text', (c) => c.notNull())
    .addColumn('shown_css', 'text', (c) => c.notNull())
    .execute()
}
