import type {
  BoardLimits,
  ChangeLimits,
  ChecklistItem,
  Task,
  TaskChange,
  TaskPriority,
  TaskStatus,
} from '../../../contract/tasks.ts'
import { personName } from '../../../rules/person-name.ts'
import { hasTerms, searchableText, searchTerms } from '../../../rules/search-text.ts'
import { withArticle } from '../../writing/articles/finding/linked-article.service.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { newestFirst, type Page, type PageQuery } from '../../platform/db/keyset.ts'

function selectTasks(db: Db) {
  return db
    .selectFrom('editorial_tasks')
    .leftJoin('articles', (join) =>
      join.onRef('articles.id', '=', 'editorial_tasks.article_id').on('articles.deleted_at', 'is', null),
    )
    .leftJoin('research_items', (join) =>
      join.onRef('research_items.id', '=', 'editorial_tasks.research_id').on('research_items.deleted_at', 'is', null),
    )
    .where('editorial_tasks.deleted_at', 'is', null)
    .select([
      'editorial_tasks.id',
      'editorial_tasks.title',
      'editorial_tasks.priority',
      'editorial_tasks.status',
      'editorial_tasks.position',
      'editorial_tasks.due_at',
      'editorial_tasks.article_id',
      'editorial_tasks.author_id',
      'editorial_tasks.created_at',
      'editorial_tasks.notes',
      'editorial_tasks.checklist',
      'editorial_tasks.assignee_id',
      'editorial_tasks.research_id',
      'research_items.title as research_title',
      'articles.title as article_title',
      'articles.status as article_status',
    ])
}

type TaskRow = Awaited<ReturnType<ReturnType<typeof selectTasks>['executeTakeFirstOrThrow']>>

function toTask({ research_title: title, ...row }: TaskRow): Task {
  return {
    ...withArticle(row),
    priority: row.priority as TaskPriority,
    status: row.status as TaskStatus,
    checklist: JSON.parse(row.checklist) as ChecklistItem[],
    research: row.research_id !== null && title !== null ? { id: row.research_id, title } : null,
  }
}

export type TaskListQuery = PageQuery & { q?: string | undefined; status?: TaskStatus | undefined }

/** A page of tasks, newest first; `q` in the title. */
export async function listTasks(db: Db, { q, status, ...page }: TaskListQuery): Promise<Page<Task>> {
  let select = selectTasks(db)
  if (status) select = select.where('editorial_tasks.status', '=', status)
  if (q?.trim()) {
    const ids = await findByTitle(db, q)
    if (ids.length === 0) return { items: [], next_cursor: null }
    select = select.where('editorial_tasks.id', 'in', ids)
  }
  const { items, next_cursor } = await newestFirst(select, 'editorial_tasks', page)
  return { items: items.map(toTask), next_cursor }
}

/** A board is small (hundreds of cards), so titles are folded here rather than stored twice. */
async function findByTitle(db: Db, words: string): Promise<string[]> {
  const rows = await db.selectFrom('editorial_tasks').select(['id', 'title']).where('deleted_at', 'is', null).execute()
  const terms = searchTerms(words)
  return rows.filter((row) => hasTerms(searchableText(row.title), terms)).map((row) => row.id)
}

/** The `move_id` of the last moves of a card, oldest first. */
export async function listMoves(db: Db, id: string): Promise<string[]> {
  const row = await db.selectFrom('editorial_tasks').select('move_ids').where('id', '=', id).executeTakeFirst()
  return row?.move_ids.split(' ').filter(Boolean) ?? []
}

/** Every task outside the trash in the order of the board. */
export async function listBoard(db: Db): Promise<Task[]> {
  const rows = await selectTasks(db).orderBy('editorial_tasks.position').orderBy('editorial_tasks.id').execute()
  return rows.map(toTask)
}

/** The limits of cards per column. */
export async function listLimits(db: Db): Promise<BoardLimits> {
  const rows = await db.selectFrom('board_limits').selectAll().execute()
  return Object.fromEntries(rows.map(({ status, most }) => [status, most]))
}

/** Sets limits; null removes one. */
export async function putLimits(tx: Tx, limits: ChangeLimits['limits']): Promise<void> {
  for (const [status, most] of Object.entries(limits)) {
    if (most === null) await tx.deleteFrom('board_limits').where('status', '=', status).execute()
    else
      await tx
        .insertInto('board_limits')
        .values({ status, most })
        .onConflict((conflict) => conflict.column('status').doUpdateSet({ most }))
        .execute()
  }
}

/** A task outside the trash, or null. */
export async function getTask(db: Db, id: string): Promise<Task | null> {
  const row = await selectTasks(db).where('editorial_tasks.id', '=', id).executeTakeFirst()
  return row ? toTask(row) : null
}

/** Positions of a column's cards in order, without the card that moves. */
export async function listPositions(
  db: Db,
  status: TaskStatus,
  exceptId: string,
): Promise<{ id: string; position: string }[]> {
  return db
    .selectFrom('editorial_tasks')
    .select(['id', 'position'])
    .where('status', '=', status)
    .where('deleted_at', 'is', null)
    .where('id', '!=', exceptId)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** True for an existing research item outside the trash. */
export async function researchLives(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('research_items')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

const MOST_CHANGES = 100

/** The history of a card, the latest first. */
export async function listChanges(db: Db, taskId: string): Promise<TaskChange[]> {
  const rows = await db
    .selectFrom('task_changes')
    .leftJoin('users', 'users.id', 'task_changes.user_id')
    .select(['task_changes.id', 'at', 'field', 'value', 'user_id', 'email', 'display_name'])
    .where('task_id', '=', taskId)
    .orderBy('at', 'desc')
    .orderBy('task_changes.id', 'desc')
    .limit(MOST_CHANGES)
    .execute()
  return rows.map(({ user_id, email, display_name, field, ...row }) => ({
    ...row,
    field: field as TaskChange['field'],
    name: user_id === null ? null : personName({ email, display_name }),
  }))
}

/** Records changes of a card. */
export async function insertChanges(
  tx: Tx,
  rows: { task_id: string; user_id: string | null; field: TaskChange['field']; value: string | null; at: string }[],
): Promise<void> {
  if (rows.length > 0)
    await tx
      .insertInto('task_changes')
      .values(rows.map((row) => ({ id: newId(), ...row })))
      .execute()
}

/** Links a card with an article; false if it has one by now. */
export async function linkFree(tx: Tx, id: string, article_id: string): Promise<boolean> {
  const result = await tx
    .updateTable('editorial_tasks')
    .set({ article_id })
    .where('id', '=', id)
    .where('article_id', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) > 0
}
