import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { byId, id, instant, text } from '../fields.ts'

/** A former address that leads to an article (RUL-5). `created_at`: since when. */
export const formerAddress = z.object({ slug: z.string(), created_at: instant })
export type FormerAddress = z.infer<typeof formerAddress>

export const articleAddresses = {
  /** Former addresses that answer with a 301 to the article, newest first; not those another article has taken over. */
  list: endpoint('GET', '/articles/{id}/addresses', 'approved')
    .input(byId)
    .output(z.object({ items: z.array(formerAddress) })),
  /** From now on the address leads nowhere. 404 when it did not lead to this article. */
  remove: endpoint('DELETE', '/articles/{id}/addresses/{slug}', 'approved', 204)
    .input(z.object({ id, slug: text(400) }))
    .output(z.void()),
}
