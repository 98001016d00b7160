import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const count = z.number().int()

const exportSize = z.object({ articles: count, pages: count, media: count, bytes: count })
export type ExportSize = z.infer<typeof exportSize>

/** The archive itself is `GET /api/export.zip`: a raw route, for owners, whatever its size (RUL-54). */
export const exports = {
  /** How much there is to export; `bytes` are those of pictures and files, texts come on top. */
  size: endpoint('GET', '/export', 'owner').output(exportSize),
}
