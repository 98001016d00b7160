import { z } from 'zod'
import { MOST_MOVED } from '../rules/limits.ts'
import { LAENDER, type Land } from '../rules/publishing-days.ts'
import { articleSummary } from './articles.ts'
import { endpoint } from './endpoint.ts'
import { byId, day, id, instant, instantInput, line } from './fields.ts'

/** A draft on the day it is planned for (RUL-64). */
export const plannedArticle = articleSummary
  .pick({ id: true, title: true, slug: true, status: true, author_id: true, assignee_id: true, category_id: true })
  .extend({ planned_on: day })
export type PlannedArticle = z.infer<typeof plannedArticle>

export const pause = z.object({ id, name: z.string(), from_day: day, to_day: day })
export type PlanningPause = z.infer<typeof pause>

const land = z.enum(Object.keys(LAENDER) as [Land, ...Land[]], 'Dieses Land gibt es nicht')
const weekdays = z
  .array(z.number().int().min(0, 'Kein Wochentag').max(6, 'Kein Wochentag'))
  .min(1, 'Mindestens ein Wochentag')
  .max(7, 'Höchstens sieben Wochentage')

const planningSettings = z.object({ land: land.nullable(), weekdays, pauses: z.array(pause) })
export type PlanningSettings = z.infer<typeof planningSettings>

const newPause = z
  .object({
    name: line(80).refine((value) => value !== '', 'Bitte benennen Sie die Pause'),
    from_day: day,
    to_day: day,
  })
  .refine(({ from_day, to_day }) => from_day <= to_day, { path: ['to_day'], message: 'Das Ende liegt vor dem Anfang' })
export type NewPause = z.infer<typeof newPause>

export const PLANNED_NOUNS = ['articles', 'events', 'tasks'] as const

/** When something is: an instant, or the day a draft is planned for. */
const moment = z.union([instant, day])

/** What is to be moved, and when it is as the caller saw it: 409 where it has moved meanwhile. */
const planned = z.object({ noun: z.enum(PLANNED_NOUNS), id, at: z.union([instantInput, day]).nullable() })
export type Planned = z.infer<typeof planned>

const planMove = z.object({
  noun: z.enum(PLANNED_NOUNS),
  id,
  title: z.string(),
  from: moment.nullable(),
  to: moment.nullable(),
  /** Days that were passed over because nothing is published on them, in words: `Karfreitag`. */
  passed: z.array(z.string()),
  /** The clock of the former time is skipped on the new day: an hour later (RUL-3). */
  skipped: z.boolean(),
})
export type PlanMove = z.infer<typeof planMove>

/** What came of a move; `id` takes it back, null where nothing was written. */
const planResult = z.object({ id: id.nullable(), moves: z.array(planMove) })
export type PlanResult = z.infer<typeof planResult>

const LONGEST_MOVE = 3660
const dryRun = z.boolean().default(false)

export const planning = {
  settings: endpoint('GET', '/planning', 'approved').output(planningSettings),
  updateSettings: endpoint('PATCH', '/planning', 'approved')
    .input(z.object({ land: land.nullable().optional(), weekdays: weekdays.optional() }))
    .output(planningSettings),
  addPause: endpoint('POST', '/planning/pauses', 'approved').input(newPause).output(pause),
  removePause: endpoint('DELETE', '/planning/pauses/{id}', 'approved', 204).input(byId).output(z.void()),
  /** The day a text is planned for; null for none. It never appears by it (RUL-64). */
  plan: endpoint('PUT', '/planning/articles/{id}', 'approved')
    .input(z.object({ id, planned_on: day.nullable() }))
    .output(z.object({ id, planned_on: day.nullable() })),
  /**
   * Moves everything named by a number of days, times on the wall kept (RUL-3), all of it or nothing; `days` null takes articles
   * off their day. `publishing_days` moves to publishing days alone. 409 `version_conflict` where one of them is elsewhere by now.
   */
  move: endpoint('POST', '/planning/moves', 'approved')
    .input(
      z.object({
        items: z.array(planned).min(1, 'Mindestens ein Eintrag').max(MOST_MOVED, `Höchstens ${MOST_MOVED} Einträge`),
        days: z
          .number()
          .int()
          .min(-LONGEST_MOVE, 'Höchstens zehn Jahre')
          .max(LONGEST_MOVE, 'Höchstens zehn Jahre')
          .nullable(),
        publishing_days: z.boolean().default(false),
        dry_run: dryRun,
      }),
    )
    .output(planResult),
  /** `Folgende verschieben`: an article and every one planned behind it go to the next free publishing day (RUL-64). */
  push: endpoint('POST', '/planning/pushes', 'approved')
    .input(z.object({ item: planned.extend({ noun: z.literal('articles') }), dry_run: dryRun }))
    .output(planResult),
  /** Takes a move of the caller's back, all of it or nothing: 409 `version_conflict` where one of them was moved since. */
  undo: endpoint('POST', '/planning/moves/{id}/undo', 'approved').input(byId).output(planResult),
  /** Whether the caller subscribes to the calendar. */
  link: endpoint('GET', '/planning/link', 'approved').output(z.object({ created_at: instant.nullable() })),
  /** A new secret address of the calendar; a former one opens no more. It is shown now and never again (RUL-34). */
  createLink: endpoint('POST', '/planning/link', 'approved').output(
    z.object({ path: z.string(), created_at: instant }),
  ),
  removeLink: endpoint('DELETE', '/planning/link', 'approved', 204).output(z.void()),
}
