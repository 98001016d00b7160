import { Readable } from 'node:stream'
import type { RawRoute } from '../platform/http/access.ts'
import { BASE_HEADERS } from '../platform/http/headers.ts'
import { os } from '../platform/http/implement.ts'
import type { Runtime } from '../platform/runtime.ts'
import { findMediaByObject, listMedia } from './media.queries.ts'
import { BUCKET } from './media.service.ts'

export const mediaRoutes = os.media.router({
  list: os.media.list.handler(({ input, context }) => listMedia(context.runtime.db, input)),
})

const PREFIX = `/storage/v1/object/public/${BUCKET}/`

/** Public images of the bucket: only objects with a living row, with an ETag and never as anything that runs (R31). */
export function publicObjectRoutes(runtime: Runtime): RawRoute[] {
  return [
    {
      method: 'GET',
      path: `${PREFIX}:name{.+}`,
      access: 'public',
      reading: 'cookie',
      async handler(context) {
        const name = decoded(context.req.path.slice(PREFIX.length))
        const asset = name === null ? null : await findMediaByObject(runtime.db, name)
        const file = asset && (await runtime.files.get(`${BUCKET}/${name}`))
        if (!asset || !file)
          return context.json(
            { statusCode: '404', error: 'not_found', code: 'NoSuchKey', message: 'Object not found' },
            404,
          )
        const etag = `"${asset.id}-${file.size}"`
        const headers = {
          ...BASE_HEADERS,
          'Content-Security-Policy': "sandbox; default-src 'none'",
          'Cross-Origin-Resource-Policy': 'same-origin',
          'Cache-Control': 'public, max-age=31536000, immutable',
          ETag: etag,
        }
        if (context.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers })
        return new Response(Readable.toWeb(file.stream()) as ReadableStream, {
          headers: { ...headers, 'Content-Type': asset.mime_type, 'Content-Length': String(file.size) },
        })
      },
    },
  ]
}

/** A percent-encoded object name, or null when it is no valid encoding. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}
