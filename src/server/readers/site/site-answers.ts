import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { BASE_HEADERS } from '../../platform/http/headers.ts'
import { type CachedPage, isUnchanged, pickVariant } from './cache/page-cache.ts'

/** `isClosed`: strangers may not read this address (RUL-2). */
export type SiteEnv = { Bindings: HttpBindings; Variables: { isClosed: boolean } }

/** Cached by no proxy, for this reader only. */
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

/** Responds with a page: as from the cache, on a closed blog for this reader only. */
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

/** Responds with a possibly stale page while the database is unreachable: no proxy caches it. */
export function asItWas(context: Context<SiteEnv>, page: CachedPage): Response {
  const answer = show(context, page)
  answer.headers.set('Cache-Control', 'no-cache')
  for (const name of ['Surrogate-Key', 'Cache-Tag']) answer.headers.delete(name)
  answer.headers.set('Server-Timing', 'cache;desc=stale')
  return answer
}

/** A search result is cached by no proxy. */
export function unkept(response: Response): Response {
  response.headers.set('Cache-Control', 'private, no-store')
  return response
}

/** A missing page may exist in a moment: it is not cached. */
function ofNothing(headers: [string, string][]): [string, string][] {
  const kept = headers.filter(([name]) => !['ETag', 'Cache-Control', 'Surrogate-Key', 'Cache-Tag'].includes(name))
  return [...kept, ['Cache-Control', 'no-cache']]
}

/** The headers of a response that did not come from the cache. */
function asMade(flat: readonly string[]): [string, string][] {
  return pairs(flat).map(([name, value]) => (name === 'Server-Timing' ? [name, 'cache;desc=miss'] : [name, value]))
}

/** The same bytes, not a copy, in the type that responses require. */
function bytes(body: Buffer): Uint8Array<ArrayBuffer> {
  return body as Uint8Array<ArrayBuffer>
}

function pairs(flat: readonly string[]): [string, string][] {
  return flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1]!] as [string, string]] : []))
}
