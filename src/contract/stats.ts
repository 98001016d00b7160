import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, id } from './fields.ts'

/** Most days of one response. */
export const MOST_DAYS = 400
const DAY_MS = 86_400_000

const viewedDay = z.object({ day, views: z.number() })
export type ViewedDay = z.infer<typeof viewedDay>
const referrer = z.object({ host: z.string(), views: z.number() })
export type Referrer = z.infer<typeof referrer>

/** Days of the site's calendar, both inclusive. */
const span = { from: day, to: day }
const inOrder = ({ from, to }: { from: string; to: string }) => from <= to
const ORDER = { path: ['to'], message: 'Das Ende liegt vor dem Anfang' }
const isBounded = ({ from, to }: { from: string; to: string }) => Date.parse(to) - Date.parse(from) < MOST_DAYS * DAY_MS
const BOUNDED = { path: ['to'], message: `Höchstens ${MOST_DAYS} Tage` }

/** An article that was read, with the days on which it was and the hosts that led to it; most read first. */
export const articleViews = z.object({
  article_id: id,
  views: z.number(),
  days: z.array(viewedDay),
  referrers: z.array(referrer),
})
export type ArticleViews = z.infer<typeof articleViews>

export const viewsOverview = z.object({
  views: z.number(),
  days: z.array(viewedDay),
  /** The five most read, or as many as `most` asks for. */
  articles: z.array(z.object({ article_id: id, title: z.string(), views: z.number(), days: z.array(viewedDay) })),
  /** The five hosts that led most readers here. */
  referrers: z.array(referrer),
})
export type ViewsOverview = z.infer<typeof viewsOverview>

export const stats = {
  /**
   * How often articles were read (RUL-50), most read first, at most a thousand; `article_id` asks for one alone. Days without a
   * view are left out; readers who came from nowhere in particular have no referrer.
   */
  articles: endpoint('GET', '/stats/articles', 'approved')
    .input(
      z
        .object({ ...span, article_id: id.optional() })
        .refine(inOrder, ORDER)
        .refine(isBounded, BOUNDED),
    )
    .output(z.object({ items: z.array(articleViews) })),
  /** The same for the dashboard: all articles together, and those read most by name. */
  overview: endpoint('GET', '/stats/overview', 'approved')
    .input(
      z
        .object({ ...span, most: z.coerce.number().int().min(1).max(1000).default(5) })
        .refine(inOrder, ORDER)
        .refine(isBounded, BOUNDED),
    )
    .output(viewsOverview),
}
