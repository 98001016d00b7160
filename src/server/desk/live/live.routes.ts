import type { HttpBindings } from '@hono/node-server'
import { ApiError } from '../../../contract/errors.ts'
import { changesOf } from '../../platform/db/transaction.ts'
import type { RawRoute } from '../../platform/http/access.ts'
import type { AuthGate } from '../../platform/caller.ts'
import { bearerToken, refusalOf } from '../../platform/http/guard.ts'
import type { Runtime } from '../../platform/runtime.ts'
import {
  followLiveText,
  isLiving,
  isOfLiveText,
  liveTextOf,
  mayFollow,
} from '../../writing/texts/live-texts.service.ts'
import { liveStream } from './live-stream.ts'

/** Maximum concurrent streams of an account: a browser opens six per server, and a person has a few browsers. */
const MOST_OF_ACCOUNT = 32
const MOST_IN_ALL = 500
const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache',
  'Transfer-Encoding': 'chunked',
}

/**
 * `GET /api/live`: server-sent events over fetch with a bearer token (RUL-35). Clients fetch the changed records
 * through the API. With `?text=articles:<id>` or `?text=pages:<id>` steps, cursors and heads of that text come, too (RUL-75).
 * The stream ends when the session, the approval, the token, the text or the role's access to it ends. Errors: 404 without the text, 403
 * `role_forbidden` where the role may not write it, 429 `rate_limited` where too many are open.
 */
export function liveRoutes(runtime: Runtime, auth: AuthGate): RawRoute[] {
  const open = new Map<string, number>()
  let inAll = 0
  runtime.metrics.gauge('live_streams', 'Admin apps that hear of changes.', () => inAll)
  const count = (account: string, by: 1 | -1) => {
    inAll += by
    const left = (open.get(account) ?? 0) + by
    if (left > 0) open.set(account, left)
    else open.delete(account)
  }
  return [
    {
      method: 'GET',
      path: '/api/live',
      access: 'approved',
      handler: async (context) => {
        const account = context.get('caller')?.userId ?? ''
        const token = bearerToken(context.req.header('authorization')) ?? ''
        if (context.req.raw.method === 'HEAD') return new Response(null, { headers: HEADERS })
        const name = context.req.query('text')
        const text = name === undefined ? null : liveTextOf(name)
        if (text && !(await isLiving(runtime.db, text))) throw new ApiError('not_found')
        if (text && !(await mayFollow(runtime.db, context.get('caller'), text))) throw new ApiError('role_forbidden')
        if (inAll >= MOST_IN_ALL || (open.get(account) ?? 0) >= MOST_OF_ACCOUNT) throw new ApiError('rate_limited')
        count(account, 1)
        const stream = liveStream({
          bus: changesOf(runtime.db),
          account,
          follow: text ? (send) => followLiveText(runtime.db, text, send) : undefined,
          isInside: isOfLiveText,
          isAllowed: async () => {
            const caller = await auth.authenticate(token)
            if (refusalOf('approved', caller) !== null) return false
            return !text || ((await isLiving(runtime.db, text)) && (await mayFollow(runtime.db, caller, text)))
          },
          cutOff: () => (context.env as HttpBindings).outgoing.destroy(),
          ending: runtime.ending,
          onEnd: () => count(account, -1),
        })
        return new Response(stream, { headers: HEADERS })
      },
    },
  ]
}
