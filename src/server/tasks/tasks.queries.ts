import type { Task, TaskPriority, TaskStatus } from '../../contract/tasks.ts'
import { hasTerms, searchableText, searchTerms } from '../../rules/search-text.ts'
import { withArticle } from '../articles/linked-article.service.ts'
import type { Db } from '../platform/db/db.ts'
import { newestFirst, type Page, type PageQuery } from '../platform/db/keyset.ts'

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

function toTask(row: TaskRow): Task {
  return { ...withArticle(row), priority: row.priority as TaskPriority, status: row.status as TaskStatus }
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
