import type { IncomingMessage, ServerResponse } from 'node:http'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { changesOf } from '../platform/db/transaction.ts'
import { absenceOf } from '../platform/db/unreachable.ts'
import type { AuthGate } from '../platform/http/caller.ts'
import { BASE_HEADERS } from '../platform/http/headers.ts'
import { canonicalPath } from '../platform/http/request-target.ts'
import { givenRequestId } from '../platform/request-id.ts'
import type { Runtime } from '../platform/runtime.ts'
import { Overloaded } from '../platform/turns.ts'
import type { FullSettings } from '../settings/settings.service.ts'
import { countView } from '../stats/stats.service.ts'
import { invalidateOnChange } from './cache/invalidation.ts'
import { purgeOnChange } from './cdn/purges.service.ts'
import { KnownLists } from './cache/known-lists.ts'
import { type CachedPage, isUnchanged, PageCache, pickVariant, toCachedPage } from './cache/page-cache.ts'
import { asked, PAGE_PARAMETER, pageKey, SEARCH_PARAMETER } from './cache/page-key.ts'
import { PageMaker } from './cache/page-maker.ts'
import { isPaged, kindOf, type PublicKind } from './kinds.ts'
import { notFoundPage } from './pages/not-found-page.ts'
import { appearancePreviewRoutes, identityFile } from './identity.routes.ts'
import type { Bucket } from '../files/bucket/sections.ts'
import { previewRoutes } from './preview.routes.ts'
import type { Asked } from './public-answer.ts'
import { oldAddresses, type OldAnswer, parseAddress } from './old-addresses.ts'
import { mayBeOld } from '../redirects/redirects.public.ts'
import { SITE_HEADERS } from './site-headers.ts'

export type Site = {
  /** Every public address; anything unknown is the 404 page (RUL-22). */
  routes: Hono<SiteEnv>
  /** Answers a cached public page on the raw request and says with which status; null when hono has to. */
  answerFromCache: (request: IncomingMessage, response: ServerResponse) => 200 | 304 | null
  /** What of the contract the site itself answers. */
  appearanceRoutes: ReturnType<typeof appearancePreviewRoutes>
  /** Whether readers find something at an address of the product's own; with a query where it reads that query. */
  isAnswered: (address: string) => Promise<boolean>
}

type SiteEnv = { Bindings: HttpBindings; Variables: { isClosed: boolean } }

/** Room for about a thousand articles with their compressed forms. */
const CACHE_BYTES = 32 * 1024 * 1024
/** Addresses beside the public ones that people type: the sign-in, the admin app, what machines read. */
const FIXED = ['/auth', '/admin', '/favicon.svg']
/** Of a page that is not there now and may be in a moment. */
const LATER = { ...SITE_HEADERS, 'Cache-Control': 'private, no-store', 'Retry-After': '2' }
const PRIVATE = { 'Cache-Control': 'private, no-store', Vary: 'Cookie' }
const ICON = join(import.meta.dirname, '..', '..', 'site', 'favicon.svg')
const BROKEN = `<!doctype html><html lang="de"><meta charset="utf-8"><title>Gerade nicht erreichbar</title>
<h1>Gerade nicht erreichbar</h1><p>Die Seite lässt sich im Augenblick nicht anzeigen. Bitte laden Sie sie gleich noch einmal.</p>`

const AWAY = `<!doctype html><html lang="de"><meta charset="utf-8"><title>Gerade nicht erreichbar</title>
<h1>Gerade nicht erreichbar</h1><p>Die Datenbank dieser Website antwortet im Augenblick nicht. Es geht von selbst weiter, sobald sie wieder da ist. Bitte laden Sie die Seite in einem Moment noch einmal.</p>`

const BUSY = `<!doctype html><html lang="de"><meta charset="utf-8"><title>Gerade zu viele Anfragen</title>
<h1>Gerade zu viele Anfragen</h1><p>Die Seite wird im Augenblick sehr oft verlangt. Bitte laden Sie sie gleich noch einmal.</p>`

/** The public side: answers made on the server, kept in a cache that a change empties before its writer hears of it. */
export function createSite(runtime: Runtime, auth: AuthGate, bucket: Bucket): Site {
  const { db } = runtime
  const bus = changesOf(db)
  const cache = new PageCache(CACHE_BYTES, () => bus.hearsAll)
  runtime.metrics.gauge('page_cache_bytes', 'What the map of public pages holds.', () => cache.bytes)
  runtime.metrics.gauge('page_cache_pages', 'How many public pages the map holds.', () => cache.size)
  const lists = new KnownLists(db)
  invalidateOnChange(cache, lists, bus)
  purgeOnChange(runtime, bus)
  const pages = new PageMaker(runtime, cache, lists)
  const routes = new Hono<SiteEnv>()
  const read = ({ article }: CachedPage, { method, headers }: IncomingMessage) => {
    if (article !== undefined && method === 'GET') countView(runtime, article, headers)
  }
  /** The 404 page, kept once for all addresses there are not; no path begins like its key. */
  const lost = async (context: Context<SiteEnv>, what: 'article' | 'page', status: 404 | 410 = 404) =>
    show(context, await pages.get(`404 ${what}`, (source) => notFoundPage(source, what)), status)

  /** What stands at a plain path with this query, or null where there is nothing (any more). */
  const answerAt = async (url: string, { kind, params }: Found): Promise<CachedPage | null> => {
    const page = pageAsked(url, kind)
    if (page === null) return null
    const query = kind.queried ? (asked(url, SEARCH_PARAMETER) ?? '') : ''
    const wish: Asked = { params, page, query }
    if (!kind.queried) return pages.get(pageKey(url, isPaged), (source) => kind.make(source, wish))
    const made = await pages.take(async (source) => kind.make(await source(), wish))
    return made && toCachedPage(made)
  }

  /** Where what a path that is not plain asks for stands, in one hop; null where there is nothing (RUL-44). */
  const plainAddress = async (path: string, url: string): Promise<string | null> => {
    const plain = plainOf(path)
    if (plain === path) return null
    if (FIXED.includes(plain)) return plain
    const found = kindOf(plain)
    if (!found) return null
    const address = withQuery(plain, url)
    const isThere = found.kind.queried || (await answerAt(address, found)) !== null
    if (isThere) return address
    const present = await found.kind.moved?.(db, found.params)
    return present ? withQuery(present, url) : null
  }

  /** What the product itself says of an address; null where none of its own has this form. */
  const ownAnswer = async (address: string) => {
    const [url = ''] = address.split('#', 1)
    const [path = ''] = url.split('?', 1)
    const plain = plainOf(path)
    const inPlace = { address: plain + address.slice(path.length) }
    if (FIXED.includes(plain)) return inPlace
    const found = kindOf(plain)
    if (!found) return null
    if ((await answerAt(withQuery(plain, url), found)) !== null) return inPlace
    const present = await found.kind.moved?.(db, found.params)
    if (present) return { address: withQuery(present, url) }
    const isGone = (await found.kind.gone?.(db, found.params)) ?? false
    return { lost: found.kind.lost ?? ('page' as const), isGone }
  }
  const old = oldAddresses({ db, shapes: () => pages.queryShapes(), own: ownAnswer })
  const isThere = async (address: string) => 'address' in ((await ownAnswer(address)) ?? {})
  const answerOld = (context: Context<SiteEnv>, answer: OldAnswer) =>
    'address' in answer ? moved(context, answer.address) : lost(context, answer.lost, answer.status)

  routes.get('/favicon.svg', async () => {
    const headers = { ...BASE_HEADERS, 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' }
    return new Response(await readFile(ICON), { headers })
  })
  routes.get('/favicon.ico', (context) => context.redirect('/favicon.svg', 301))
  routes.route('/preview', previewRoutes(runtime, pages, bucket))
  routes.use(async (context, next) => {
    const { incoming } = context.env
    const url = incoming.url ?? '/'
    const [written = ''] = url.split(/[?#]/, 1)
    const path = canonicalPath(written)
    const isClosed = closes(await pages.settings())
    const reaction = path === null ? undefined : kindOf(plainOf(path))?.kind.closed
    context.set('isClosed', isClosed && reaction !== 'open')
    // Strangers learn nothing of an address of a closed blog, not even where it has moved.
    if (context.get('isClosed') && !(await auth.isReader(incoming.headers.cookie)))
      return reaction === 'refused' ? refused() : toSignIn(withQuery(path ?? '/', url))
    const isRead = context.req.method === 'GET' || context.req.method === 'HEAD'
    const byQuery = path !== null && isRead ? await old.byQuery(url) : null
    if (byQuery) return answerOld(context, byQuery)
    if (path !== null && (path !== written || url.includes('#'))) {
      const plain = await plainAddress(path, url)
      if (plain !== null) return moved(context, plain)
      const byPath = await old.byPath(path)
      const isOld = byPath !== null && !(await isThere(path))
      return isOld ? answerOld(context, byPath) : moved(context, withQuery(path, url))
    }
    await next()
  })
  routes.get('/site/:file', async (context) => {
    const file = await identityFile(runtime, context.req.param('file'))
    for (const [name, value] of context.get('isClosed') ? Object.entries(PRIVATE) : []) file.headers.set(name, value)
    return file
  })
  routes.get('*', async (context) => {
    const url = context.env.incoming.url ?? '/'
    const [path = '/'] = url.split('?', 1)
    const found = kindOf(path)
    const isPlain = !(found?.kind.paged && asked(url, PAGE_PARAMETER) === '1')
    const address = isPlain ? url : withQuery(path, url)
    const page = found && (await answerAt(address, found))
    if (page && !isPlain) return moved(context, address)
    // On a closed blog everybody who reads is signed in.
    if (page && !context.get('isClosed')) read(page, context.env.incoming)
    // What may be an old address by its query one day is kept by nobody as this page.
    const isSure = !url.includes('?') || !mayBeOld(await pages.queryShapes(), parseAddress(url))
    if (page) return found.kind.queried || !isSure ? unkept(show(context, page)) : show(context, page)
    const present = found && (await found.kind.moved?.(db, found.params))
    if (present) return moved(context, withQuery(present, url))
    const plain = await plainAddress(path, url)
    if (plain !== null) return moved(context, plain)
    const byPath = await old.byPath(path)
    if (byPath) return answerOld(context, byPath)
    const isGone = found && (await found.kind.gone?.(db, found.params))
    return lost(context, found?.kind.lost ?? kindOf(plainOf(path))?.kind.lost ?? 'page', isGone ? 410 : 404)
  })
  routes.notFound((context) => lost(context, 'page'))
  routes.onError((error, context) => {
    if (error instanceof Overloaded) {
      return new Response(BUSY, { status: 503, headers: LATER })
    }
    // A secret address stands in no log.
    const path = context.req.path.replace(/^\/preview\/.*/, '/preview/…')
    runtime.log.error('page failed', { path, error: error.stack ?? error.message })
    if (absenceOf(error)) {
      const page = cache.former(pageKey(context.env.incoming.url ?? '/', isPaged))
      if (page) read(page, context.env.incoming)
      return page ? asItWas(context, page) : new Response(AWAY, { status: 503, headers: LATER })
    }
    return new Response(BROKEN, { status: 500, headers: { ...SITE_HEADERS, 'Cache-Control': 'no-store' } })
  })

  return {
    routes,
    answerFromCache: (request, response) => answerFromCache({ cache, lists, read }, request, response),
    appearanceRoutes: appearancePreviewRoutes(pages),
    isAnswered: async (address) => {
      const { path, query } = parseAddress(address)
      const kind = kindOf(path)?.kind
      const isRead = [...query.keys()].some(
        (name) => (kind?.paged && name === PAGE_PARAMETER) || (kind?.queried && name === SEARCH_PARAMETER),
      )
      return (query.size === 0 || isRead) && isThere(address)
    },
  }
}

type Found = { kind: PublicKind; params: Asked['params'] }

/** The page of a list that is asked for; null where nothing has such a number. */
function pageAsked(url: string, kind: PublicKind): number | null {
  const wish = kind.paged ? asked(url, PAGE_PARAMETER) : null
  if (wish === null) return 1
  return /^[1-9]\d{0,6}$/.test(wish) ? Number(wish) : null
}

/** A canonical path as every public address is written: lower case, no slash at its end. */
function plainOf(path: string): string {
  return path === '/' ? path : path.toLowerCase().replace(/\/$/, '')
}

function closes(settings: FullSettings): boolean {
  return settings.visibility === 'privat'
}

/** An address with what the site knows of the query asked with. */
function withQuery(path: string, url: string): string {
  const [clean = ''] = url.split('#', 1)
  const query = clean.indexOf('?')
  if (query === -1) return path
  const words = kindOf(path)?.kind.queried ? asked(clean, SEARCH_PARAMETER) : null
  // The first page of a list has the list's own address.
  const page = asked(clean, PAGE_PARAMETER) === '1' ? path : pageKey(path + clean.slice(query), isPaged)
  if (words === null) return page
  const searched = `${path}?${SEARCH_PARAMETER}=${encodeURIComponent(words)}`
  return page === path ? searched : `${searched}&${page.slice(path.length + 1)}`
}

function toSignIn(address: string): Response {
  const headers = { ...BASE_HEADERS, ...PRIVATE, Location: `/auth?return=${encodeURIComponent(address)}` }
  return new Response(null, { status: 302, headers })
}

function refused(): Response {
  const headers = { ...BASE_HEADERS, ...PRIVATE, 'Content-Type': 'text/plain; charset=utf-8' }
  return new Response('Dieser Blog ist nicht öffentlich.\n', { status: 401, headers })
}

function moved(context: Context<SiteEnv>, path: string): Response {
  const caching = context.get('isClosed') ? PRIVATE : { 'Cache-Control': 'no-cache' }
  return new Response(null, { status: 301, headers: { ...BASE_HEADERS, ...caching, Location: path } })
}

/** Answers with a page: to everybody as the map would, on a closed blog to this reader alone. */
function show(context: Context<SiteEnv>, page: CachedPage | null, status: 200 | 404 | 410 = 200): Response {
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
function asItWas(context: Context<SiteEnv>, page: CachedPage): Response {
  const answer = show(context, page)
  answer.headers.set('Cache-Control', 'no-cache')
  for (const name of ['Surrogate-Key', 'Cache-Tag']) answer.headers.delete(name)
  answer.headers.set('Server-Timing', 'cache;desc=stale')
  return answer
}

/** What somebody searched is nobody else's, and no proxy's. */
function unkept(response: Response): Response {
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

/** The fast way: a page that is in the map goes out with the headers it was stored with. */
function answerFromCache(
  {
    cache,
    lists,
    read,
  }: { cache: PageCache; lists: KnownLists; read: (page: CachedPage, request: IncomingMessage) => void },
  request: IncomingMessage,
  response: ServerResponse,
): 200 | 304 | null {
  const { method, url } = request
  if ((method !== 'GET' && method !== 'HEAD') || url === undefined) return null
  const page = cache.get(pageKey(url, isPaged))
  if (page === undefined) return null
  if (url.includes('?')) {
    const shapes = lists.queryShapesNow
    if (!shapes || (shapes.size > 0 && mayBeOld(shapes, parseAddress(url)))) return null
  }
  read(page, request)
  const variant = pickVariant(page, request.headers['accept-encoding'])
  const given = givenRequestId(request.headers['x-request-id'])
  const named = (headers: string[]) => (given === null ? headers : [...headers, 'X-Request-Id', given])
  if (isUnchanged(page, request.headers['if-none-match'])) {
    response.writeHead(304, named(variant.unchanged))
    response.end()
    return 304
  }
  response.writeHead(200, named(variant.headers))
  if (method === 'HEAD') response.end()
  else response.end(variant.body)
  return 200
}
