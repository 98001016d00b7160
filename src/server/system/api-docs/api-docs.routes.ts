import { createHash } from 'node:crypto'
import { ownAddress } from '../../platform/own-address.ts'
import type { RawRoute } from '../../platform/http/access.ts'
import { answerWith, holdFile } from '../../platform/http/held-file.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { describeApi } from './openapi.service.ts'
import { DOCS_STYLE, renderDocs } from './page.service.ts'

const DOCS_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(DOCS_STYLE).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`

/** `GET /api/openapi.json` and a readable version at `/api/docs`, without scripts and foreign hosts: made once. */
export function apiDocsRoutes({ config }: Runtime): RawRoute[] {
  const document = once(() => describeApi(ownAddress(config)))
  const json = once(async () => holdFile(Buffer.from(JSON.stringify(await document())), 'application/json'))
  const page = once(async () => holdFile(Buffer.from(renderDocs(await document())), 'text/html; charset=utf-8'))
  return [
    {
      method: 'GET',
      path: '/api/openapi.json',
      access: 'public',
      handler: async (context) => answerWith(context, await json(), { 'Cache-Control': 'no-cache' }),
    },
    {
      method: 'GET',
      path: '/api/docs',
      access: 'public',
      handler: async (context) =>
        answerWith(context, await page(), { 'Content-Security-Policy': DOCS_POLICY, 'Cache-Control': 'no-cache' }),
    },
  ]
}

/** Computes a value with the first call; a failure is retried with the next. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}
