import type { Context } from 'hono'
import { isSoundType } from '../../../rules/uploads.ts'
import { openStored, type StoredFile } from '../../platform/file-store.ts'
import { BASE_HEADERS } from '../../platform/http/headers.ts'

export type ServedObject = {
  type: string
  /** Quoted. */
  etag: string
  cacheControl: string
  /** Name under which it is saved; null shows it in place. */
  attachment: string | null
  /** Whether pages of other origins may embed it. */
  embeddable: boolean
}

const POLICY = "sandbox; default-src 'none'"
/** Opened by itself, such as by the link of a chapter, sound is played by a page of the browser's own. */
const SOUND_POLICY = `${POLICY}; media-src 'self'; style-src 'unsafe-inline'`

/**
 * Answers with an uploaded object (RUL-31): ETag, ranges, and headers that keep it from ever running as a page, whatever its
 * bytes are. 304 for a known ETag, 206 for one range, 416 for a range beyond the end. Null where the object has gone since it was
 * found.
 */
export async function serveObject(context: Context, file: StoredFile, object: ServedObject): Promise<Response | null> {
  const headers: Record<string, string> = {
    ...BASE_HEADERS,
    'Content-Security-Policy': isSoundType(object.type) ? SOUND_POLICY : POLICY,
    'Cross-Origin-Resource-Policy': object.embeddable ? 'cross-origin' : 'same-origin',
    'Cache-Control': object.cacheControl,
    ETag: object.etag,
    'Accept-Ranges': 'bytes',
  }
  if (matches(context.req.header('if-none-match'), object.etag)) return new Response(null, { status: 304, headers })
  headers['Content-Type'] = object.type
  if (object.attachment !== null) headers['Content-Disposition'] = attachment(object.attachment)

  const wanted = context.req.header('range')
  const ifRange = context.req.header('if-range')
  const range = wanted && (!ifRange || ifRange === object.etag) ? parseRange(wanted, file.size) : null
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${file.size}` } })
  }
  const length = range ? range.end - range.start + 1 : file.size
  headers['Content-Length'] = String(length)
  if (range) headers['Content-Range'] = `bytes ${range.start}-${range.end}/${file.size}`
  const status = range ? 206 : 200
  // Nothing is opened for a HEAD request, nor for an empty object.
  if (context.req.raw.method === 'HEAD' || length === 0) return new Response(null, { status, headers })
  const body = await openStored(file, range ?? undefined)
  return body && new Response(body, { status, headers })
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || header.split(',').some((known) => known.trim().replace(/^W\//, '') === etag)
}

/** One byte range of an object; null when the header asks for several or for something else, which is then ignored. */
function parseRange(header: string, size: number): { start: number; end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim())
  if (!match || (match[1] === '' && match[2] === '')) return null
  const [, from = '', to = ''] = match
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < start) return null
  return start >= size || (from === '' && Number(to) === 0) ? 'unsatisfiable' : { start, end }
}

/** RFC 6266: a plain name for old clients and the whole one in UTF-8. */
function attachment(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const whole = encodeURIComponent(filename).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}
