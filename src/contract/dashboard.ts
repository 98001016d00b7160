import { z } from 'zod'
import { person } from './account.ts'
import { articleStatus } from './articles.ts'
import { endpoint } from './endpoint.ts'
import { eventType } from './events.ts'
import { day, id, instant } from './fields.ts'
import { taskPriority } from './tasks/fields.ts'

/** Something with a date: an open task that is due, an event, an article about to appear. */
export const deskEntry = z.object({
  kind: z.enum(['task', 'event', 'article']),
  id,
  title: z.string(),
  at: instant,
  /** The day of `at` in the site's zone. */
  day,
  /** Events only. */
  type: eventType.nullable(),
  /** Tasks only. */
  priority: taskPriority.nullable(),
})
export type DeskEntry = z.infer<typeof deskEntry>

export const deskDay = z.object({ day, entries: z.array(deskEntry) })
export type DeskDay = z.infer<typeof deskDay>

export const recentArticle = z.object({ id, title: z.string(), status: articleStatus, edited_at: instant })
export type RecentArticle = z.infer<typeof recentArticle>

/** How far a new blog is (WEEK-17), each fact from the blog's own data. */
export const firstSteps = z.object({
  site_title: z.string(),
  /** What the caller is called by, and whether they have given that name (RUL-69). */
  name: z.string(),
  has_name: z.boolean(),
  article_count: z.number(),
  /** Other approved people and invitations that still open. */
  colleague_count: z.number(),
  /** Whether something fills the inbox: a feed, a token to capture with, or what one of them brought. */
  has_sources: z.boolean(),
  /** The caller has put them away. */
  hidden: z.boolean(),
})
export type FirstSteps = z.infer<typeof firstSteps>

export const deskData = z.object({
  /** Articles per status and open entries of the inbox (DASH-1). */
  counts: z.object({ draft: z.number(), scheduled: z.number(), published: z.number(), inbox: z.number() }),
  /** Drafts nobody touched for 30 days. */
  resting_drafts: z.number(),
  next_scheduled: instant.nullable(),
  /** Published since the first of the month. */
  published_this_month: z.number(),
  /** Open entries that came in since the beginning of yesterday. */
  inbox_since_yesterday: z.number(),
  /** Open tasks whose day is over, the longest overdue first; at most 20. */
  overdue: z.array(deskEntry),
  /** Today and the six days after it, each with its entries by time. */
  days: z.array(deskDay).length(7),
  /** Scheduled articles without a date (RUL-3). */
  undated: z.number(),
  /** The five articles edited last, working texts included; contributors see those that they may write. */
  recent: z.array(recentArticle),
  /** Accounts that wait for approval, oldest first, at most five; empty unless an owner asks (RUL-4). */
  waiting: z.array(person.extend({ created_at: instant })),
  /** For owners, until the last step is done; null for everybody else. */
  first_steps: firstSteps.nullable(),
  /** Feeds whose last fetch failed, at most five. */
  broken_feeds: z.array(z.object({ id, name: z.string(), last_fetched: instant.nullable() })),
})
export type DeskData = z.infer<typeof deskData>

export const dashboard = {
  /** Everything the dashboard shows, days counted in the site's zone. */
  get: endpoint('GET', '/dashboard', 'approved').output(deskData),
}
