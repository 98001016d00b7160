import { sql, type SqlBool } from 'kysely'
import type { ArticleStatus } from '../../../contract/articles.ts'
import type { DeskData, DeskEntry, RecentArticle } from '../../../contract/dashboard.ts'
import type { EventType } from '../../../contract/events.ts'
import type { TaskPriority } from '../../../contract/tasks.ts'
import { personName } from '../../../rules/person-name.ts'
import type { Db } from '../../platform/db/db.ts'

type Dated = Omit<DeskEntry, 'day'>
type Span = { from: string; to: string }

const RECENT = 5
const MOST_OVERDUE = 20
const MOST_NOTICES = 5

/** Articles outside the trash per status. */
export async function countArticles(db: Db): Promise<Record<ArticleStatus, number>> {
  const rows = await db
    .selectFrom('articles')
    .select((e) => ['status', e.fn.countAll().as('count')])
    .where('deleted_at', 'is', null)
    .groupBy('status')
    .execute()
  const counts = { draft: 0, scheduled: 0, published: 0 }
  for (const { status, count } of rows) counts[status as ArticleStatus] = Number(count)
  return counts
}

/** Open inbox entries, all or those since an instant. */
export async function countOpenInbox(db: Db, since?: string): Promise<number> {
  let select = db
    .selectFrom('inbox_items')
    .select((e) => e.fn.countAll().as('count'))
    .where('deleted_at', 'is', null)
    .where('status', '=', 'open')
  if (since !== undefined) select = select.where('created_at', '>=', since)
  return Number((await select.executeTakeFirstOrThrow()).count)
}

function countOf(db: Db, status: ArticleStatus) {
  return db
    .selectFrom('articles')
    .select((e) => e.fn.countAll().as('count'))
    .where('deleted_at', 'is', null)
    .where('status', '=', status)
}

export async function countDraftsUntouchedSince(db: Db, instant: string): Promise<number> {
  return Number((await countOf(db, 'draft').where('updated_at', '<', instant).executeTakeFirstOrThrow()).count)
}

export async function countPublishedSince(db: Db, instant: string): Promise<number> {
  return Number((await countOf(db, 'published').where('published_at', '>=', instant).executeTakeFirstOrThrow()).count)
}

/** Scheduled articles without a date (RUL-3). */
export async function countUndated(db: Db): Promise<number> {
  return Number((await countOf(db, 'scheduled').where('published_at', 'is', null).executeTakeFirstOrThrow()).count)
}

/** Date of the next scheduled article, or null. */
export async function nextScheduled(db: Db, now: string): Promise<string | null> {
  const row = await db
    .selectFrom('articles')
    .select('published_at')
    .where('deleted_at', 'is', null)
    .where('status', '=', 'scheduled')
    .where('published_at', '>=', now)
    .orderBy('published_at')
    .limit(1)
    .executeTakeFirst()
  return row?.published_at ?? null
}

function selectOpenTasks(db: Db) {
  return db
    .selectFrom('editorial_tasks')
    .select(['id', 'title', 'due_at', 'priority'])
    .where('deleted_at', 'is', null)
    .where('status', '!=', 'published')
    .orderBy('due_at')
    .orderBy('id')
}

function toTaskEntry(row: { id: string; title: string; due_at: string | null; priority: string }): Dated {
  const { due_at, priority, ...rest } = row
  return { ...rest, kind: 'task', at: due_at ?? '', type: null, priority: priority as TaskPriority }
}

/** Open tasks due in a span. */
export async function listDueTasks(db: Db, { from, to }: Span): Promise<Dated[]> {
  const rows = await selectOpenTasks(db).where('due_at', '>=', from).where('due_at', '<', to).execute()
  return rows.map(toTaskEntry)
}

/** Open tasks due before an instant, the oldest first. */
export async function listOverdueTasks(db: Db, before: string): Promise<Dated[]> {
  const rows = await selectOpenTasks(db).where('due_at', '<', before).limit(MOST_OVERDUE).execute()
  return rows.map(toTaskEntry)
}

/** Events of a span. */
export async function listEvents(db: Db, { from, to }: Span): Promise<Dated[]> {
  const rows = await db
    .selectFrom('calendar_events')
    .select(['id', 'title', 'starts_at', 'type'])
    .where('deleted_at', 'is', null)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', to)
    .execute()
  return rows.map(({ starts_at, type, ...row }) => ({
    ...row,
    kind: 'event',
    at: starts_at,
    type: type as EventType,
    priority: null,
  }))
}

/** Scheduled articles of a span. */
export async function listScheduled(db: Db, { from, to }: Span): Promise<Dated[]> {
  const rows = await db
    .selectFrom('articles')
    .select(['id', 'title', 'published_at'])
    .where('deleted_at', 'is', null)
    .where('status', '=', 'scheduled')
    .where('published_at', '>=', from)
    .where('published_at', '<', to)
    .execute()
  return rows.map(({ published_at, ...row }) => ({
    ...row,
    kind: 'article',
    at: published_at ?? '',
    type: null,
    priority: null,
  }))
}

/**
 * The last edited articles. A working text has its own title and date (RUL-27). With `writer` only those that this
 * contributor may write (`mayWrite` in `rules/roles.ts`).
 */
export async function listRecent(db: Db, writer: string | null): Promise<RecentArticle[]> {
  const isWritable =
    writer === null
      ? sql<SqlBool>`1 = 1`
      : sql<SqlBool>`(articles.author_id = ${writer} or articles.assignee_id = ${writer})
          and articles.status <> 'scheduled' and copy.goes_live_at is null`
  const live = await db
    .selectFrom('articles')
    .leftJoin('article_working_copies as copy', 'copy.article_id', 'articles.id')
    .select(['articles.id', 'articles.title', 'articles.status', 'articles.updated_at as edited_at'])
    .where('articles.deleted_at', 'is', null)
    .where(isWritable)
    .orderBy('articles.updated_at', 'desc')
    .orderBy('articles.id', 'desc')
    .limit(RECENT)
    .execute()
  const working = await db
    .selectFrom('article_working_copies as copy')
    .innerJoin('articles', 'articles.id', 'copy.article_id')
    .select(['articles.id', 'copy.title', 'articles.status', 'copy.updated_at as edited_at'])
    .where('articles.deleted_at', 'is', null)
    .where(isWritable)
    .orderBy('copy.updated_at', 'desc')
    .orderBy('articles.id', 'desc')
    .limit(RECENT)
    .execute()
  const latest = new Map<string, RecentArticle>()
  const rows = [...working, ...live].sort((a, b) => b.edited_at.localeCompare(a.edited_at))
  for (const row of rows) if (!latest.has(row.id)) latest.set(row.id, { ...row, status: row.status as ArticleStatus })
  return [...latest.values()].slice(0, RECENT)
}

/** Accounts that wait for approval, the longest waiting first. */
export async function listWaiting(db: Db): Promise<DeskData['waiting']> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'display_name', 'created_at'])
    .where('approval', '=', 'pending')
    .where('is_anonymous', '=', 0)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MOST_NOTICES)
    .execute()
  return rows.map(({ id, created_at, ...user }) => ({ id, name: personName(user), created_at }))
}

/** Feeds whose last fetch failed. */
export async function listBrokenFeeds(db: Db): Promise<DeskData['broken_feeds']> {
  const rows = await db
    .selectFrom('rss_feeds')
    .select(['id', 'title', 'url', 'last_fetched'])
    .where('deleted_at', 'is', null)
    .where('last_error', 'is not', null)
    .orderBy('last_fetched', 'desc')
    .orderBy('id')
    .limit(MOST_NOTICES)
    .execute()
  return rows.map(({ title, url, ...row }) => ({ ...row, name: title ?? url }))
}
