import { z } from 'zod'
import { LONGEST_NOTES } from '../rules/limits.ts'
import { ENTER_TITLE, HIGHEST_LIMIT } from '../rules/planning.ts'
import { endpoint } from './endpoint.ts'
import { articleStatus } from './articles.ts'
import { taskBulkInput, taskBulkResult } from './tasks/bulk.ts'
import { taskPriority, taskStatus } from './tasks/fields.ts'
import { byId, id, instant, instantInput, line, listQuery, madeId, page, text } from './fields.ts'

export type { TaskPriority, TaskStatus } from './tasks/fields.ts'

export const checklistItem = z.object({ id, text: z.string(), done: z.boolean() })
export type ChecklistItem = z.infer<typeof checklistItem>

/** Most entries of a checklist. */
export const MOST_CHECKS = 100

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
  /** Markdown. */
  notes: z.string(),
  checklist: z.array(checklistItem),
  /** Who does it; null while nobody does. */
  assignee_id: id.nullable(),
  research_id: id.nullable(),
  research: z.object({ id, title: z.string() }).nullable(),
})
export type Task = z.infer<typeof task>

const fields = {
  title: line(300).refine((value) => value !== '', ENTER_TITLE),
  priority: taskPriority,
  due_at: instantInput.nullable(),
  article_id: id.nullable(),
  assignee_id: id.nullable(),
  research_id: id.nullable(),
}

/** A card as it begins: its title, and what is said of it. */
export const newTask = z.object({
  ...fields,
  priority: taskPriority.default('med'),
  status: taskStatus.default('idea'),
  due_at: fields.due_at.default(null),
  article_id: fields.article_id.default(null),
  assignee_id: fields.assignee_id.default(null),
  research_id: fields.research_id.default(null),
})
export type CreateTask = z.infer<typeof newTask>

const updateInput = z.object({
  id,
  status: taskStatus.optional(),
  ...z.object({ ...fields, notes: text(LONGEST_NOTES) }).partial().shape,
})
export type UpdateTask = z.infer<typeof updateInput>

const moveInput = z.object({
  id,
  status: taskStatus,
  /** The card it stands behind; null puts it first, left out puts it last. */
  after_id: id.nullable().optional(),
  /** Who does it from now on; left out where that stays. */
  assignee_id: id.nullable().optional(),
  /** Names this move: one that has arrived already changes nothing when it is sent again. */
  move_id: madeId.optional(),
})
export type MoveTask = z.infer<typeof moveInput>

const checkText = line(300).refine((value) => value !== '', 'Bitte beschreiben Sie den Punkt')

const TASK_CHANGES = [
  'created',
  'status',
  'title',
  'priority',
  'due_at',
  'article_id',
  'assignee_id',
  'research_id',
] as const
const taskChange = z.object({
  id,
  at: instant,
  /** Who did it; null for an account that is gone. */
  name: z.string().nullable(),
  field: z.enum(TASK_CHANGES),
  /** What it was given: a status, a priority, an instant, a title, a name. */
  value: z.string().nullable(),
})
export type TaskChange = z.infer<typeof taskChange>

/** How many cards a column should hold at most: a limit warns and never holds anything up. */
const LIMIT_FAULT = `Eine Zahl von 1 bis ${HIGHEST_LIMIT}`
const limit = z.number(LIMIT_FAULT).int(LIMIT_FAULT).min(1, LIMIT_FAULT).max(HIGHEST_LIMIT, LIMIT_FAULT)
/** Columns without a limit are left out. */
const boardLimits = z.partialRecord(taskStatus, limit)
export type BoardLimits = z.infer<typeof boardLimits>
const limitsInput = z.object({ limits: z.partialRecord(taskStatus, limit.nullable()) })
export type ChangeLimits = z.infer<typeof limitsInput>

export const tasks = {
  /** Newest first (DATA-7). */
  list: endpoint('GET', '/tasks', 'approved')
    .input(listQuery.extend({ status: taskStatus.optional() }))
    .output(page(task)),
  /** Every living card, column by column in the board's own order. */
  board: endpoint('GET', '/tasks/board', 'approved').output(z.object({ items: z.array(task), limits: boardLimits })),
  /** Sets how many cards columns should hold at most; null lets one hold any number, one left out stays. */
  setLimits: endpoint('PUT', '/tasks/limits', 'approved')
    .input(limitsInput)
    .output(z.object({ limits: boardLimits })),
  /** Does one thing to several cards, each by itself: what fails is named and keeps no other from changing. */
  bulk: endpoint('POST', '/tasks/bulk', 'approved', 200).input(taskBulkInput).output(taskBulkResult),
  /** Takes that back, once and within a day, card by card: what was changed since stays. 404 for one that is not there. */
  undoBulk: endpoint('POST', '/tasks/bulk/{id}/undo', 'approved', 200).input(byId).output(taskBulkResult),
  get: endpoint('GET', '/tasks/{id}', 'approved').input(byId).output(task),
  create: endpoint('POST', '/tasks', 'approved').input(newTask).output(task),
  /** Changes fields; another `status` puts the card last in that column. Nothing is ever published by it (RUL-7). */
  update: endpoint('PATCH', '/tasks/{id}', 'approved').input(updateInput).output(task),
  /** Puts a card at a place of a column. Where the neighbour is gone or elsewhere by now, it goes last. */
  move: endpoint('PUT', '/tasks/{id}/position', 'approved').input(moveInput).output(task),
  /** What became of a card, the latest first; the newest hundred. */
  history: endpoint('GET', '/tasks/{id}/history', 'approved')
    .input(byId)
    .output(z.object({ items: z.array(taskChange) })),
  /** Adds to the checklist, ticks or words one thing of it, takes it away: each on its own, so that two people can at once. */
  addCheck: endpoint('POST', '/tasks/{id}/checklist', 'approved')
    .input(z.object({ id, text: checkText }))
    .output(task),
  changeCheck: endpoint('PATCH', '/tasks/{id}/checklist/{check_id}', 'approved')
    .input(z.object({ id, check_id: id, text: checkText.optional(), done: z.boolean().optional() }))
    .output(task),
  removeCheck: endpoint('DELETE', '/tasks/{id}/checklist/{check_id}', 'approved')
    .input(z.object({ id, check_id: id }))
    .output(task),
  /** `Artikel daraus`: a draft with the card's title, linked with it; 400 where it has an article. */
  toArticle: endpoint('POST', '/tasks/{id}/article', 'approved').input(byId).output(task),
  /** Moves to the trash (RUL-20). */
  remove: endpoint('DELETE', '/tasks/{id}', 'approved', 204).input(byId).output(z.void()),
}
