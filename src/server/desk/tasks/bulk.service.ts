import { ApiError } from '../../../contract/errors.ts'
import type { Task } from '../../../contract/tasks.ts'
import type { TaskAction, TaskBulkInput, TaskBulkResult } from '../../../contract/tasks/bulk.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { holdRecord, lockFor } from '../../platform/db/locks.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { Act, Caller } from '../../platform/caller.ts'
import { toApiError } from '../../platform/http/error-body.ts'
import { newId } from '../../platform/ids.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { getTask, keepUndo, takeUndo } from './tasks.queries.ts'
import { bin, changeTask, moveTask, putBack, trashTask } from './tasks.service.ts'

type Item = TaskBulkResult['items'][number]
type By = Act & { caller: Caller }

/** A card's fields before and after: an undo must not overwrite a later change. */
type Face = Pick<Task, 'status' | 'position' | 'assignee_id' | 'priority' | 'due_at'>
type Undo = { id: string; title: string; do: TaskAction['do']; was: Face; is: Face }

/** Period in which it can be undone. */
const UNDO_MS = 86_400_000
const CHANGED_SINCE = 'Die Aufgabe ist inzwischen weiter geändert worden und bleibt, wie sie ist.'

/** The fields that an action changes. */
const FIELDS = {
  move: ['status', 'position'],
  assign: ['assignee_id'],
  priority: ['priority'],
  due: ['due_at'],
  remove: [],
} as const satisfies Record<TaskAction['do'], (keyof Face)[]>

/**
 * Applies one action to many cards, each with the operation for a single card and in its own transaction: failures are
 * reported and do not affect the others.
 */
export async function changeMany(
  { db, log }: Pick<Runtime, 'db' | 'log'>,
  { ids, action }: TaskBulkInput,
  act: By,
): Promise<TaskBulkResult> {
  const undos = new Map<string, Undo>()
  const items = await each([...new Set(ids)], { db, log }, async (tx, id) => {
    const change = await attempt(tx, id, action, act)
    if (change.undo) undos.set(id, change.undo)
    return change.item
  })
  // A transaction may be retried, or fail at its end: only real changes are undone.
  const done = items.flatMap(({ id, outcome }) => (outcome === 'changed' ? (undos.get(id) ?? []) : []))
  if (done.length === 0) return { items, undo_id: null }
  const undo_id = newId()
  const now = act.now.toISOString()
  const changes = JSON.stringify(done)
  await inTransaction(db, (tx) =>
    keepUndo(tx, { id: undo_id, user_id: act.caller.userId, changes, created_at: now, until: dayBefore(act.now) }),
  )
  return { items, undo_id }
}

/** Undoes the caller's bulk change, once, card by card. 404 for an unknown one, or one already undone. */
export async function undoMany({ db, log }: Pick<Runtime, 'db' | 'log'>, id: string, act: By): Promise<TaskBulkResult> {
  const from = dayBefore(act.now)
  const changes = await inTransaction(db, (tx) => takeUndo(tx, { id, user_id: act.caller.userId, from }))
  if (changes === null) throw new ApiError('not_found')
  const undos = new Map((JSON.parse(changes) as Undo[]).map((undo) => [undo.id, undo]))
  const items = await each([...undos.keys()], { db, log }, async (tx, card) => {
    const undo = undos.get(card)
    if (!undo) throw new ApiError('not_found')
    await takeBack(tx, undo, act)
    return { id: card, title: undo.title, outcome: 'changed', reason: null }
  })
  return { items, undo_id: null }
}

const dayBefore = (now: Date) => new Date(now.getTime() - UNDO_MS).toISOString()

async function each(
  ids: string[],
  { db, log }: Pick<Runtime, 'db' | 'log'>,
  work: (tx: Tx, id: string) => Promise<Item>,
): Promise<Item[]> {
  const items: Item[] = []
  for (const id of ids)
    items.push(
      await inTransaction(db, async (tx) => {
        await lockFor(tx, 'task-board')
        await holdRecord(tx, 'editorial_tasks', id)
        return work(tx, id)
      }).catch(async (error: unknown) => failed(db, id, toApiError(error, log).message)),
    )
  return items
}

async function failed(db: Db, id: string, reason: string): Promise<Item> {
  const known = await getTask(db, id).catch(() => null)
  return { id, title: known?.title ?? null, outcome: 'failed', reason }
}

async function attempt(tx: Tx, id: string, action: TaskAction, act: By): Promise<{ item: Item; undo: Undo | null }> {
  const before = await getTask(tx, id)
  if (!before) throw new ApiError('not_found')
  const { title } = before
  if (isSo(before, action)) return { item: { id, title, outcome: 'unchanged', reason: null }, undo: null }
  const after = (await change(tx, id, action, act)) ?? before
  const undo: Undo = { id, title, do: action.do, was: faceOf(before), is: faceOf(after) }
  return { item: { id, title, outcome: 'changed', reason: null }, undo }
}

function isSo(task: Task, action: TaskAction): boolean {
  switch (action.do) {
    case 'move':
      return task.status === action.status
    case 'assign':
      return task.assignee_id === action.assignee_id
    case 'priority':
      return task.priority === action.priority
    case 'due':
      return task.due_at === action.due_at
    case 'remove':
      return false
  }
}

/** Applies the action to one card; null if it is gone afterwards. */
async function change(tx: Tx, id: string, action: TaskAction, act: By): Promise<Task | null> {
  switch (action.do) {
    case 'move':
      return moveTask(tx, { id, status: action.status }, act)
    case 'assign':
      return changeTask(tx, { id, assignee_id: action.assignee_id }, act)
    case 'priority':
      return changeTask(tx, { id, priority: action.priority }, act)
    case 'due':
      return changeTask(tx, { id, due_at: action.due_at }, act)
    case 'remove':
      await trashTask(tx, id, act)
      return null
  }
}

function faceOf({ status, position, assignee_id, priority, due_at }: Task): Face {
  return { status, position, assignee_id, priority, due_at }
}

async function takeBack(tx: Tx, undo: Undo, act: By): Promise<void> {
  const { id, was, is } = undo
  if (undo.do === 'remove') {
    if (!(await bin.restore(tx, id, act.now))) throw new ApiError('not_found')
    return announce(tx, { noun: 'tasks', id, verb: 'created' })
  }
  const now = await getTask(tx, id)
  if (!now) throw new ApiError('not_found')
  if (FIELDS[undo.do].some((field) => now[field] !== is[field]))
    throw new ApiError('version_conflict', { message: CHANGED_SINCE })
  if (undo.do === 'move') await putBack(tx, { id, status: was.status, position: was.position }, act)
  else if (undo.do === 'assign') await changeTask(tx, { id, assignee_id: was.assignee_id }, act)
  else if (undo.do === 'priority') await changeTask(tx, { id, priority: was.priority }, act)
  else await changeTask(tx, { id, due_at: was.due_at }, act)
}
