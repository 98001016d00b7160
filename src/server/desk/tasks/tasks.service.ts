import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import { ApiError, invalidField } from '../../../contract/errors.ts'
import {
  MOST_CHECKS,
  type ChecklistItem,
  type CreateTask,
  type MoveTask,
  type Task,
  type TaskChange,
  type TaskStatus,
  type UpdateTask,
  type BoardLimits,
  type ChangeLimits,
} from '../../../contract/tasks.ts'
import { nameOfApproved } from '../../writing/articles/assignee.service.ts'
import { articles } from '../../writing/articles/articles.service.ts'
import { BLANK_TEXT } from '../../../rules/article-text.ts'
import { checkArticle } from '../../writing/articles/finding/linked-article.service.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { records } from '../../platform/db/records.ts'
import { notifyAssignee } from '../../platform/notify.ts'
import { inTransaction, announce } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/caller.ts'
import { newId } from '../../platform/ids.ts'
import * as queries from './tasks.queries.ts'
import { getTask, listMoves, listPositions, listLimits, putLimits } from './tasks.queries.ts'

const tasks = records('editorial_tasks', 'tasks', getTask)

/** Further initial values of a card. */
type Inside = { notes?: string; checks?: string[] }

/** Adds a card at the end of its column. 400 for an unknown article. */
export async function addTask(db: Db, { checks = [], ...input }: CreateTask & Inside, actor: Actor): Promise<Task> {
  return inTransaction(db, async (tx) => {
    await checkArticle(tx, input.article_id)
    await checkPeopleAndSources(tx, input)
    const position = await placeIn(tx, input.status)
    const checklist = JSON.stringify(checks.map((text) => ({ id: newId(), text, done: false })))
    const task = await tasks.create(tx, { ...input, checklist, position, updated_at: actor.now.toISOString() }, actor)
    await note(tx, task.id, [['created', null]], actor)
    await noteAssignee(tx, null, task, actor)
    return task
  })
}

/** Changes the fields given; another status puts the card last in that column. Errors: 404, 400 for an unknown article. */
export async function changeTask(db: Db, { id, ...fields }: UpdateTask, actor: Actor): Promise<Task> {
  return inTransaction(db, async (tx) => {
    // The position of a card is read and written while no other card moves.
    if (fields.status) await lockFor(tx, 'task-board')
    const before = await tasks.get(tx, id)
    await checkArticle(tx, fields.article_id)
    await checkPeopleAndSources(tx, fields)
    const moved = fields.status && fields.status !== before.status
    const place = moved ? { position: await placeIn(tx, fields.status ?? before.status, id) } : {}
    const task = await tasks.patch(tx, id, { ...fields, ...place, updated_at: actor.now.toISOString() })
    await noteChanges(tx, before, task, actor)
    return task
  })
}

/**
 * Puts a card after another one of a column (null: first; omitted, or without that neighbour: last). Moves are
 * serialised, so that the order is the same for all clients. A repeated move (`move_id`) changes nothing. 404 without
 * such a card, 400 for an unknown assignee.
 */
export async function moveTask(db: Db, { id, move_id, ...to }: MoveTask, actor: Actor): Promise<Task> {
  return inTransaction(db, async (tx) => {
    await lockFor(tx, 'task-board')
    const before = await tasks.get(tx, id)
    const moves = await listMoves(tx, id)
    if (move_id && moves.includes(move_id)) return before
    await checkPeopleAndSources(tx, to)
    const { status, after_id, assignee_id } = to
    const position = await placeIn(tx, status, id, after_id)
    const move_ids = (move_id ? [...moves, move_id] : moves).slice(-MOVES_KNOWN).join(' ')
    const whose = assignee_id === undefined ? {} : { assignee_id }
    const task = await tasks.patch(tx, id, {
      status,
      position,
      move_ids,
      ...whose,
      updated_at: actor.now.toISOString(),
    })
    await noteChanges(tx, before, task, actor)
    return task
  })
}

/**
 * Number of moves of a card that are remembered: a repetition follows soon after a lost response, or at the next visit.
 */
const MOVES_KNOWN = 20

/** Puts a card back to its former position, or after the card that has it by now. 404 without such a card. */
export async function putBack(
  tx: Tx,
  { id, status, position }: Pick<Task, 'id' | 'status' | 'position'>,
  actor: Actor,
): Promise<Task> {
  await lockFor(tx, 'task-board')
  const before = await tasks.get(tx, id)
  const cards = await listPositions(tx, status, id)
  const taken = cards.findLast((card) => card.position === position)
  const place = taken ? await placeIn(tx, status, id, taken.id) : position
  const task = await tasks.patch(tx, id, { status, position: place, updated_at: actor.now.toISOString() })
  await noteChanges(tx, before, task, actor)
  return task
}

/** Moves a card to the trash (RUL-20); 404 when there is no such card. */
export async function trashTask(db: Db, id: string, actor: Actor): Promise<void> {
  return tasks.trash(db, id, actor)
}

/** Adds an item at the end of the checklist. Errors: 404, 400 where it is full. */
export async function addCheck(db: Db, { id, text }: { id: string; text: string }, actor: Actor): Promise<Task> {
  return changeChecklist(db, id, actor, (list) => {
    if (list.length >= MOST_CHECKS) throw invalidField('text', `Höchstens ${MOST_CHECKS} Punkte`)
    return [...list, { id: newId(), text, done: false }]
  })
}

/** Ticks or renames one item of the checklist; 404 where it is gone. */
export async function changeCheck(
  db: Db,
  { id, check_id, ...change }: { id: string; check_id: string; text?: string | undefined; done?: boolean | undefined },
  actor: Actor,
): Promise<Task> {
  return changeChecklist(db, id, actor, (list) => {
    if (!list.some((item) => item.id === check_id)) throw new ApiError('not_found')
    return list.map((item) =>
      item.id === check_id ? { ...item, text: change.text ?? item.text, done: change.done ?? item.done } : item,
    )
  })
}

/** Deletes one item of the checklist; a missing one is no error. 404 without the card. */
export async function removeCheck(
  db: Db,
  { id, check_id }: { id: string; check_id: string },
  actor: Actor,
): Promise<Task> {
  return changeChecklist(db, id, actor, (list) => list.filter((item) => item.id !== check_id))
}

/** Changes the checklist based on its present state, which is locked meanwhile. */
async function changeChecklist(
  db: Db,
  id: string,
  { now }: Actor,
  change: (list: ChecklistItem[]) => ChecklistItem[],
): Promise<Task> {
  return tasks.revise(db, id, ({ checklist }) => ({
    checklist: JSON.stringify(change(checklist)),
    updated_at: now.toISOString(),
  }))
}

/**
 * Makes a draft with the card's title and links both, in one transaction. Errors: 404, 400 where it already has an
 * article.
 */
export async function toArticle(db: Db, id: string, actor: Actor): Promise<Task> {
  return inTransaction(db, async (tx) => {
    const before = await tasks.get(tx, id)
    const article = await articles.create(
      tx,
      { ...BLANK_TEXT, title: before.title, status: 'draft', tag_ids: [] },
      actor,
    )
    if (!(await queries.linkFree(tx, id, article.id)))
      throw invalidField('article_id', 'Die Aufgabe hat schon einen Artikel')
    const task = await tasks.patch(tx, id, { updated_at: actor.now.toISOString() })
    await noteChanges(tx, before, task, actor)
    return task
  })
}

async function checkPeopleAndSources(
  tx: Tx,
  { assignee_id, research_id }: { assignee_id?: string | null | undefined; research_id?: string | null | undefined },
): Promise<void> {
  if (assignee_id && (await nameOfApproved(tx, assignee_id)) === null)
    throw invalidField('assignee_id', 'Diese Person gibt es hier nicht')
  if (research_id && !(await queries.researchLives(tx, research_id)))
    throw invalidField('research_id', 'Diese Recherche gibt es nicht')
}

/** Records changes of a card in readable words, which remain when the named records are deleted. */
async function noteChanges(tx: Tx, before: Task, after: Task, actor: Actor): Promise<void> {
  const told: [TaskChange['field'], string | null][] = []
  for (const field of ['status', 'title', 'priority', 'due_at'] as const)
    if (before[field] !== after[field]) told.push([field, after[field]])
  if (before.article_id !== after.article_id) told.push(['article_id', after.article?.title ?? null])
  if (before.research_id !== after.research_id) told.push(['research_id', after.research?.title ?? null])
  if (before.assignee_id !== after.assignee_id)
    told.push(['assignee_id', after.assignee_id === null ? null : await nameOfApproved(tx, after.assignee_id)])
  await note(tx, after.id, told, actor)
  await noteAssignee(tx, before, after, actor)
}

/** Notifies the new assignee of a card; the former one's unread notice no longer names it. */
async function noteAssignee(
  tx: Tx,
  before: Task | null,
  { id, title, assignee_id }: Task,
  { caller, now }: Actor,
): Promise<void> {
  const person = { from: before?.assignee_id ?? null, to: assignee_id }
  await notifyAssignee(tx, { noun: 'tasks', id, title }, person, { by: caller.userId, at: now })
}

async function note(
  tx: Tx,
  task_id: string,
  told: [TaskChange['field'], string | null][],
  actor: Actor,
): Promise<void> {
  const at = actor.now.toISOString()
  await queries.insertChanges(
    tx,
    told.map(([field, value]) => ({ task_id, user_id: actor.caller.userId, field, value, at })),
  )
}

/**
 * A free position in a column for a new card or this one: last, or after `afterId`. Cards that share a position are
 * spread out first.
 */
async function placeIn(tx: Tx, status: TaskStatus, id = '', afterId?: string | null): Promise<string> {
  await lockFor(tx, 'task-board')
  const cards = await listPositions(tx, status, id)
  const behind = afterId === undefined ? cards.length - 1 : cards.findIndex((card) => card.id === afterId)
  const index = afterId && behind < 0 ? cards.length - 1 : behind
  const before = cards[index]?.position ?? null
  const after = cards[index + 1]?.position ?? null
  if (before === null || after === null || before < after) return generateKeyBetween(before, after)
  const places = generateNKeysBetween(null, null, cards.length + 1)
  for (const [order, card] of cards.entries()) {
    await tasks.write(tx, card.id, { position: places[order > index ? order + 1 : order] })
  }
  return places[index + 1] ?? generateKeyBetween(null, null)
}

/** Sets limits of cards per column, and returns all of them. Limits are advisory: nothing is refused. */
export async function setLimits(db: Db, limits: ChangeLimits['limits']): Promise<BoardLimits> {
  return inTransaction(db, async (tx) => {
    await putLimits(tx, limits)
    await announce(tx, { noun: 'board', id: 'limits', verb: 'updated', hidden: true })
    return listLimits(tx)
  })
}
