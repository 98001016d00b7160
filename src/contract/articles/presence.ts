import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../fields.ts'

/** One open editor: an article or page in a tab of somebody. */
const editorInput = z.object({ id, editor: id })

const presence = z.object({
  /** The text's present version. An editor with an older one fetches it. */
  version: z.number().int(),
  /** Other editors that have it open, also those of the caller in another tab. */
  others: z.array(z.object({ editor: id, user_id: id, name: z.string() })),
})
export type Presence = z.infer<typeof presence>

const presenceOf = (noun: '/articles' | '/pages') => ({
  /** Says that an editor has the text open, and tells who else has; to be said again every few seconds. 404 without the text. */
  stay: endpoint('PUT', `${noun}/{id}/presence/{editor}`, 'approved').input(editorInput).output(presence),
  leave: endpoint('DELETE', `${noun}/{id}/presence/{editor}`, 'approved', 204).input(editorInput).output(z.void()),
})
export const articlePresence = presenceOf('/articles')
export const pagePresence = presenceOf('/pages')
