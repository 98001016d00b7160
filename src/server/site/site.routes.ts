import type { IncomingMessage, ServerResponse } from 'node:http'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { changesOf } from '../platform/db/transaction.ts'
import type { AuthGate } from '../platform/http/caller.ts'
import { BASE_HEADERS } from '../platform/http/headers.ts'
import { canonicalPath } from '../platform/http/request-target.ts'
import type { Runtime } from '../platform/runtime.ts'
import { type FullSettings, readSettings } from '../settings/settings.service.ts'
import { invalidateOnChange } from './invalidation.ts'
import { type CachedPage, isUnchanged, PageCache, pickVariant } from './page-cache.ts'
import { askedPage, pageKey } from './page-key.ts'
import { PageMaker } from './page-maker.ts'
import { previewRoutes } from './preview.routes.ts'
import { SITE_HEADERS } from './site-headers.ts'
import { plainAddress, presentArticle } from './plain-address.ts'
import { articlePage, landingPage, notFoundPage } from './site-pages.ts'
import { Overloaded } from '../platform/turns.ts'

export type Site = {
  /** Every public address; anything unknown is the 404 page (R22). */
  routes: Hono<SiteEnv>
  /** Answers a cached public page on the raw request; false when hono has to. */
  answerFromCache: (request: IncomingMessage, response: ServerResponse) => boolean
}

type SiteEnv = { Bindings: HttpBindings; Variables: { isClosed: boolean } }

/** Room for about a thousand articles with their compressed forms. */
const CACHE_BYTES = 32 * 1024 * 1024
const PRIVATE = { 'Cache-Control': 'private, no-store', Vary: 'Cookie' }
const ICON = join(import.meta.dirname, '..', '..', 'site', 'favicon.svg')
const BROKEN = `<!doctype html><html lang="de"><meta charset="utf-8"><title>Gerade nicht erreichbar</title>
<h1>Gerade nicht erreichbar</h1><p>Die Seite lässt sich im Augenblick nicht anzeigen. Bitte laden Sie sie gleich noch einmal.</p>`

const BUSY = `<!doctype html><html lang="de"><meta charset="utf-8"><title>Gerade zu viele Anfragen</title>
<h1>Gerade zu viele Anfragen</h1><p>Die Seite wird im Augenblick sehr oft verlangt. Bitte laden Sie sie gleich noch einmal.</p>`

/** The public side: pages rendered on the server, kept in a cache that a change empties before its writer hears of it. */
export function createSite(runtime: Runtime, auth: AuthGate): Site {
  const cache = new PageCache(CACHE_BYTES)
  invalidateOnChange(cache, changesOf(runtime.db))
  const pages = new PageMaker(runtime, cache)
  const routes = new Hono<SiteEnv>()
  /** The 404 page, kept once for all addresses there are not; no path begins like its key. */
  const lost = async (context: Context<SiteEnv>, what: 'article' | 'page') =>
    show(context, await pages.get(`404 ${what}`, (source) => notFoundPage(source, what)), 404)

  routes.get('/favicon.svg', async () => {
    const headers = { ...BASE_HEADERS, 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' }
    return new Response(await readFile(ICON), { headers })
  })
  routes.get('/favicon.ico', (context) => context.redirect('/favicon.svg', 301))
  routes.route('/preview', previewRoutes(runtime, pages))
  routes.use(async (context, next) => {
    context.set('isClosed', isClosed(await readSettings(runtime.db)))
    await next()
  })
  routes.get('/robots.txt', (context) => robots(context.get('isClosed')))
  routes.use(async (context, next) => {
    const { incoming } = context.env
    const [written = ''] = (incoming.url ?? '').split(/[?#]/, 1)
    const path = canonicalPath(written)
    // Strangers learn nothing of an address of a closed blog, not even where it has moved.
    if (context.get('isClosed') && !(await auth.isReader(incoming.headers.cookie)))
      return toSignIn(incoming, path ?? '/')
    if (path !== null && (path !== written || incoming.url?.includes('#')))
      return moved(context, withQuery((await plainAddress(runtime.db, path)) ?? path, incoming))
    await next()
  })
  routes.get('/', async (context) => {
    const wish = askedPage(context.env.incoming.url ?? '')
    if (wish === '1') return moved(context, '/')
    if (wish !== null && !/^[1-9]\d{0,6}$/.test(wish)) return lost(context, 'page')
    const page = await pages.get(keyOf(context), (source) => landingPage(source, Number(wish ?? 1)))
    return page ? show(context, page) : lost(context, 'page')
  })
  routes.get('/article/:slug', async (context) => {
    const slug = context.req.param('slug')
    const page = await pages.get(keyOf(context), (source) => articlePage(source, slug))
    if (page) return show(context, page)
    const present = (await presentArticle(runtime.db, slug)) ?? (await plainAddress(runtime.db, context.req.path))
    return present === null ? lost(context, 'article') : moved(context, present)
  })
  routes.notFound(async (context) => {
    const plain = await plainAddress(runtime.db, context.req.path)
    return plain === null ? lost(context, 'page') : moved(context, withQuery(plain, context.env.incoming))
  })
  routes.onError((error, context) => {
    if (error instanceof Overloaded) {
      const headers = { ...SITE_HEADERS, 'Cache-Control': 'private, no-store', 'Retry-After': '2' }
      return new Response(BUSY, { status: 503, headers })
    }
    // A secret address stands in no log.
    const path = context.req.path.replace(/^\/preview\/.*/, '/preview/…')
    runtime.log.error('page failed', { path, error: error.stack ?? error.message })
    return new Response(BROKEN, { status: 500, headers: { ...SITE_HEADERS, 'Cache-Control': 'no-store' } })
  })

  return { routes, answerFromCache: (request, response) => answerFromCache(cache, request, response) }
}

function isClosed(settings: FullSettings): boolean {
  return settings.visibility === 'privat'
}

/** The key of the address asked for, which is spelled canonically by now. */
function keyOf(context: Context<SiteEnv>): string {
  return pageKey(context.env.incoming.url ?? '')
}

/** An address with what the site knows of the query asked with. */
function withQuery(path: string, { url = '' }: IncomingMessage): string {
  const [asked = ''] = url.split('#', 1)
  const query = asked.indexOf('?')
  return pageKey(query === -1 ? path : path + asked.slice(query))
}

function toSignIn(incoming: IncomingMessage, path: string): Response {
  const back = encodeURIComponent(withQuery(path, incoming))
  const headers = { ...BASE_HEADERS, ...PRIVATE, Location: `/auth?return=${back}` }
  return new Response(null, { status: 302, headers })
}

function moved(context: Context<SiteEnv>, path: string): Response {
  const caching = context.get('isClosed') ? PRIVATE : { 'Cache-Control': 'no-cache' }
  return new Response(null, { status: 301, headers: { ...BASE_HEADERS, ...caching, Location: path } })
}

function robots(closed: boolean): Response {
  const rules = closed ? 'Disallow: /' : 'Disallow: /admin\nDisallow: /auth'
  const headers = { ...BASE_HEADERS, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' }
  return new Response(`User-agent: *\n${rules}\n`, { headers })
}

/** Answers with a page: to everybody as the map would, on a closed blog to this reader alone. */
function show(context: Context<SiteEnv>, page: CachedPage | null, status: 200 | 404 = 200): Response {
  if (!page) throw new Error('a page that is always there could not be made')
  if (context.get('isClosed'))
    return new Response(bytes(page.plain.body), { status, headers: { ...SITE_HEADERS, ...PRIVATE } })
  const variant = pickVariant(page, context.req.header('accept-encoding'))
  if (status === 200 && isUnchanged(page, context.req.header('if-none-match')))
    return new Response(null, { status: 304, headers: pairs(variant.unchanged) })
  const headers = pairs(variant.headers).filter(([name]) => status === 200 || name !== 'ETag')
  return new Response(bytes(variant.body), { status, headers })
}

/** The same bytes, not a copy, for the type that responses ask for. */
function bytes(body: Buffer): Uint8Array<ArrayBuffer> {
  return body as Uint8Array<ArrayBuffer>
}

function pairs(flat: readonly string[]): [string, string][] {
  return flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1]!] as [string, string]] : []))
}

/** The fast way: a page that is in the map goes out with the headers it was stored with. */
function answerFromCache(cache: PageCache, request: IncomingMessage, response: ServerResponse): boolean {
  const { method, url } = request
  if ((method !== 'GET' && method !== 'HEAD') || url === undefined) return false
  const page = cache.get(pageKey(url))
  if (page === undefined) return false
  const variant = pickVariant(page, request.headers['accept-encoding'])
  if (isUnchanged(page, request.headers['if-none-match'])) {
    response.writeHead(304, variant.unchanged)
    response.end()
    return true
  }
  response.writeHead(200, variant.headers)
  if (method === 'HEAD') response.end()
  else response.end(variant.body)
  return true
}
