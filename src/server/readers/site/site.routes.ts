import type { IncomingMessage, ServerResponse } from 'node:http'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { isMissingReference } from '../../platform/db/db.ts'
import { changesOf } from '../../platform/db/transaction.ts'
import { absenceOf } from '../../platform/unreachable.ts'
import { isMoving } from '../../platform/fleet/read-only.ts'
import { isFullDisk } from '../../platform/full-disk.ts'
import type { AuthGate } from '../../platform/caller.ts'
import { isCutOff } from '../../platform/http/body.ts'
import { ASSET_HEADERS } from '../../platform/http/headers.ts'
import { canonicalPath } from '../../platform/http/request-target.ts'
import { givenRequestId } from '../../platform/request-id.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { Overloaded } from '../../platform/slots.ts'
import type { FullSettings } from '../../settings/settings.service.ts'
import { countView } from '../stats/stats.service.ts'
import { invalidateOnChange } from './cache/invalidation.ts'
import { purgeOnChange } from './cdn/purges.service.ts'
import { KnownLists } from './cache/known-lists.ts'
import { type CachedPage, isUnchanged, PageCache, pickVariant } from './cache/page-cache.ts'
import { asked, PAGE_PARAMETER, pageKey } from './cache/page-key.ts'
import { PageMaker } from './cache/page-maker.ts'
import { isPaged, routeOf } from './routes.ts'
import { appearancePreviewRoutes, faviconFile, identityFile } from './identity.routes.ts'
import type { Bucket } from '../../files/bucket/sections.ts'
import { newsletterRoutes, type Postbox } from './newsletter.routes.ts'
import { commentRoutes } from './comments.routes.ts'
import { previewRoutes } from './preview.routes.ts'
import { oldAddresses, type OldAnswer, parseAddress } from './old-addresses.ts'
import { isOwnPath } from '../redirects/old-address.ts'
import { mayBeOld } from '../redirects/redirects.public.ts'
import { plainOf, siteAddresses, withQuery } from './site-addresses.ts'
import { asItWas, moved, PRIVATE, refused, show, type SiteEnv, toSignIn, unkept } from './site-answers.ts'
import { SITE_HEADERS } from './site-headers.ts'
import type { PublicAnswer } from './public-answer.ts'
import type { TitleLine } from '../../../site/page-props.ts'
import { builtSite } from './pages/built-site.ts'
import { meantBy } from './pages/meant.ts'
import { type PageSource, toSite } from './pages/site-source.ts'

export type Site = {
  /** Every public address; anything unknown is the 404 page (RUL-22). */
  routes: Hono<SiteEnv>
  /** Sends a cached public page on the raw request and returns its status; null if Hono has to handle it. */
  answerFromCache: (request: IncomingMessage, response: ServerResponse) => 200 | 304 | null
  /** The part of the contract that the site implements. */
  appearanceRoutes: ReturnType<typeof appearancePreviewRoutes>
  /** Whether one of the product's own addresses shows something; with a query where it reads that query. */
  isAnswered: (address: string) => Promise<boolean>
}

/** Enough for about a thousand articles with their compressed forms. */
const CACHE_BYTES = 32 * 1024 * 1024
/** Headers of a page that is temporarily unavailable. */
const LATER = { ...SITE_HEADERS, 'Cache-Control': 'private, no-store', 'Retry-After': '2' }
const ICON = join(import.meta.dirname, '..', '..', '..', 'site', 'favicon.svg')
const BROKEN = `<!doctype html><html lang="de"><meta charset="utf-8"><title>Gerade nicht erreichbar</title>
<h1>Gerade nicht erreichbar</h1><p>Die Seite lässt sich im Augenblick nicht anzeigen. Bitte laden Sie sie gleich noch einmal.</p>`

const AWAY = `<!doctype html><html lang="de"><meta charset="utf-8"><title>Gerade nicht erreichbar</title>
<h1>Gerade nicht erreichbar</h1><p>Die Datenbank dieser Website antwortet im Augenblick nicht. Es geht von selbst weiter, sobald sie wieder da ist. Bitte laden Sie die Seite in einem Moment noch einmal.</p>`

const NOT_TAKEN = `<!doctype html><html lang="de"><meta charset="utf-8"><title>Gerade wird nichts angenommen</title>
<h1>Gerade wird nichts angenommen</h1><p>Diese Website kann im Augenblick nichts speichern. Was Sie abgeschickt haben, ist nicht angekommen. Lesen geht weiter; bitte versuchen Sie es später noch einmal.</p>`

const BUSY = `<!doctype html><html lang="de"><meta charset="utf-8"><title>Gerade zu viele Anfragen</title>
<h1>Gerade zu viele Anfragen</h1><p>Die Seite wird im Augenblick sehr oft verlangt. Bitte laden Sie sie gleich noch einmal.</p>`

/**
 * The public side: pages rendered on the server, with a cache that is invalidated before the writer of a change gets
 * its response.
 */
export function createSite(runtime: Runtime, auth: AuthGate, bucket: Bucket, postbox: Postbox): Site {
  const { db } = runtime
  const bus = changesOf(db)
  const cache = new PageCache(
    CACHE_BYTES,
    () => bus.hearsAll,
    () => runtime.clock().getTime(),
  )
  runtime.metrics.gauge('page_cache_bytes', 'What the map of public pages holds.', () => cache.bytes)
  runtime.metrics.gauge('page_cache_pages', 'How many public pages the map holds.', () => cache.size)
  const lists = new KnownLists(db)
  invalidateOnChange(cache, lists, bus)
  purgeOnChange(runtime, bus)
  const pages = new PageMaker(runtime, cache, lists)
  const routes = new Hono<SiteEnv>()
  let settingsChanges = 0
  bus.onCommitted(({ noun }) => void (noun === 'settings' && settingsChanges++))
  bus.onLoss(() => void settingsChanges++)
  const read = ({ article }: CachedPage, { method, headers }: IncomingMessage) => {
    if (article !== undefined && method === 'GET') countView(runtime, article, headers)
  }
  /**
   * The 404 page. It is cached once for all unknown addresses with the same suggestions, which are its key. The key begins like
   * no path.
   */
  const lost = async (context: Context<SiteEnv>, what: 'article' | 'page', status: 404 | 410 = 404) => {
    const meant = await meantBy(db, context.req.path)
    const key = `404 ${what}${meant.length > 0 ? ` ${JSON.stringify(meant)}` : ''}`
    return show(context, await pages.get(key, (source) => notFoundPage(source, what, meant)), status)
  }

  const addresses = siteAddresses(db, pages)
  const { answerAt, plainAddress } = addresses
  const old = oldAddresses({ db, shapes: () => pages.queryShapes(), own: addresses.ownAnswer })
  const answerOld = (context: Context<SiteEnv>, answer: OldAnswer) =>
    'address' in answer ? moved(context, answer.address) : lost(context, answer.lost, answer.status)

  routes.get('/favicon.svg', async () => {
    const headers = { ...ASSET_HEADERS, 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' }
    return new Response(await readFile(ICON), { headers })
  })
  routes.get('/favicon.ico', faviconFile(runtime))
  routes.route('/preview', previewRoutes(runtime, pages, bucket))
  routes.route('/newsletter', newsletterRoutes(runtime, pages, postbox))
  const comments = commentRoutes(runtime, pages, {
    isReader: (context) => auth.isReader(context.env.incoming.headers.cookie),
  })
  routes.route('/kommentar', comments.secret)
  // The blog may become private while a page for a stranger is being made: such a request is processed again.
  routes.use(async (context, next) => {
    const before = settingsChanges
    await next()
    if (settingsChanges === before || !isRead(context)) return
    // Hono would keep the headers of the first response.
    context.res = undefined
    context.res = await routes.fetch(context.req.raw, context.env)
  })
  routes.use(async (context, next) => {
    const { incoming } = context.env
    const url = incoming.url ?? '/'
    const [written = ''] = url.split(/[?#]/, 1)
    const path = canonicalPath(written)
    const isClosed = closes(await pages.settings())
    const reaction = path === null ? undefined : routeOf(plainOf(path))?.route.closed
    context.set('isClosed', isClosed && reaction !== 'open')
    // On a closed blog strangers learn nothing of an address, not even its new location.
    if (context.get('isClosed') && !(await auth.isReader(incoming.headers.cookie)))
      return reaction === 'refused' ? refused() : toSignIn(withQuery(path ?? '/', url))
    const byQuery = path !== null && isRead(context) ? await old.byQuery(url) : null
    if (byQuery) return answerOld(context, byQuery)
    if (path !== null && (path !== written || url.includes('#'))) {
      const plain = await plainAddress(path, url)
      if (plain !== null) return moved(context, plain)
      const byPath = await old.byPath(path)
      if (byPath && !(await addresses.isThere(path))) return answerOld(context, byPath)
      const meant = routeOf(plainOf(path))
      if (meant && (await meant.route.gone?.(db, meant.params))) return lost(context, meant.route.lost ?? 'page', 410)
      return moved(context, withQuery(path, url))
    }
    await next()
  })
  routes.route('/', comments.open)
  routes.get('/site/:file', async (context, next) => {
    if (!isOwnPath(parseAddress(context.req.path))) return next()
    const file = await identityFile(runtime, context.req.param('file'))
    for (const [name, value] of context.get('isClosed') ? Object.entries(PRIVATE) : []) file.headers.set(name, value)
    return file
  })
  routes.get('*', async (context) => {
    const url = context.env.incoming.url ?? '/'
    const [path = '/'] = url.split('?', 1)
    const found = routeOf(path)
    const isPlain = !(found?.route.paged && asked(url, PAGE_PARAMETER) === '1')
    const address = isPlain ? url : withQuery(path, url)
    const page = found && (await answerAt(address, found))
    if (page && !isPlain) return moved(context, address)
    // On a closed blog every reader is signed in and not counted.
    if (page && !context.get('isClosed')) read(page, context.env.incoming)
    // A query can turn an address into an old one that redirects, so this response is not cached.
    const isSure = !url.includes('?') || !mayBeOld(await pages.queryShapes(), parseAddress(url))
    if (page) return found.route.queried || !isSure ? unkept(show(context, page)) : show(context, page)
    const present = found && (await found.route.moved?.(db, found.params))
    if (present) return moved(context, withQuery(present, url))
    const plain = await plainAddress(path, url)
    if (plain !== null) return moved(context, plain)
    const byPath = await old.byPath(path)
    if (byPath) return answerOld(context, byPath)
    // The route of the normalised spelling decides, or else that of the given one.
    const meant = routeOf(plainOf(path)) ?? found
    const isGone = meant && (await meant.route.gone?.(db, meant.params))
    return lost(context, meant?.route.lost ?? 'page', isGone ? 410 : 404)
  })
  routes.notFound((context) => lost(context, 'page'))
  routes.onError((error, context) => {
    if (error instanceof Overloaded) {
      return new Response(BUSY, { status: 503, headers: LATER })
    }
    // The record of a form was deleted between its look-up and the write.
    if (isMissingReference(error)) return lost(context, 'page')
    if (isCutOff(error, context.req.raw)) return new Response(null, { status: 400, headers: SITE_HEADERS })
    const notTaken = () => new Response(NOT_TAKEN, { status: 503, headers: LATER })
    if (isMoving(error)) return notTaken()
    // A secret address must not be logged.
    const path = context.req.path.replace(/^\/(preview|newsletter\/\w+|kommentar|kommentare\/meldung)\/.*/, '/$1/…')
    runtime.log.error('page failed', { path, error: error.stack ?? error.message })
    if (absenceOf(error)) {
      const page = cache.former(pageKey(context.env.incoming.url ?? '/', isPaged))
      if (page) read(page, context.env.incoming)
      return page ? asItWas(context, page) : new Response(AWAY, { status: 503, headers: LATER })
    }
    if (isFullDisk(error) && !isRead(context)) return notTaken()
    return new Response(BROKEN, { status: 500, headers: { ...SITE_HEADERS, 'Cache-Control': 'no-store' } })
  })

  return {
    routes,
    answerFromCache: (request, response) => answerFromCache({ cache, lists, read }, request, response),
    appearanceRoutes: appearancePreviewRoutes(pages),
    isAnswered: addresses.isAnswered,
  }
}

function isRead({ req: { method } }: Context): boolean {
  return method === 'GET' || method === 'HEAD'
}

function closes(settings: FullSettings): boolean {
  return settings.visibility === 'privat'
}

/** The fast path: a cached page is sent with its stored headers. */
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

/** The page where readers find no article (PUB-7), or no page at all (PUB-8). */
async function notFoundPage(
  source: PageSource,
  what: 'article' | 'page',
  meant: readonly TitleLine[],
): Promise<PublicAnswer> {
  const { render, assets } = await builtSite()
  const props = { site: toSite(source, assets), meant }
  const body = what === 'article' ? render.renderArticleNotFound(props) : render.renderPageNotFound(props)
  return { body, tags: [] }
}
