import { z } from 'zod'
import { EVENT_INCOMPLETE, EVENT_TYPES } from '../rules/planning.ts'
import { articleSummary } from './articles.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, instant, instantInput, line, listQuery, page } from './fields.ts'

export const eventType = z.enum(EVENT_TYPES, 'Diese Art von Ereignis gibt es nicht')
export type EventType = z.infer<typeof eventType>

export const calendarEvent = z.object({
  id,
  title: z.string(),
  starts_at: instant,
  type: eventType,
  author_id: id.nullable(),
  created_at: instant,
})
export type CalendarEvent = z.infer<typeof calendarEvent>

/** An article as the calendar shows it. */
export const calendarArticle = articleSummary.pick({
  id: true,
  title: true,
  slug: true,
  status: true,
  published_at: true,
  version: true,
})
export type CalendarArticle = z.infer<typeof calendarArticle>

/** From (inclusive) to (exclusive), as instants. */
const span = { from: instantInput, to: instantInput }

const fields = {
  title: line(300).refine((value) => value !== '', EVENT_INCOMPLETE),
  starts_at: instantInput,
  type: eventType,
}
const createInput = z.object({ ...fields, type: eventType.default('milestone') })
export type CreateEvent = z.infer<typeof createInput>
const updateInput = z.object({ id, ...z.object(fields).partial().shape })
export type UpdateEvent = z.infer<typeof updateInput>

export const events = {
  /** By start; `from` and `to` bound it. */
  list: endpoint('GET', '/events', 'approved')
    .input(listQuery.omit({ q: true }).extend(z.object(span).partial().shape))
    .output(page(calendarEvent)),
  /**
   * What a span of days shows (RUL-3): events, scheduled and published articles in it, and scheduled articles without a date
   * (the tray `Ohne Termin`), whatever the span.
   */
  calendar: endpoint('GET', '/events/calendar', 'approved')
    .input(
      z.object(span).refine(({ from, to }) => from < to, { path: ['to'], message: 'Das Ende liegt vor dem Anfang' }),
    )
    .output(
      z.object({
        events: z.array(calendarEvent),
        articles: z.array(calendarArticle),
        undated: z.array(calendarArticle),
      }),
    ),
  get: endpoint('GET', '/events/{id}', 'approved').input(byId).output(calendarEvent),
  create: endpoint('POST', '/events', 'approved').input(createInput).output(calendarEvent),
  update: endpoint('PATCH', '/events/{id}', 'approved').input(updateInput).output(calendarEvent),
  /** Moves to the trash (RUL-20). */
  remove: endpoint('DELETE', '/events/{id}', 'approved', 204).input(byId).output(z.void()),
}
