import { z } from 'zod'
import { TEMPLATE_NAME_MISSING } from '../../rules/planning.ts'
import { endpoint } from '../endpoint.ts'
import { byId, id, instant, line } from '../fields.ts'
import { task } from '../tasks.ts'
import { taskPriority, taskStatus } from './fields.ts'

const name = line(120, TEMPLATE_NAME_MISSING).refine((value) => value !== '', TEMPLATE_NAME_MISSING)

export const taskTemplate = z.object({
  id,
  name: z.string(),
  /** What a card made of it begins with. */
  title: z.string(),
  priority: taskPriority,
  assignee_id: id.nullable(),
  /** How many things its checklist has. */
  checks: z.number().int(),
  updated_at: instant,
})
export type TaskTemplate = z.infer<typeof taskTemplate>

const createInput = z.object({
  name,
  task_id: id,
  /** Takes the place of one of this name; without it that is 409 `name_taken`. */
  replace: z.boolean().default(false),
})
export type CreateTaskTemplate = z.infer<typeof createInput>

export const taskTemplates = {
  /** By name. */
  list: endpoint('GET', '/task-templates', 'approved').output(z.object({ items: z.array(taskTemplate) })),
  /** Keeps a card as a template: title, notes, checklist (nothing of it ticked), priority, and who does it. */
  create: endpoint('POST', '/task-templates', 'approved').input(createInput).output(taskTemplate),
  /** Gives it another name; 409 `name_taken` where there is one of that name. */
  rename: endpoint('PATCH', '/task-templates/{id}', 'approved').input(z.object({ id, name })).output(taskTemplate),
  /** Removes it for good; cards made of it stay. */
  remove: endpoint('DELETE', '/task-templates/{id}', 'approved', 204).input(byId).output(z.void()),
  /** A new card of it at the end of a column; somebody who is gone meanwhile does not do it. */
  use: endpoint('POST', '/task-templates/{id}/task', 'approved')
    .input(z.object({ id, status: taskStatus.default('idea') }))
    .output(task),
}
