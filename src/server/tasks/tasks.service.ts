import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import type { CreateTask, MoveTask, Task, TaskStatus, UpdateTask } from '../../contract/tasks.ts'
import { checkArticle } from '../articles/linked-article.service.ts'
import type { Db, Tx } from '../platform/db/db.ts'
import { lockFor } from '../platform/db/locks.ts'
import { records } from '../platform/db/records.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Act } from '../platform/http/caller.ts'
import { tableBin } from '../platform/trash-bin.ts'
import { getTask, listPositions } from './tasks.queries.ts'

export const bin = tableBin('editorial_tasks')
const tasks = records('editorial_tasks', 'tasks', getTask)

/** Adds a card at the end of its column. 400 for an unknown article. */
export async function addTask(db: Db, input: CreateTask, act: Act): Promise<Task> {
  return inTransaction(db, async (tx) => {
    await checkArticle(tx, input.article_id)
    const position = await placeIn(tx, input.status)
    return tasks.create(tx, { ...input, position, updated_at: act.now.toISOString() }, act)
  })
}

/** Changes the fields given; another status puts the card last in that column. Errors: 404, 400 for an unknown article. */
export async function changeTask(db: Db, { id, ...fields }: UpdateTask, { now }: Act): Promise<Task> {
  return inTransaction(db, async (tx) => {
    // Where a card lies is read and written while nobody moves any.
    if (fields.status) await lockFor(tx, 'task-board')
    const before = await tasks.get(tx, id)
    await checkArticle(tx, fields.article_id)
    const moved = fields.status && fields.status !== before.status
    const place = moved ? { position: await placeIn(tx, fields.status ?? before.status, id) } : {}
    return tasks.patch(tx, id, { ...fields, ...place, updated_at: now.toISOString() })
  })
}

/**
 * Puts a card behind another one of a column (null: first; left out, or the neighbour is not there: last). Moves happen one
 * at a time, so that the order stays the same for everybody. 404 without such a card.
 */
export async function moveTask(db: Db, { id, status, after_id }: MoveTask, { now }: Act): Promise<Task> {
  return inTransaction(db, async (tx) => {
    await tasks.get(tx, id)
    const position = await placeIn(tx, status, id, after_id)
    return tasks.patch(tx, id, { status, position, updated_at: now.toISOString() })
  })
}

/** Moves a card to the trash (RUL-20); 404 when there is no such card. */
export async function trashTask(db: Db, id: string, act: Act): Promise<void> {
  return tasks.trash(db, id, act)
}

/** A free place in a column for a new card or this one: last, or behind `afterId`. Cards that share a place are spread out first. */
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
