import { z } from 'zod'
import { ENTER_FEED_URL, FETCH_EVERY } from '../rules/collecting.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, instant, instantInput, line, listQuery, page } from './fields.ts'
import { isHttpUrl } from '../rules/url.ts'

export const subscription = z.object({
  id,
  url: z.string(),
  /** What the feed calls itself, once it has been read. */
  title: z.string().nullable(),
  last_fetched: instant.nullable(),
  /** Why the last import failed; null after one that did not. */
  last_error: z.string().nullable(),
  /** What was wrong with the feed although entries could be read. */
  hint: z.string().nullable(),
  /** Since when each fetch fails; null while the last one did not. */
  failing_since: instant.nullable(),
  fetch_every: z.enum(FETCH_EVERY),
  /** When it is fetched by itself next, at the earliest; null where it is not. */
  next_fetch_at: instant.nullable(),
  /** Its server answered 410: it is no longer fetched by itself. */
  gone_at: instant.nullable(),
  /** Since when it waits for a fetch that somebody asked for. */
  requested_at: instant.nullable(),
  author_id: id.nullable(),
  created_at: instant,
})
export type Subscription = z.infer<typeof subscription>

const createInput = z.object({
  url: line(2000)
    .refine((value) => value !== '', ENTER_FEED_URL)
    .refine((value) => value === '' || isHttpUrl(value), 'Bitte eine Adresse mit http:// oder https:// angeben'),
})
export type CreateSubscription = z.infer<typeof createInput>

/** Body and answer of the function call `import-rss-feed` (specification §7): `count` are the new entries alone. */
export const importFeedInput = z.object({ feedId: id })
export const importFeedOutput = z.object({
  count: z.number(),
  /** How many pages were in the inbox already, from elsewhere, and are not added again; left out where there are none. */
  already_there: z.number().optional(),
})
export type FeedImport = z.infer<typeof importFeedOutput>

/** Feeds that still wait for a requested fetch, and what such fetches brought. */
export const fetchState = z.object({
  waiting: z.number(),
  feeds: z.number(),
  /** How many could not be read at their last fetch. */
  broken: z.number(),
  /** New entries of all feeds since the given instant; 0 without one. */
  entries: z.number(),
})
export type FetchState = z.infer<typeof fetchState>

/** Answer of `POST /api/feeds/feeds.opml`: subscribed, known before, and refused with the reason. */
export const opmlImport = z.object({
  added: z.number(),
  known: z.number(),
  refused: z.array(z.object({ url: z.string(), reason: z.string() })),
})
export type OpmlImport = z.infer<typeof opmlImport>

export const subscriptions = {
  /** Newest first. */
  list: endpoint('GET', '/feeds', 'approved')
    .input(listQuery.omit({ q: true }))
    .output(page(subscription)),
  get: endpoint('GET', '/feeds/{id}', 'approved').input(byId).output(subscription),
  /** 409 `feed_exists` when the address is on the list already. */
  create: endpoint('POST', '/feeds', 'approved').input(createInput).output(subscription),
  /** How often it is fetched by itself (RUL-106). */
  update: endpoint('PATCH', '/feeds/{id}', 'approved')
    .input(byId.extend({ fetch_every: z.enum(FETCH_EVERY, 'Entweder off, hourly oder daily') }))
    .output(subscription),
  /**
   * Requests a fetch of every feed. Left out are those whose server asked to wait or said that they are gone. `since` is
   * the instant of the request.
   */
  fetchAll: endpoint('POST', '/feeds/fetches', 'approved').output(z.object({ requested: z.number(), since: instant })),
  fetches: endpoint('GET', '/feeds/fetches', 'approved')
    .input(z.object({ since: instantInput.optional() }))
    .output(fetchState),
  /** Moves to the trash (RUL-20); its entries stay in the inbox. */
  remove: endpoint('DELETE', '/feeds/{id}', 'approved', 204).input(byId).output(z.void()),
}
