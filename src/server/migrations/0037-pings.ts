import type { Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/** Articles whose change is still to be told to those outside who asked for it (WebSub, IndexNow). */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  await db.schema
    .createTable('pings')
    .addColumn('article_id', 'text', (c) => c.primaryKey().references('articles.id').onDelete('cascade'))
    // another change while one is told: it is told again
    .addColumn('nonce', 'text', (c) => c.notNull())
    .addColumn('due_at', instant, (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('pings_due').on('pings').column('due_at').execute()
}
