import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { BASE_HEADERS } from '../../platform/http/headers.ts'
import { type CachedPage, isUnchanged, pickVariant } from './cache/page-cache.ts'

/** `isClosed`: strangers get nothing at this address (RUL-2). */
export type SiteEnv = { Bindings: HttpBindings; Variables: { isClosed: boolean } }

/** For nobody to keep, and for this reader alone. */
export const PRIVATE = { 'Cache-Control': 'private, no-store', Vary: 'Cookie' }

export function toSignIn(address: string): Response {
  const headers = { ...BASE_HEADERS, ...PRIVATE, Location: `/auth?return=${encodeURIComponent(address)}` }
  return new Response(null, { status: 302, headers })
}

export function refused(): Response {
  const headers = { ...BASE_HEADERS, ...PRIVATE, 'Content-Type': 'text/plain; charset=utf-8' }
  return new Response('Dieser Blog ist nicht öffentlich.\n', { status: 401, headers })
}

export function moved(context: Context<SiteEnv>, path: string): Response {
  const caching = context.get('isClosed') ? PRIVATE : { 'Cache-Control': 'no-cache' }
  return new Response(null, { status: 301, headers: { ...BASE_HEADERS, ...caching, Location: path } })
}

/** Answers with a page: to everybody as the map would, on a closed blog to this reader alone. */
export function show(context: Context<SiteEnv>, page: CachedPage | null, status: 200 | 404 | 410 = 200): Response {
  if (!page) throw new Error('a page that is always there could not be made')
  if (context.get('isClosed'))
    return new Response(bytes(page.plain.body), {
      status,
      headers: { ...Object.fromEntries(pairs(page.base)), ...PRIVATE },
    })
  const variant = pickVariant(page, context.req.header('accept-encoding'))
  if (status === 200 && isUnchanged(page, context.req.header('if-none-match')))
    return new Response(null, { status: 304, headers: asMade(variant.unchanged) })
  const headers = asMade(variant.headers)
  return new Response(bytes(variant.body), { status, headers: status === 200 ? headers : ofNothing(headers) })
}

/** Answers with a page that may be old, as nobody can be asked what it is now: no proxy keeps it. */
export function asItWas(context: Context<SiteEnv>, page: CachedPage): Response {
  const answer = show(context, page)
  answer.headers.set('Cache-Control', 'no-cache')
  for (const name of ['Surrogate-Key', 'Cache-Tag']) answer.headers.delete(name)
  answer.headers.set('Server-Timing', 'cache;desc=stale')
  return answer
}

/** What somebody searched is nobody else's, and no proxy's. */
export function unkept(response: Response): Response {
  response.headers.set('Cache-Control', 'private, no-store')
  return response
}

/** Where nothing is there may be something in a moment: nobody keeps it. */
function ofNothing(headers: [string, string][]): [string, string][] {
  const kept = headers.filter(([name]) => !['ETag', 'Cache-Control', 'Surrogate-Key', 'Cache-Tag'].includes(name))
  return [...kept, ['Cache-Control', 'no-cache']]
}

/** The headers of an answer that did not come from the map. */
function asMade(flat: readonly string[]): [string, string][] {
  return pairs(flat).map(([name, value]) => (name === 'Server-Timing' ? [name, 'cache;desc=miss'] : [name, value]))
}

/** The same bytes, not a copy, for the type that responses ask for. */
function bytes(body: Buffer): Uint8Array<ArrayBuffer> {
  return body as Uint8Array<ArrayBuffer>
}

function pairs(flat: readonly string[]): [string, string][] {
  return flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1]!] as [string, string]] : []))
}
