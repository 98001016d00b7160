import { sql, type SqlBool } from 'kysely'
import type { ArticleStatus } from '../../contract/articles.ts'
import type { CalendarArticle, CalendarEvent } from '../../contract/events.ts'
import type { Db } from '../platform/db/db.ts'
import { fromCursor, toPage, type Page, type PageQuery } from '../platform/db/keyset.ts'

export type EventListQuery = PageQuery & { from?: string | undefined; to?: string | undefined }

function selectEvents(db: Db) {
  return db
    .selectFrom('calendar_events')
    .select(['id', 'title', 'starts_at', 'type', 'author_id', 'created_at'])
    .where('deleted_at', 'is', null)
    .$castTo<CalendarEvent>()
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
    select = select.where(sql<SqlBool>`(starts_at, id) > (${at}, ${id})`)
  }
  return toPage(await select.execute(), limit, (row) => ({ at: row.starts_at, id: row.id }))
}

/** One living event, or null. */
export async function getEvent(db: Db, id: string): Promise<CalendarEvent | null> {
  return (await selectEvents(db).where('id', '=', id).executeTakeFirst()) ?? null
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
