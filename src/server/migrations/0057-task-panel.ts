import type { Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/**
 * What a card holds beside its face: notes, a checklist, who does it, research; and what became of it. The former release shows
 * the face and leaves the rest as it is.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  const alter = () => db.schema.alterTable('editorial_tasks')
  await alter()
    .addColumn('notes', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await alter()
    .addColumn('checklist', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
  await alter()
    .addColumn('assignee_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .execute()
  await alter()
    .addColumn('research_id', 'text', (c) => c.references('research_items.id').onDelete('set null'))
    .execute()
  for (const column of ['assignee_id', 'research_id'])
    await db.schema.createIndex(`editorial_tasks_${column}`).on('editorial_tasks').column(column).execute()
  await db.schema
    .createTable('task_changes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('task_id', 'text', (c) => c.notNull().references('editorial_tasks.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('field', 'text', (c) => c.notNull())
    .addColumn('value', 'text')
    .addColumn('at', instant, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('task_changes_task').on('task_changes').columns(['task_id', 'at']).execute()
  await db.schema.createIndex('task_changes_user').on('task_changes').column('user_id').execute()
}
