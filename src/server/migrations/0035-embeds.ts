import type { Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/**
 * What is known of embeds (RUL-49), by their plain address: fetched once, however many texts name them. `try_at` is when they
 * are asked for (again); null once there is nothing more to ask.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { codeUnits, instant } = columnTypes(db)
  await db.schema
    .createTable('embeds')
    .addColumn('address', codeUnits, (c) => c.primaryKey())
    .addColumn('title', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('picture', 'text')
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('try_at', instant)
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('embeds_try_at').on('embeds').column('try_at').execute()
}
