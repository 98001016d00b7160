import { streamSSE } from 'hono/streaming'
import { changesOf, type Change } from '../platform/db/transaction.ts'
import type { RawRoute } from '../platform/http/access.ts'
import type { AuthGate } from '../platform/http/caller.ts'
import { bearerToken, refusalOf } from '../platform/http/guard.ts'
import type { Runtime } from '../platform/runtime.ts'

/** How often a stream looks whether its session still has the right to it (R35: closed within 5 s). */
const CHECK_MS = 3000
/** A comment line keeps proxies from closing a quiet stream. */
const BEAT_MS = 20_000
/** Changes a client has not taken yet; a slower one is cut off and fetches everything anew when it comes back. */
const MAX_WAITING = 1000

/**
 * `GET /api/live`: server-sent events over fetch with a bearer token (R35). Every committed change is one event
 * `{noun, id, verb}`; what changed is fetched through the API. The stream ends when the session, the approval or the token
 * ends, and with an event `lost` when changes of other instances may have been missed.
 */
export function liveRoutes(runtime: Runtime, auth: AuthGate): RawRoute[] {
  return [
    {
      method: 'GET',
      path: '/api/live',
      access: 'approved',
      handler: (context) => {
        const token = bearerToken(context.req.header('authorization')) ?? ''
        return streamSSE(context, async (stream) => {
          const waiting: (Change | 'lost')[] = []
          let wake = () => {}
          const tell = (change: Change | 'lost') => {
            waiting.push(change)
            wake()
          }
          const feed = changesOf(runtime.db)
          const stopChanges = feed.onCommitted(tell)
          const stopLoss = feed.onLoss(() => tell('lost'))
          stream.onAbort(() => wake())
          const { ending } = runtime
          const end = () => wake()
          ending?.addEventListener('abort', end)
          let lastCheck = Date.now()
          let lastBeat = Date.now()
          try {
            await stream.writeSSE({ event: 'open', data: '{}' })
            while (!stream.aborted && !ending?.aborted) {
              if (waiting.length === 0) await pause(CHECK_MS, (resume) => (wake = resume))
              if (stream.aborted || waiting.length > MAX_WAITING) break
              for (const change of waiting.splice(0)) {
                if (change === 'lost') await stream.writeSSE({ event: 'lost', data: '{}' })
                else
                  await stream.writeSSE({
                    event: 'change',
                    data: JSON.stringify({ noun: change.noun, id: change.id, verb: change.verb }),
                  })
              }
              if (Date.now() - lastCheck >= CHECK_MS) {
                lastCheck = Date.now()
                if (refusalOf('approved', await auth.authenticate(token))) break
              }
              if (Date.now() - lastBeat >= BEAT_MS) {
                lastBeat = Date.now()
                await stream.write(': beat\n\n')
              }
            }
          } finally {
            stopChanges()
            stopLoss()
            ending?.removeEventListener('abort', end)
          }
        })
      },
    },
  ]
}

/** Waits for `ms` or until the function handed to `expose` is called. */
async function pause(ms: number, expose: (resume: () => void) => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  expose(resolve)
  await promise
  clearTimeout(timer)
}
