import { sql, type SqlBool } from 'kysely'
import type { ArticleStatus } from '../../../contract/articles.ts'
import type { CalendarArticle, CalendarEvent, CalendarTask } from '../../../contract/events.ts'
import type { PlannedArticle } from '../../../contract/planning.ts'
import type { TaskPriority, TaskStatus } from '../../../contract/tasks.ts'
import type { Day } from '../../../rules/days.ts'
import { storedDay } from '../../../rules/instants.ts'
import type { Db } from '../../platform/db/db.ts'
import { fromCursor, reached, toPage, type Page, type PageQuery } from '../../platform/db/keyset.ts'
import type { Exceptions, StoredEvent } from './event-times.ts'

export type EventListQuery = PageQuery & { from?: string | undefined; to?: string | undefined }

function selectEvents(db: Db) {
  return db
    .selectFrom('calendar_events')
    .select(['id', 'title', 'starts_at', 'type', 'author_id', 'created_at', 'recurrence', 'exceptions'])
    .where('deleted_at', 'is', null)
}

type EventRow = Awaited<ReturnType<ReturnType<typeof selectEvents>['executeTakeFirstOrThrow']>>

function toStored({ recurrence, exceptions, type, ...row }: EventRow): StoredEvent {
  return {
    ...row,
    type: type as CalendarEvent['type'],
    recurrence: recurrence === null ? null : (JSON.parse(recurrence) as CalendarEvent['recurrence']),
    exceptions: JSON.parse(exceptions) as Exceptions,
  }
}

const toEvent = (row: EventRow): CalendarEvent => {
  const { exceptions: _exceptions, ...event } = toStored(row)
  return event
}

/** A page of events by start, earliest first. */
export async function listEvents(db: Db, { limit, cursor, from, to }: EventListQuery): Promise<Page<CalendarEvent>> {
  let select = selectEvents(db)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(limit + 1)
  if (from) select = select.where('starts_at', '>=', from)
  if (to) select = select.where('starts_at', '<', to)
  if (cursor) {
    const { at, id } = fromCursor(cursor)
    const stored = sql`select starts_at from calendar_events where id = ${id}`
    select = select.where(sql<SqlBool>`(starts_at, id) > (${reached(at, stored)}, ${id})`)
  }
  const rows = await select.execute()
  return toPage(rows.map(toEvent), limit, (row) => ({ at: row.starts_at, id: row.id }))
}

/** Maximum number of events in a span, and of recurring ones. */
const MOST = 1000

/**
 * Events that may occur between two instants: those that begin in it, and all recurring ones that began before its end.
 */
export async function listEventsOf(db: Db, { from, to }: { from: string; to: string }): Promise<StoredEvent[]> {
  const [once, again] = await Promise.all([
    selectEvents(db)
      .where('recurrence', 'is', null)
      .where('starts_at', '>=', from)
      .where('starts_at', '<', to)
      .orderBy('starts_at')
      .orderBy('id')
      .limit(MOST)
      .execute(),
    selectEvents(db)
      .where('recurrence', 'is not', null)
      .where('starts_at', '<', to)
      .orderBy('starts_at')
      .orderBy('id')
      .limit(MOST)
      .execute(),
  ])
  return [...once, ...again].map(toStored)
}

/** An event outside the trash with its exceptions, or null. */
export async function getStoredEvent(db: Db, id: string): Promise<StoredEvent | null> {
  const row = await selectEvents(db).where('id', '=', id).executeTakeFirst()
  return row ? toStored(row) : null
}

/** An event outside the trash, or null. */
export async function getEvent(db: Db, id: string): Promise<CalendarEvent | null> {
  const row = await selectEvents(db).where('id', '=', id).executeTakeFirst()
  return row ? toEvent(row) : null
}

function selectArticles(db: Db) {
  return db
    .selectFrom('articles')
    .select(['id', 'title', 'slug', 'status', 'published_at', 'version', 'author_id', 'assignee_id', 'category_id'])
    .where('deleted_at', 'is', null)
}

type ArticleRow = Awaited<ReturnType<ReturnType<typeof selectArticles>['executeTakeFirstOrThrow']>>

function toCalendarArticle(row: ArticleRow): CalendarArticle {
  return { ...row, slug: row.slug ?? '', status: row.status as ArticleStatus }
}

/** Scheduled and published articles of a span, by date. */
export async function listDatedArticles(
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<CalendarArticle[]> {
  const rows = await selectArticles(db)
    .where('status', 'in', ['scheduled', 'published'])
    .where('published_at', '>=', from)
    .where('published_at', '<', to)
    .orderBy('published_at')
    .orderBy('id')
    .execute()
  return rows.map(toCalendarArticle)
}

/** Scheduled articles without a date: the tray `Ohne Termin` (RUL-3). */
export async function listUndatedArticles(db: Db): Promise<CalendarArticle[]> {
  const rows = await selectArticles(db)
    .where('status', '=', 'scheduled')
    .where('published_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toCalendarArticle)
}

/** Drafts by their planned day, from one day to another (excluded). */
export async function listPlanned(db: Db, { from, to }: { from: Day; to: Day }): Promise<PlannedArticle[]> {
  const rows = await db
    .selectFrom('article_plans')
    .innerJoin('articles', 'articles.id', 'article_plans.article_id')
    .select(['articles.id', 'title', 'slug', 'status', 'author_id', 'assignee_id', 'category_id', 'planned_on'])
    .where('deleted_at', 'is', null)
    .where('status', '=', 'draft')
    .where('planned_on', '>=', from)
    .where('planned_on', '<', to)
    .orderBy('planned_on')
    .orderBy('articles.id')
    .execute()
  return rows.map((row) => ({
    ...row,
    slug: row.slug ?? '',
    status: row.status as ArticleStatus,
    planned_on: storedDay(row.planned_on ?? ''),
  }))
}

/** Open tasks by due date: those of a span, or those due before an instant. */
export async function listDueTasks(
  db: Db,
  { from, to, most = MOST }: { from?: string; to: string; most?: number },
): Promise<CalendarTask[]> {
  let select = db
    .selectFrom('editorial_tasks')
    .select(['id', 'title', 'priority', 'status', 'due_at', 'author_id', 'assignee_id'])
    .where('deleted_at', 'is', null)
    .where('status', '!=', 'published')
    .where('due_at', '<', to)
    .orderBy('due_at')
    .orderBy('id')
    .limit(most)
  if (from !== undefined) select = select.where('due_at', '>=', from)
  const rows = await select.execute()
  return rows.map((row) => ({
    ...row,
    priority: row.priority as TaskPriority,
    status: row.status as TaskStatus,
  }))
}

export type ScheduledArticle = { id: string; title: string; published_at: string; updated_at: string; version: number }

/** Every scheduled article with a date, for the calendar file (CAL-5). */
export async function listScheduledArticles(db: Db): Promise<ScheduledArticle[]> {
  const rows = await db
    .selectFrom('articles')
    .select(['id', 'title', 'published_at', 'updated_at', 'version'])
    .where('deleted_at', 'is', null)
    .where('status', '=', 'scheduled')
    .where('published_at', 'is not', null)
    .orderBy('published_at')
    .orderBy('id')
    .execute()
  return rows as ScheduledArticle[]
}

/** Drafts planned between two days (the end excluded), each with its number of changes. */
export async function listPlannedChanges(
  db: Db,
  { from, to }: { from: Day; to: Day },
): Promise<{ id: string; title: string; planned_on: Day; changes: number }[]> {
  const rows = await db
    .selectFrom('article_plans')
    .innerJoin('articles', 'articles.id', 'article_plans.article_id')
    .select(['articles.id', 'title', 'planned_on', 'changes'])
    .where('deleted_at', 'is', null)
    .where('status', '=', 'draft')
    .where('planned_on', '>=', from)
    .where('planned_on', '<', to)
    .orderBy('planned_on')
    .orderBy('articles.id')
    .execute()
  return rows.map((row) => ({ ...row, planned_on: storedDay(row.planned_on ?? '') }))
}

/**
 * Numbers that grow with every change: the change counter of events, and for tasks with a due date the second of their
 * last change.
 */
export async function listChanges(db: Db): Promise<Map<string, number>> {
  const [events, tasks] = await Promise.all([
    db.selectFrom('calendar_events').select(['id', 'changes']).where('deleted_at', 'is', null).execute(),
    db
      .selectFrom('editorial_tasks')
      .select(['id', 'updated_at'])
      .where('deleted_at', 'is', null)
      .where('due_at', 'is not', null)
      .execute(),
  ])
  return new Map([
    ...events.map(({ id, changes }) => [id, changes] as const),
    ...tasks.map(({ id, updated_at }) => [id, Math.floor(Date.parse(updated_at) / 1000)] as const),
  ])
}
