import { ApiError } from '../../../contract/errors.ts'
import type { Task, TaskStatus } from '../../../contract/tasks.ts'
import type { CreateTaskTemplate, TaskTemplate } from '../../../contract/tasks/templates.ts'
import { fold } from '../../../rules/fold.ts'
import { isUniqueViolation, type Db, type Tx } from '../../platform/db/db.ts'
import type { Change } from '../../platform/db/transaction.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/caller.ts'
import { newId } from '../../platform/ids.ts'
import { nameOfApproved } from '../../writing/articles/assignee.service.ts'
import { getTask } from './tasks.queries.ts'
import { addTask } from './tasks.service.ts'
import * as queries from './templates.queries.ts'
import type { TemplateContent } from './templates.queries.ts'

export const allTemplates = queries.listTemplates

const taken = () =>
  new ApiError('name_taken', { fields: [{ field: 'name', reason: 'Eine Vorlage mit diesem Namen gibt es schon' }] })
const told = (tx: Tx, id: string, verb: Change['verb']) =>
  announce(tx, { noun: 'task-templates', id, verb, hidden: true })

/** Stores a card as a template. Errors: 404, 409 `name_taken` for an existing name without `replace`. */
export async function keepTemplate(db: Db, input: CreateTaskTemplate, { caller, now }: Actor): Promise<TaskTemplate> {
  const { name, task_id, replace } = input
  return inTransaction(db, async (tx) => {
    const task = await getTask(tx, task_id)
    if (!task) throw new ApiError('not_found')
    const { title, priority, notes, checklist, assignee_id } = task
    const content: TemplateContent = { title, priority, notes, checks: checklist.map(({ text }) => text), assignee_id }
    const at = now.toISOString()
    const row = {
      id: newId(),
      name,
      folded_name: fold(name),
      content: JSON.stringify(content),
      author_id: caller.userId,
      created_at: at,
      updated_at: at,
    }
    const stored = await queries.putTemplate(tx, row, { replace })
    if (!stored) throw taken()
    await told(tx, stored.id, 'created')
    return stored
  })
}

/** Renames a template. Errors: 404, 409 `name_taken`. */
export async function renameTemplate(
  db: Db,
  { id, name }: { id: string; name: string },
  { now }: Pick<Actor, 'now'>,
): Promise<TaskTemplate> {
  const values = { id, name, folded_name: fold(name), updated_at: now.toISOString() }
  try {
    return await inTransaction(db, async (tx) => {
      const renamed = await queries.renameTemplate(tx, values)
      if (!renamed) throw new ApiError('not_found')
      await told(tx, id, 'updated')
      return renamed
    })
  } catch (error) {
    throw isUniqueViolation(error) ? taken() : error
  }
}

/** Deletes a template for good. Error: 404. */
export async function removeTemplate(db: Db, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await queries.deleteTemplate(tx, id))) throw new ApiError('not_found')
    await told(tx, id, 'removed')
  })
}

/** Adds a card of a template at the end of a column; an account blocked in the meantime is not assigned. Error: 404. */
export async function useTemplate(
  db: Db,
  { id, status }: { id: string; status: TaskStatus },
  actor: Actor,
): Promise<Task> {
  return inTransaction(db, async (tx) => {
    const content = await queries.getContent(tx, id)
    if (!content) throw new ApiError('not_found')
    const { assignee_id, ...rest } = content
    const there = assignee_id !== null && (await nameOfApproved(tx, assignee_id)) !== null
    const bare = { due_at: null, article_id: null, research_id: null }
    return addTask(tx, { ...rest, ...bare, status, assignee_id: there ? assignee_id : null }, actor)
  })
}
