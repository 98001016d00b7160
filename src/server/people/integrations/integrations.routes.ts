import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { ApiError } from '../../../contract/errors.ts'
import type { RawRoute } from '../../platform/http/access.ts'
import { API_POLICY, BASE_HEADERS } from '../../platform/http/headers.ts'
import { actorOf, callerOf, os } from '../../platform/http/implement.ts'
import { ownAddress } from '../../platform/own-address.ts'
import { listTokens } from './tokens.queries.ts'
import * as tokens from './tokens.service.ts'
import { EXTENSION_FILES, EXTENSION_ICONS } from '../../../rules/collecting.ts'

export const integrationsRoutes = os.integrations.router({
  get: os.integrations.get.handler(({ context }) => ({ backend_url: ownAddress(context.runtime.config) })),
  listTokens: os.integrations.listTokens.handler(async ({ context }) => ({
    items: await listTokens(context.runtime.db, callerOf(context).userId),
  })),
  createToken: os.integrations.createToken.handler(({ input, context }) =>
    tokens.createToken(context.runtime.db, input, actorOf(context)),
  ),
  revokeToken: os.integrations.revokeToken.handler(({ input, context }) =>
    tokens.revokeToken(context.runtime.db, input.id, actorOf(context)),
  ),
})

/** The extension as built by `scripts/build.mjs`. */
const EXTENSION = join(import.meta.dirname, '..', '..', '..', '..', 'dist', 'extension')
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/**
 * The files of the Chrome extension, to be packed by the client (INT-4): the same for everyone, readable from any
 * origin.
 */
export function extensionFileRoutes(): RawRoute[] {
  return [
    {
      method: 'GET',
      path: '/chrome-extension/:file',
      access: 'public',
      async handler(context) {
        const name = [...EXTENSION_FILES, ...EXTENSION_ICONS].find((file) => file === context.req.param('file'))
        if (!name) throw new ApiError('not_found')
        return new Response(await readFile(join(EXTENSION, name)), {
          headers: {
            ...BASE_HEADERS,
            'Content-Security-Policy': API_POLICY,
            'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
            'Access-Control-Allow-Origin': '*',
            'Cache-Control': 'no-cache',
          },
        })
      },
    },
  ]
}
