import { z } from 'zod'
import { ENTER_FEED_URL } from '../rules/collecting.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, instant, line, listQuery, page } from './fields.ts'
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

export const subscriptions = {
  /** Newest first. */
  list: endpoint('GET', '/feeds', 'approved')
    .input(listQuery.omit({ q: true }))
    .output(page(subscription)),
  get: endpoint('GET', '/feeds/{id}', 'approved').input(byId).output(subscription),
  /** 409 `feed_exists` when the address is on the list already. */
  create: endpoint('POST', '/feeds', 'approved').input(createInput).output(subscription),
  /** Moves to the trash (RUL-20); its entries stay in the inbox. */
  remove: endpoint('DELETE', '/feeds/{id}', 'approved', 204).input(byId).output(z.void()),
}
