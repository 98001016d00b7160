import { ApiError, found } from '../../../contract/errors.ts'
import type { Task, TaskStatus } from '../../../contract/tasks.ts'
import type { TaskAction, TaskBulkInput, TaskBulkResult } from '../../../contract/tasks/bulk.ts'
import { agreeingColumn } from '../../../rules/planning.ts'
import { changeTogether, mustTakeBack, undoEach, undoStore } from '../../platform/bulk.ts'
import type { Tx } from '../../platform/db/db.ts'
import { holdRecord, lockFor } from '../../platform/db/locks.ts'
import { announce } from '../../platform/db/transaction.ts'
import type { Actor, Caller } from '../../platform/caller.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { tableBin } from '../../platform/trash-bin.ts'
import { getTask } from './tasks.queries.ts'
import { changeTask, moveTask, putBack, trashTask } from './tasks.service.ts'

type Item = TaskBulkResult['items'][number]
type By = Actor & { caller: Caller }

/** A card's fields before and after an action. */
type Face = Pick<Task, 'status' | 'position' | 'assignee_id' | 'priority' | 'due_at'>
type Undo = { id: string; title: string; do: TaskAction['do']; was: Face; is: Face }

const undos = undoStore<Undo[]>('task_undos', 'changes')
const CHANGED_SINCE = 'Die Aufgabe ist inzwischen weiter geändert worden und bleibt, wie sie ist.'

/** The fields that an action changes. */
const FIELDS = {
  move: ['status', 'position'],
  align: ['status', 'position'],
  assign: ['assignee_id'],
  priority: ['priority'],
  due: ['due_at'],
  remove: [],
} as const satisfies Record<TaskAction['do'], (keyof Face)[]>

/** Applies one action to many cards, all or none of them if the server fails. Reports each card. */
export async function changeMany(
  runtime: Pick<Runtime, 'db'>,
  { ids, action }: TaskBulkInput,
  actor: By,
): Promise<TaskBulkResult> {
  return changeTogether<Undo>(runtime, ids, {
    hold,
    titleOf: async (db, id) => (await getTask(db, id))?.title ?? null,
    change: (tx, id) => attempt(tx, id, action, actor),
    remember: (tx, changes) => undos.remember(tx, changes, actor),
  })
}

/**
 * Undoes the caller's bulk change, once, as a whole; a card changed since stays and is reported. 404 for an unknown one, or one
 * already undone.
 */
export async function undoMany(runtime: Pick<Runtime, 'db'>, id: string, actor: By): Promise<TaskBulkResult> {
  const items = await undoEach(runtime, {
    take: (tx) => undos.take(tx, id, actor),
    hold,
    restore: (tx, undo) => undoOne(tx, undo, actor),
  })
  return { items, undo_id: null }
}

async function hold(tx: Tx, ids: string[]): Promise<void> {
  await lockFor(tx, 'task-board')
  for (const id of ids) await holdRecord(tx, 'editorial_tasks', id)
}

async function attempt(tx: Tx, id: string, action: TaskAction, actor: By): Promise<{ item: Item; undo: Undo | null }> {
  const before = found(await getTask(tx, id))
  const { title } = before
  if (isSo(before, action)) return { item: { id, title, outcome: 'unchanged', reason: null }, undo: null }
  const after = (await change(tx, id, action, actor)) ?? before
  const undo: Undo = { id, title, do: action.do, was: faceOf(before), is: faceOf(after) }
  return { item: { id, title, outcome: 'changed', reason: null }, undo }
}

function isSo(task: Task, action: TaskAction): boolean {
  switch (action.do) {
    case 'move':
      return task.status === action.status
    case 'align':
      return agreeing(task) === null
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
async function change(tx: Tx, id: string, action: TaskAction, actor: By): Promise<Task | null> {
  switch (action.do) {
    case 'move':
      return moveTask(tx, { id, status: action.status }, actor)
    case 'align': {
      const status = agreeing(found(await getTask(tx, id)))
      return status && moveTask(tx, { id, status }, actor)
    }
    case 'assign':
      return changeTask(tx, { id, assignee_id: action.assignee_id }, actor)
    case 'priority':
      return changeTask(tx, { id, priority: action.priority }, actor)
    case 'due':
      return changeTask(tx, { id, due_at: action.due_at }, actor)
    case 'remove':
      await trashTask(tx, id, actor)
      return null
  }
}

/** The column that agrees with a card's article; null where it does already. */
function agreeing({ status, article }: Task): TaskStatus | null {
  return agreeingColumn(status, article?.status ?? null)
}

function faceOf({ status, position, assignee_id, priority, due_at }: Task): Face {
  return { status, position, assignee_id, priority, due_at }
}

async function undoOne(tx: Tx, { id, do: verb, was, is }: Undo, actor: By): Promise<void> {
  if (verb === 'remove') {
    if (!(await tableBin('editorial_tasks').restore(tx, id, actor.now))) throw new ApiError('not_found')
    return announce(tx, { noun: 'tasks', id, verb: 'created', done: 'restored' })
  }
  await mustTakeBack(await getTask(tx, id), CHANGED_SINCE, {
    isUnchanged: (card) => FIELDS[verb].every((field) => card[field] === is[field]),
    restore: async () => {
      if (verb === 'move' || verb === 'align')
        await putBack(tx, { id, status: was.status, position: was.position }, actor)
      else if (verb === 'assign') await changeTask(tx, { id, assignee_id: was.assignee_id }, actor)
      else if (verb === 'priority') await changeTask(tx, { id, priority: was.priority }, actor)
      else await changeTask(tx, { id, due_at: was.due_at }, actor)
    },
  })
}
