import { z } from 'zod'
import { EVENT_INCOMPLETE, EVENT_TYPES } from '../rules/planning.ts'
import { articleSummary } from './articles.ts'
import { endpoint } from './endpoint.ts'
import { byId, day, id, instant, instantInput, line, listQuery, page } from './fields.ts'
import { pause, plannedArticle } from './planning.ts'
import { recurrence } from './events/recurrence.ts'
import { task } from './tasks.ts'

export const eventType = z.enum(EVENT_TYPES, 'Diese Art von Ereignis gibt es nicht')
export type EventType = z.infer<typeof eventType>

export const calendarEvent = z.object({
  id,
  title: z.string(),
  starts_at: instant,
  type: eventType,
  author_id: id.nullable(),
  created_at: instant,
  /** When it happens again; null where it happens once. */
  recurrence: recurrence.nullable(),
})
export type CalendarEvent = z.infer<typeof calendarEvent>

/**
 * One time of an event in a span of days: `starts_at` is that time's, `day` the one the rule names (null without a rule),
 * `first_at` the beginning of them all.
 */
export const calendarOccurrence = calendarEvent.extend({ day: day.nullable(), first_at: instant })
export type CalendarOccurrence = z.infer<typeof calendarOccurrence>

/** An article as the calendar shows it. */
export const calendarArticle = articleSummary.pick({
  id: true,
  title: true,
  slug: true,
  status: true,
  published_at: true,
  version: true,
  author_id: true,
  assignee_id: true,
  category_id: true,
})
export type CalendarArticle = z.infer<typeof calendarArticle>

/** A task that is not done and has a due date. */
export const calendarTask = task.pick({
  id: true,
  title: true,
  priority: true,
  status: true,
  due_at: true,
  author_id: true,
  assignee_id: true,
})
export type CalendarTask = z.infer<typeof calendarTask>

/** From (inclusive) to (exclusive), as instants. */
const span = { from: instantInput, to: instantInput }
const LONGEST_SPAN_MS = 110 * 366 * 86_400_000

const fields = {
  title: line(300).refine((value) => value !== '', EVENT_INCOMPLETE),
  starts_at: instantInput,
  type: eventType,
  recurrence: recurrence.nullable(),
}
const createInput = z.object({
  ...fields,
  type: eventType.default('milestone'),
  recurrence: fields.recurrence.default(null),
})
export type CreateEvent = z.infer<typeof createInput>
const updateInput = z.object({ id, ...z.object(fields).partial().shape })
export type UpdateEvent = z.infer<typeof updateInput>

export const events = {
  /** By start; `from` and `to` bound it. */
  list: endpoint('GET', '/events', 'approved')
    .input(listQuery.omit({ q: true }).extend(z.object(span).partial().shape))
    .output(page(calendarEvent)),
  /**
   * What a span of days shows (RUL-3): events (each time of a recurring one), scheduled and published articles, drafts on the
   * days they are planned for (RUL-64), open tasks by due date, those overdue before it, holidays and pauses; and scheduled
   * articles without a date (the tray `Ohne Termin`), whatever the span.
   */
  calendar: endpoint('GET', '/events/calendar', 'approved')
    .input(
      z
        .object(span)
        .refine(({ from, to }) => from < to, { path: ['to'], message: 'Das Ende liegt vor dem Anfang' })
        .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= LONGEST_SPAN_MS, {
          path: ['to'],
          message: 'Höchstens 110 Jahre auf einmal',
        }),
    )
    .output(
      z.object({
        events: z.array(calendarOccurrence),
        articles: z.array(calendarArticle),
        undated: z.array(calendarArticle),
        planned: z.array(plannedArticle),
        tasks: z.array(calendarTask),
        overdue: z.array(calendarTask),
        holidays: z.array(z.object({ day, name: z.string() })),
        pauses: z.array(pause),
      }),
    ),
  get: endpoint('GET', '/events/{id}', 'approved').input(byId).output(calendarEvent),
  create: endpoint('POST', '/events', 'approved').input(createInput).output(calendarEvent),
  update: endpoint('PATCH', '/events/{id}', 'approved').input(updateInput).output(calendarEvent),
  /** One time of a recurring event at another moment; null leaves it out. 404 where the rule does not name the day. */
  exception: endpoint('PUT', '/events/{id}/occurrences/{day}', 'approved')
    .input(z.object({ id, day, starts_at: instantInput.nullable() }))
    .output(calendarEvent),
  /** One time of a recurring event as the rule has it. */
  regular: endpoint('DELETE', '/events/{id}/occurrences/{day}', 'approved')
    .input(z.object({ id, day }))
    .output(calendarEvent),
  /** Moves to the trash (RUL-20). */
  remove: endpoint('DELETE', '/events/{id}', 'approved', 204).input(byId).output(z.void()),
}
