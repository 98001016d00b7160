import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../fields.ts'

/** One open editor: an article in a tab of somebody. */
const editorInput = z.object({ id, editor: id })

const presence = z.object({
  /** The article's version now: whoever knows an older one fetches it. */
  version: z.number().int(),
  /** Other editors that have the article open, also those of the caller in another tab. */
  others: z.array(z.object({ editor: id, user_id: id, name: z.string() })),
})
export type Presence = z.infer<typeof presence>

export const articlePresence = {
  /** Says that an editor has the article open, and tells who else has; to be said again every few seconds. 404 without an article. */
  stay: endpoint('PUT', '/articles/{id}/presence/{editor}', 'approved').input(editorInput).output(presence),
  leave: endpoint('DELETE', '/articles/{id}/presence/{editor}', 'approved', 204).input(editorInput).output(z.void()),
}
