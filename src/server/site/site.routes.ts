import type { IncomingMessage, ServerResponse } from 'node:http'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { findMovedSlug } from '../articles/articles.public.ts'
import { changesOf } from '../platform/db/transaction.ts'
import type { AuthGate } from '../platform/http/caller.ts'
import { BASE_HEADERS } from '../platform/http/headers.ts'
import type { Runtime } from '../platform/runtime.ts'
import { type FullSettings, readSettings } from '../settings/settings.service.ts'
import { invalidateOnChange } from './invalidation.ts'
import { type CachedPage, isUnchanged, PageCache, pickVariant, toCachedPage } from './page-cache.ts'
import { PAGE_PARAMETER, pageKey } from './page-key.ts'
import { previewRoutes } from './preview.routes.ts'
import { SITE_HEADERS } from './site-headers.ts'
import { articlePage, landingPage, notFoundPage, type PageSource, type RenderedPage } from './site-pages.ts'

export type Site = {
  /** Every public address; anything unknown is the 404 page (R22). */
  routes: Hono<SiteEnv>
  /** Answers a cached public page on the raw request; false when hono has to. */
  answerFromCache: (request: IncomingMessage, response: ServerResponse) => boolean
}

type SiteEnv = { Variables: { settings: FullSettings; generation: number } }

/** Room for about a thousand articles with their compressed forms. */
const CACHE_BYTES = 32 * 1024 * 1024
const PRIVATE = { 'Cache-Control': 'private, no-store', Vary: 'Cookie' }
const ICON = join(import.meta.dirname, '..', '..', 'site', 'favicon.svg')
const BROKEN = `<!doctype html><html lang="de"><meta charset="utf-8"><title>Gerade nicht erreichbar</title>
<h1>Gerade nicht erreichbar</h1><p>Die Seite lässt sich im Augenblick nicht anzeigen. Bitte laden Sie sie gleich noch einmal.</p>`

/** The public side: pages rendered on the server, kept in a cache that a change empties before its writer hears of it. */
export function createSite(runtime: Runtime, auth: AuthGate): Site {
  const cache = new PageCache(CACHE_BYTES)
  invalidateOnChange(cache, changesOf(runtime.db))
  const routes = new Hono<SiteEnv>()
  const show = pageShower(runtime, cache)
  const lost = async (context: Context<SiteEnv>, what: 'article' | 'page') =>
    html(await notFoundPage(sourceOf(runtime, context), what), 404, context.get('settings'))

  routes.get('/favicon.svg', async () => {
    const headers = { ...BASE_HEADERS, 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' }
    return new Response(await readFile(ICON), { headers })
  })
  routes.get('/favicon.ico', (context) => context.redirect('/favicon.svg', 301))
  routes.route('/preview', previewRoutes(runtime))
  routes.use(async (context, next) => {
    // before the settings are read: they are part of every page
    context.set('generation', cache.generation)
    context.set('settings', await readSettings(runtime.db))
    await next()
  })
  routes.get('/robots.txt', (context) => robots(context.get('settings')))
  routes.use(async (context, next) => {
    if (!isClosed(context.get('settings')) || (await auth.isReader(context.req.header('cookie')))) return next()
    const { pathname, search } = new URL(context.req.url)
    const headers = { ...BASE_HEADERS, ...PRIVATE, Location: `/auth?return=${encodeURIComponent(pathname + search)}` }
    return new Response(null, { status: 302, headers })
  })
  routes.get('/', async (context) => {
    const wish = context.req.query(PAGE_PARAMETER)
    if (wish === '1') return moved('/')
    if (wish !== undefined && !/^[1-9]\d{0,6}$/.test(wish)) return lost(context, 'page')
    const key = wish === undefined ? '/' : `/?${PAGE_PARAMETER}=${wish}`
    return (await show(context, key, (source) => landingPage(source, Number(wish ?? 1)))) ?? lost(context, 'page')
  })
  routes.get('/article/:slug', async (context) => {
    const slug = context.req.param('slug')
    const path = `/article/${slug}`
    const page = await show(context, path, (source) => articlePage(source, slug))
    // the same letters written with percent signs are the same address, but only one of them is kept
    if (page) return new URL(context.req.url).pathname === path ? page : moved(path)
    const present = await findMovedSlug(runtime.db, slug)
    return present === null ? lost(context, 'article') : moved(`/article/${present}`)
  })
  routes.notFound((context) => lost(context, 'page'))
  routes.onError((error, context) => {
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

function sourceOf({ db, config }: Runtime, context: Context<SiteEnv>): PageSource {
  return { db, config, settings: context.get('settings') }
}

function html(body: string, status: 200 | 404, settings: FullSettings): Response {
  const caching = isClosed(settings) ? PRIVATE : { 'Cache-Control': 'no-cache' }
  return new Response(body, { status, headers: { ...SITE_HEADERS, ...caching } })
}

function moved(path: string): Response {
  const headers = { ...BASE_HEADERS, Location: path, 'Cache-Control': 'no-cache' }
  return new Response(null, { status: 301, headers })
}

function robots(settings: FullSettings): Response {
  const rules = isClosed(settings) ? 'Disallow: /' : 'Disallow: /admin\nDisallow: /auth'
  const headers = { ...BASE_HEADERS, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' }
  return new Response(`User-agent: *\n${rules}\n`, { headers })
}

/**
 * Renders a page and keeps it where everybody may read it. Requests for the same page at the same time wait for one
 * rendering, unless something was invalidated in between: nobody gets a page older than their request.
 */
function pageShower(runtime: Runtime, cache: PageCache) {
  const rendering = new Map<string, Promise<CachedPage | null>>()
  const render = async (source: PageSource, make: (source: PageSource) => Promise<RenderedPage | null>) => {
    const page = await make(source)
    return page && toCachedPage(page.html, page.pictures)
  }
  return async (
    context: Context<SiteEnv>,
    key: string,
    make: (source: PageSource) => Promise<RenderedPage | null>,
  ): Promise<Response | null> => {
    const generation = context.get('generation')
    const settings = context.get('settings')
    const turn = `${generation} ${key}`
    let work = rendering.get(turn)
    if (!work) {
      work = render(sourceOf(runtime, context), make)
        .then((page) => {
          if (page && !isClosed(settings) && !changesOf(runtime.db).deaf) void cache.put(key, page, generation)
          return page
        })
        .finally(() => rendering.delete(turn))
      rendering.set(turn, work)
    }
    const page = await work
    if (!page) return null
    if (isClosed(settings)) return html(page.plain.body.toString(), 200, settings)
    return isUnchanged(page, context.req.header('if-none-match'))
      ? new Response(null, { status: 304, headers: pairs(page.plain.unchanged) })
      : new Response(new Uint8Array(page.plain.body), { headers: pairs(page.plain.headers) })
  }
}

function pairs(flat: string[]): [string, string][] {
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
