import type { Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/**
 * How many cards a column of the board should hold at most, templates of cards, and what was done to several cards at once and
 * can be taken back. The former release knows none of it and loses nothing.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant, codeUnits } = columnTypes(db)
  await db.schema
    .createTable('board_limits')
    .addColumn('status', 'text', (c) => c.primaryKey())
    .addColumn('most', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('task_templates')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    // the name folded: no two templates are told apart by capitals or umlauts alone
    .addColumn('folded_name', codeUnits, (c) => c.notNull().unique())
    // JSON of what a card made of it begins with
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('author_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('updated_at', instant, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('task_templates_author').on('task_templates').column('author_id').execute()
  await db.schema
    .createTable('task_undos')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    // JSON of what each card was before, and what it is since
    .addColumn('changes', 'text', (c) => c.notNull())
    .addColumn('undone', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('task_undos_user').on('task_undos').columns(['user_id', 'created_at']).execute()
}
