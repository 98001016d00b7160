import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, listQuery, page } from './fields.ts'

export const mediaAsset = z.object({
  id,
  /** Path on this server, usable as cover and in markdown. */
  url: z.string(),
  filename: z.string(),
  mime_type: z.string(),
  size_bytes: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  alt: z.string(),
  author_id: id.nullable(),
  created_at: instant,
})
export type MediaAsset = z.infer<typeof mediaAsset>

export const media = {
  /** Newest first; `q` searches the file name and alternative text. */
  list: endpoint('GET', '/media', 'approved').input(listQuery).output(page(mediaAsset)),
}
