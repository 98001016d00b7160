import type { TaskPriority } from '../../../contract/tasks.ts'
import type { TaskTemplate } from '../../../contract/tasks/templates.ts'
import type { Db } from '../../platform/db/db.ts'
import type { TaskTemplatesTable } from '../../tables.ts'

/** Initial values of a card made from a template. */
export type TemplateContent = {
  title: string
  priority: TaskPriority
  notes: string
  checks: string[]
  assignee_id: string | null
}

const SHOWN = ['id', 'name', 'content', 'updated_at'] as const
type Row = Pick<TaskTemplatesTable, (typeof SHOWN)[number]>

function toTemplate({ content, ...row }: Row): TaskTemplate {
  const { title, priority, assignee_id, checks } = JSON.parse(content) as TemplateContent
  return { ...row, title, priority, assignee_id, checks: checks.length }
}

/** Templates by name. */
export async function listTemplates(db: Db): Promise<TaskTemplate[]> {
  const rows = await db.selectFrom('task_templates').select(SHOWN).orderBy('folded_name').execute()
  return rows.map(toTemplate)
}

/** The content of a template, or null. */
export async function getContent(db: Db, id: string): Promise<TemplateContent | null> {
  const row = await db.selectFrom('task_templates').select('content').where('id', '=', id).executeTakeFirst()
  return row ? (JSON.parse(row.content) as TemplateContent) : null
}

/** Stores a template; one of the same name is replaced if requested, else null. */
export async function putTemplate(
  db: Db,
  row: TaskTemplatesTable,
  { replace }: { replace: boolean },
): Promise<TaskTemplate | null> {
  const { name, content, updated_at } = row
  const stored = await db
    .insertInto('task_templates')
    .values(row)
    .onConflict((conflict) => {
      const same = conflict.column('folded_name')
      return replace ? same.doUpdateSet({ name, content, updated_at }) : same.doNothing()
    })
    .returning(SHOWN)
    .executeTakeFirst()
  return stored ? toTemplate(stored) : null
}

/** Renames a template; null for an unknown id. A taken name is a unique violation. */
export async function renameTemplate(
  db: Db,
  { id, ...values }: Pick<TaskTemplatesTable, 'id' | 'name' | 'folded_name' | 'updated_at'>,
): Promise<TaskTemplate | null> {
  const row = await db
    .updateTable('task_templates')
    .set(values)
    .where('id', '=', id)
    .returning(SHOWN)
    .executeTakeFirst()
  return row ? toTemplate(row) : null
}

/** Deletes a template; whether there was one. */
export async function deleteTemplate(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('task_templates').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
