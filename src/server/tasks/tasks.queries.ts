import type { Insertable, Updateable } from 'kysely'
import type { ArticleStatus } from '../../contract/articles.ts'
import type { Task, TaskPriority, TaskStatus } from '../../contract/tasks.ts'
import { hasTerms, searchableText, searchTerms } from '../../rules/search-text.ts'
import type { Db } from '../platform/db/db.ts'
import { olderThan, toPage } from '../platform/db/keyset.ts'
import type { EditorialTasksTable } from '../tables.ts'

function selectTasks(db: Db) {
  return db
    .selectFrom('editorial_tasks')
    .leftJoin('articles', (join) =>
      join.onRef('articles.id', '=', 'editorial_tasks.article_id').on('articles.deleted_at', 'is', null),
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
      'articles.title as article_title',
      'articles.status as article_status',
    ])
}

type TaskRow = Awaited<ReturnType<ReturnType<typeof selectTasks>['executeTakeFirstOrThrow']>>

function toTask({ article_title, article_status, ...row }: TaskRow): Task {
  const linked = row.article_id !== null && article_title !== null
  return {
    ...row,
    priority: row.priority as TaskPriority,
    status: row.status as TaskStatus,
    article: linked
      ? { id: row.article_id ?? '', title: article_title, status: article_status as ArticleStatus }
      : null,
  }
}

export type TaskListQuery = {
  limit: number
  cursor?: string | undefined
  q?: string | undefined
  status?: TaskStatus | undefined
}

/** A page of tasks, newest first; `q` in the title. */
export async function listTasks(db: Db, query: TaskListQuery): Promise<{ items: Task[]; next_cursor: string | null }> {
  let select = selectTasks(db)
    .orderBy('editorial_tasks.created_at', 'desc')
    .orderBy('editorial_tasks.id', 'desc')
    .limit(query.limit + 1)
  if (query.status) select = select.where('editorial_tasks.status', '=', query.status)
  if (query.cursor) select = select.where(olderThan('editorial_tasks.created_at', 'editorial_tasks.id', query.cursor))
  if (query.q?.trim()) {
    const ids = await findByTitle(db, query.q)
    if (ids.length === 0) return { items: [], next_cursor: null }
    select = select.where('editorial_tasks.id', 'in', ids)
  }
  const page = toPage(await select.execute(), query.limit, (row) => ({ at: row.created_at, id: row.id }))
  return { ...page, items: page.items.map(toTask) }
}

/** A board is small (hundreds of cards), so titles are made searchable here rather than kept twice. */
async function findByTitle(db: Db, words: string): Promise<string[]> {
  const rows = await db.selectFrom('editorial_tasks').select(['id', 'title']).where('deleted_at', 'is', null).execute()
  const terms = searchTerms(words)
  return rows.filter((row) => hasTerms(searchableText(row.title), terms)).map((row) => row.id)
}

/** Every living task in the order of the board. */
export async function listBoard(db: Db): Promise<Task[]> {
  const rows = await selectTasks(db).orderBy('editorial_tasks.position').orderBy('editorial_tasks.id').execute()
  return rows.map(toTask)
}

/** One living task, or null. */
export async function getTask(db: Db, id: string): Promise<Task | null> {
  const row = await selectTasks(db).where('editorial_tasks.id', '=', id).executeTakeFirst()
  return row ? toTask(row) : null
}

/** Places of a column's living cards in their order, without the card that moves. */
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

/** True when a living article has this id. */
export async function articleExists(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('articles')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertTask(db: Db, row: Insertable<EditorialTasksTable>): Promise<void> {
  await db.insertInto('editorial_tasks').values(row).execute()
}

/** Changes a living task; false when there is none. */
export async function updateTask(db: Db, id: string, values: Updateable<EditorialTasksTable>): Promise<boolean> {
  const result = await db
    .updateTable('editorial_tasks')
    .set(values)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) > 0
}
