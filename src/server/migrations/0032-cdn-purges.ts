import type { Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/** What a CDN has yet to be told to forget (RUL-52): noted in the transaction that changes it, gone once the CDN has taken it. */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  await db.schema
    .createTable('cdn_purges')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('tags', 'text', (c) => c.notNull())
    .addColumn('due_at', instant, (c) => c.notNull())
    .addColumn('is_repeat', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('cdn_purges_due').on('cdn_purges').columns(['due_at', 'id']).execute()
}
