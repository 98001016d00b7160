import { type Kysely } from 'kysely'

/** How many characters the autosaves of one stretch of work have taken away together, since they are one version. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('article_revisions')
    .addColumn('lost', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
