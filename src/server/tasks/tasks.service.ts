import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import { ApiError, invalidField } from '../../contract/errors.ts'
import type { CreateTask, MoveTask, Task, TaskStatus, UpdateTask } from '../../contract/tasks.ts'
import type { Db, Tx } from '../platform/db/db.ts'
import { lockFor } from '../platform/db/locks.ts'
import { announce, inTransaction } from '../platform/db/transaction.ts'
import type { Act } from '../platform/http/caller.ts'
import { newId } from '../platform/ids.ts'
import { tableBin } from '../platform/trash-bin.ts'
import { articleExists, getTask, insertTask, listPositions, updateTask } from './tasks.queries.ts'

export const bin = tableBin('editorial_tasks')

/** Adds a card at the end of its column. 400 for an unknown article. */
export async function addTask(db: Db, input: CreateTask, { caller, now }: Act): Promise<Task> {
  return inTransaction(db, async (tx) => {
    await checkArticle(tx, input.article_id)
    const id = newId()
    const at = now.toISOString()
    await insertTask(tx, {
      id,
      ...input,
      position: await placeIn(tx, input.status, id),
      author_id: caller.userId,
      created_at: at,
      updated_at: at,
      deleted_at: null,
    })
    await announce(tx, { noun: 'tasks', id, verb: 'created' })
    return mustGet(tx, id)
  })
}

/** Changes the fields given; another status puts the card last in that column. Errors: 404, 400 for an unknown article. */
export async function changeTask(db: Db, { id, ...fields }: UpdateTask, { now }: Act): Promise<Task> {
  return inTransaction(db, async (tx) => {
    // Where a card lies is read and written while nobody moves any.
    if (fields.status) await lockFor(tx, 'task-board')
    const before = await mustGet(tx, id)
    await checkArticle(tx, fields.article_id)
    const moved = fields.status && fields.status !== before.status
    const place = moved ? { position: await placeIn(tx, fields.status ?? before.status, id) } : {}
    await updateTask(tx, id, { ...fields, ...place, updated_at: now.toISOString() })
    await announce(tx, { noun: 'tasks', id, verb: 'updated' })
    return mustGet(tx, id)
  })
}

/**
 * Puts a card behind another one of a column (null: first; left out, or the neighbour is not there: last). Moves happen one
 * at a time, so that the order stays the same for everybody. 404 without such a card.
 */
export async function moveTask(db: Db, { id, status, after_id }: MoveTask, { now }: Act): Promise<Task> {
  return inTransaction(db, async (tx) => {
    await mustGet(tx, id)
    const position = await placeIn(tx, status, id, after_id)
    await updateTask(tx, id, { status, position, updated_at: now.toISOString() })
    await announce(tx, { noun: 'tasks', id, verb: 'updated' })
    return mustGet(tx, id)
  })
}

/** Moves a card to the trash (RUL-20); 404 when there is no such card. */
export async function trashTask(db: Db, id: string, { now }: Act): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await updateTask(tx, id, { deleted_at: now.toISOString() }))) throw new ApiError('not_found')
    await announce(tx, { noun: 'tasks', id, verb: 'removed' })
  })
}

/** A free place in a column: last, or behind `afterId`. Cards that share a place are spread out first. */
async function placeIn(tx: Tx, status: TaskStatus, id: string, afterId?: string | null): Promise<string> {
  await lockFor(tx, 'task-board')
  const cards = await listPositions(tx, status, id)
  const behind = afterId === undefined ? cards.length - 1 : cards.findIndex((card) => card.id === afterId)
  const index = afterId && behind < 0 ? cards.length - 1 : behind
  const before = cards[index]?.position ?? null
  const after = cards[index + 1]?.position ?? null
  if (before === null || after === null || before < after) return generateKeyBetween(before, after)
  const places = generateNKeysBetween(null, null, cards.length + 1)
  for (const [order, card] of cards.entries()) {
    await updateTask(tx, card.id, { position: places[order > index ? order + 1 : order] })
  }
  return places[index + 1] ?? generateKeyBetween(null, null)
}

async function checkArticle(tx: Tx, articleId: string | null | undefined): Promise<void> {
  if (articleId && !(await articleExists(tx, articleId)))
    throw invalidField('article_id', 'Diesen Artikel gibt es nicht')
}

async function mustGet(db: Db, id: string): Promise<Task> {
  const found = await getTask(db, id)
  if (!found) throw new ApiError('not_found')
  return found
}
