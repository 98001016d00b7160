import { z } from 'zod'
import { PREVIEW_DAYS } from '../../rules/limits.ts'
import { endpoint } from '../endpoint.ts'
import { byId, id, instant } from '../fields.ts'

/** Longest validity of a preview link, in days (RUL-37). */
export const MAX_PREVIEW_DAYS = 365

/** A secret address that shows an article or page to people without an account (RUL-37). */
export const previewLink = z.object({
  id,
  created_at: instant,
  expires_at: instant,
  /** When somebody last opened it, to the minute; null: nobody yet. */
  last_used_at: instant.nullable(),
  /** Guests may write remarks (TEAM-7). */
  remarks: z.boolean(),
})
export type PreviewLink = z.infer<typeof previewLink>

const days = z
  .number()
  .int('Nur ganze Tage')
  .min(1, 'Mindestens ein Tag')
  .max(MAX_PREVIEW_DAYS, `Höchstens ${MAX_PREVIEW_DAYS} Tage`)

const previewLinksOf = (noun: '/articles' | '/pages') => ({
  /** Links that still open, newest first; their addresses are known to nobody but those who got them. */
  list: endpoint('GET', `${noun}/{id}/preview-links`, 'approved')
    .input(byId)
    .output(z.object({ items: z.array(previewLink) })),
  /** `url` is shown this once; the server keeps a hash (RUL-34). */
  create: endpoint('POST', `${noun}/{id}/preview-links`, 'approved')
    .input(z.object({ id, days: days.default(PREVIEW_DAYS), remarks: z.boolean().default(false) }))
    .output(previewLink.extend({ url: z.string() })),
  /** From now on the link opens nothing. */
  revoke: endpoint('DELETE', `${noun}/{id}/preview-links/{link_id}`, 'approved', 204)
    .input(z.object({ id, link_id: id }))
    .output(z.void()),
})
export const articlePreviewLinks = previewLinksOf('/articles')
export const pagePreviewLinks = previewLinksOf('/pages')
