import { z } from 'zod'
import { ENTER_TITLE, TASK_PRIORITIES, TASK_STATUSES } from '../rules/planning.ts'
import { endpoint } from './endpoint.ts'
import { articleStatus } from './articles.ts'
import { byId, id, instant, instantInput, line, listQuery, page } from './fields.ts'

export const taskStatus = z.enum(TASK_STATUSES, 'Diese Spalte gibt es nicht')
export type TaskStatus = z.infer<typeof taskStatus>

export const taskPriority = z.enum(TASK_PRIORITIES, 'Diese Priorität gibt es nicht')
export type TaskPriority = z.infer<typeof taskPriority>

export const task = z.object({
  id,
  title: z.string(),
  priority: taskPriority,
  status: taskStatus,
  /** Order within the column: a fractional index, sorted by code unit. */
  position: z.string(),
  due_at: instant.nullable(),
  article_id: id.nullable(),
  /** The linked article as far as a card shows it (RUL-7). */
  article: z.object({ id, title: z.string(), status: articleStatus }).nullable(),
  author_id: id.nullable(),
  created_at: instant,
})
export type Task = z.infer<typeof task>

const fields = {
  title: line(300).refine((value) => value !== '', ENTER_TITLE),
  priority: taskPriority,
  due_at: instantInput.nullable(),
  article_id: id.nullable(),
}

const createInput = z.object({
  ...fields,
  priority: taskPriority.default('med'),
  status: taskStatus.default('idea'),
  due_at: fields.due_at.default(null),
  article_id: fields.article_id.default(null),
})
export type CreateTask = z.infer<typeof createInput>

const updateInput = z.object({ id, status: taskStatus.optional(), ...z.object(fields).partial().shape })
export type UpdateTask = z.infer<typeof updateInput>

const moveInput = z.object({
  id,
  status: taskStatus,
  /** The card it stands behind; null puts it first, left out puts it last. */
  after_id: id.nullable().optional(),
})
export type MoveTask = z.infer<typeof moveInput>

export const tasks = {
  /** Newest first (DATA-7). */
  list: endpoint('GET', '/tasks', 'approved')
    .input(listQuery.extend({ status: taskStatus.optional() }))
    .output(page(task)),
  /** Every living card, column by column in the board's own order. */
  board: endpoint('GET', '/tasks/board', 'approved').output(z.object({ items: z.array(task) })),
  get: endpoint('GET', '/tasks/{id}', 'approved').input(byId).output(task),
  create: endpoint('POST', '/tasks', 'approved').input(createInput).output(task),
  /** Changes fields; another `status` puts the card last in that column. Nothing is ever published by it (RUL-7). */
  update: endpoint('PATCH', '/tasks/{id}', 'approved').input(updateInput).output(task),
  /** Puts a card at a place of a column. Where the neighbour is gone or elsewhere by now, it goes last. */
  move: endpoint('PUT', '/tasks/{id}/position', 'approved').input(moveInput).output(task),
  /** Moves to the trash (RUL-20). */
  remove: endpoint('DELETE', '/tasks/{id}', 'approved', 204).input(byId).output(z.void()),
}
