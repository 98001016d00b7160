import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id, instant, line, listQuery, page } from './fields.ts'

/** 301 redirects, 410 says that the page is gone. */
const redirectStatus = z.union(
  [z.literal(301), z.literal(410)],
  'Möglich sind 301 (leitet weiter) und 410 (gibt es nicht mehr)',
)
export type RedirectStatus = z.infer<typeof redirectStatus>

export const redirect = z.object({
  id,
  /** The old address, from its first slash on; with a query it stands for whatever holds all its parameters. */
  from: z.string(),
  /** Where it leads: an address of this site, or the article or page with this id, wherever that stands; none with 410. */
  to: z.string().nullable(),
  article_id: id.nullable(),
  page_id: id.nullable(),
  status: redirectStatus,
  /** Title of that article or page. */
  title: z.string().nullable(),
  /** Where readers are led now; null while the article or page is not public, and with 410. */
  address: z.string().nullable(),
  author_id: id.nullable(),
  created_at: instant,
})
export type Redirect = z.infer<typeof redirect>

const createInput = z.object({
  from: line(4000, 'Bitte die alte Adresse angeben.'),
  to: line(4000).nullish(),
  article_id: id.nullish(),
  page_id: id.nullish(),
  status: redirectStatus.default(301),
})
export type CreateRedirect = z.infer<typeof createInput>

export const redirects = {
  /** Newest first; `q` finds its characters in either address. */
  list: endpoint('GET', '/redirects', 'approved').input(listQuery).output(page(redirect)),
  /**
   * Leads an old address on (RUL-56). 400 names the field: an own address, another website, a loop, no target or several; 409
   * `redirect_exists` where the old address is redirected already.
   */
  create: endpoint('POST', '/redirects', 'approved').input(createInput).output(redirect),
  /** Removes it at once. The old address is 404 from then on. */
  remove: endpoint('DELETE', '/redirects/{id}', 'approved', 204).input(byId).output(z.void()),
}
