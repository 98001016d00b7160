import { sql, type Insertable, type SqlBool, type Updateable } from 'kysely'
import type { ArticleStatus } from '../../contract/articles.ts'
import type { CalendarArticle, CalendarEvent } from '../../contract/events.ts'
import type { Db } from '../platform/db/db.ts'
import { fromCursor, toPage } from '../platform/db/keyset.ts'
import type { CalendarEventsTable } from '../tables.ts'

const COLUMNS = ['id', 'title', 'starts_at', 'type', 'author_id', 'created_at'] as const

export type EventListQuery = {
  limit: number
  cursor?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** A page of events by start, earliest first. */
export async function listEvents(
  db: Db,
  query: EventListQuery,
): Promise<{ items: CalendarEvent[]; next_cursor: string | null }> {
  let select = db
    .selectFrom('calendar_events')
    .select(COLUMNS)
    .where('deleted_at', 'is', null)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(query.limit + 1)
  if (query.from) select = select.where('starts_at', '>=', query.from)
  if (query.to) select = select.where('starts_at', '<', query.to)
  if (query.cursor) {
    const { at, id } = fromCursor(query.cursor)
    select = select.where(sql<SqlBool>`(starts_at, id) > (${at}, ${id})`)
  }
  return toPage((await select.execute()) as CalendarEvent[], query.limit, (row) => ({ at: row.starts_at, id: row.id }))
}

/** One living event, or null. */
export async function getEvent(db: Db, id: string): Promise<CalendarEvent | null> {
  const row = await db
    .selectFrom('calendar_events')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return (row as CalendarEvent | undefined) ?? null
}

function selectArticles(db: Db) {
  return db
    .selectFrom('articles')
    .select(['id', 'title', 'slug', 'status', 'published_at', 'version'])
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
    .execute()
  return rows.map(toCalendarArticle)
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
    .execute()
  return rows as ScheduledArticle[]
}

export async function insertEvent(db: Db, row: Insertable<CalendarEventsTable>): Promise<void> {
  await db.insertInto('calendar_events').values(row).execute()
}

/** Changes a living event; false when there is none. */
export async function updateEvent(db: Db, id: string, values: Updateable<CalendarEventsTable>): Promise<boolean> {
  const result = await db
    .updateTable('calendar_events')
    .set(values)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) > 0
}
