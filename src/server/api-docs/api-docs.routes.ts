import { createHash } from 'node:crypto'
import { ownAddress } from '../platform/own-address.ts'
import type { RawRoute } from '../platform/http/access.ts'
import type { Runtime } from '../platform/runtime.ts'
import { describeApi } from './openapi.service.ts'
import { DOCS_STYLE, renderDocs } from './page.service.ts'

const DOCS_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(DOCS_STYLE).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`

/** `GET /api/openapi.json` and the same for reading at `/api/docs`, without scripts and foreign hosts. */
export function apiDocsRoutes({ config }: Runtime): RawRoute[] {
  let document: ReturnType<typeof describeApi> | undefined
  const load = () => (document ??= describeApi(ownAddress(config)))
  return [
    {
      method: 'GET',
      path: '/api/openapi.json',
      access: 'public',
      handler: async (context) => context.json(await load(), 200, { 'Cache-Control': 'no-cache' }),
    },
    {
      method: 'GET',
      path: '/api/docs',
      access: 'public',
      handler: async (context) =>
        context.html(renderDocs(await load()), 200, {
          'Content-Security-Policy': DOCS_POLICY,
          'Cache-Control': 'no-cache',
        }),
    },
  ]
}
