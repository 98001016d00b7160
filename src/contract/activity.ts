import { z } from 'zod'
import { ACTIVITY_NOUNS } from '../nouns/followed.ts'
import { ACTIVITY_GROUP_NAMES, ACTIVITY_VERBS } from '../rules/activity.ts'
import { ARTICLE_STATUSES } from '../rules/articles.ts'
import { endpoint } from './endpoint.ts'
import { byId, changedRecord, day, id, instant, listQuery, page } from './fields.ts'

const noun = z.enum(ACTIVITY_NOUNS, 'Diese Art von Dingen gibt es nicht')

/** A record of a line. */
export const activityThing = z.object({
  /** A UUID; `newsletter` for the settings of the newsletter. */
  id: z.string(),
  /** Its title at that time. */
  title: z.string(),
  /** How many times it was done, such as saves of one text. */
  times: z.number().int(),
  /** Where it is now: in its list, in the trash, or gone for good. */
  now: z.enum(['there', 'trash', 'gone']),
  /** The moment for which it was planned by it; null where it was not. */
  planned_for: instant.nullable(),
})
export type ActivityThing = z.infer<typeof activityThing>

/** What one person did to records of a noun in one go. */
export const activityLine = z.object({
  id,
  begun_at: instant,
  at: instant,
  /** Null for the server itself, and for an account that is gone. */
  actor: z.object({ id, name: z.string() }).nullable(),
  /** Whether the server did it by itself. */
  automatic: z.boolean(),
  noun,
  verb: z.enum(ACTIVITY_VERBS),
  count: z.number().int(),
  /** The newest of them; `things` has all. */
  things: z.array(activityThing),
  /** `ready`: the caller can undo it. `changed`: a later change prevents that. Null: it has no undo. */
  undo: z.enum(['ready', 'changed']).nullable(),
})
export type ActivityLine = z.infer<typeof activityLine>

/** What became of each record. */
export const activityUndone = z.object({
  items: z.array(changedRecord),
})
export type ActivityUndone = z.infer<typeof activityUndone>

const query = listQuery.omit({ q: true }).extend({
  group: z.enum(ACTIVITY_GROUP_NAMES, 'Diesen Filter gibt es nicht').optional(),
  person: id.optional(),
  /** A day of the site's zone. */
  day: day.optional(),
  /** Of one record alone, by its noun and id. */
  noun: noun.optional(),
  record: id.optional(),
})
export type ActivityQuery = z.infer<typeof query>

const dayQuery = listQuery.omit({ q: true }).extend({
  /** A day of the site's zone; today by default. */
  day: day.optional(),
  noun: z.enum(['articles', 'pages'], 'Nur Artikel und Seiten').default('articles'),
  /** What readers saw, or all there was. */
  show: z.enum(['public', 'all'], 'Nur „public“ oder „all“').default('public'),
})
export type BlogDayQuery = z.infer<typeof dayQuery>

/** A text as it was at the end of a day. */
export const blogDayText = z.object({
  id,
  title: z.string(),
  /** Its address; null where it is unknown. */
  slug: z.string().nullable(),
  status: z.enum(ARTICLE_STATUSES),
  /** False where the state is inferred, since the activity does not reach back. */
  is_certain: z.boolean(),
  /** The version of that day, or the first one after it; null where none is kept. */
  revision: z.object({ id, at: instant }).nullable(),
  /** False where the version is a later one. */
  has_text: z.boolean(),
  /** Where the text is now. */
  now: z.enum(['there', 'trash']),
})
export type BlogDayText = z.infer<typeof blogDayText>

export const blogDay = z.object({
  day,
  /** Since when states are recorded; null while nothing is. */
  since: instant.nullable(),
  items: z.array(blogDayText),
  next_cursor: z.string().nullable(),
  /** Texts of that day that are gone for good, up to 100; on the first page. */
  gone: z.array(z.object({ id, title: z.string() })),
})
export type BlogDay = z.infer<typeof blogDay>

/**
 * Who did what (TEAM-11), newest first: kept for 400 days. Callers see what is done to records that they may list (RUL-61). Saves of
 * one text by one person within an hour are one line, and so is what one request does to many records.
 */
export const activity = {
  list: endpoint('GET', '/activity', 'approved').input(query).output(page(activityLine)),
  /** The blog as it was at the end of a day: articles or pages, newest first. Its texts are `articles.revisions.get` and `pages.revisions.get`. */
  day: endpoint('GET', '/activity/day', 'approved').input(dayQuery).output(blogDay),
  /** All records of a line, up to 500. 404 for one that the caller does not see. */
  things: endpoint('GET', '/activity/{id}/things', 'approved')
    .input(byId)
    .output(z.object({ items: z.array(activityThing) })),
  /**
   * Takes a line back with the undo of what was done: out of the trash, the former status, or the undo of the bulk change. 404; 403
   * `role_forbidden`; 409 `version_conflict` with the reason where nothing could be taken back.
   */
  undo: endpoint('POST', '/activity/{id}/undo', 'approved', 200).input(byId).output(activityUndone),
}
