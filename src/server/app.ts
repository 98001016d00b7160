import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { RPCHandler } from '@orpc/server/fetch'
import { Hono, type Context } from 'hono'
import { cors } from 'hono/cors'
import { contract } from '../contract/contract.ts'
import { ApiError } from '../contract/errors.ts'
import { accountExportRoutes, accountRoutes } from './people/accounts/accounts.routes.ts'
import { auditRoutes, usersRoutes } from './people/accounts/users.routes.ts'
import { adminPages } from './system/admin-pages/admin-pages.routes.ts'
import { apiDocsRoutes } from './system/api-docs/api-docs.routes.ts'
import { appearancePictureRoutes, appearanceRoutes } from './readers/appearance/appearance.routes.ts'
import { articlesRoutes } from './writing/articles/articles.routes.ts'
import { keepLinked } from './writing/articles/addresses/linked-drafts.service.ts'
import { keepRelated } from './writing/articles/finding/related.service.ts'
import { createAuth, type Auth } from './people/auth/auth.ts'
import { orderMail } from './people/mail/mail-orders.service.ts'
import { backupFileRoutes, backupsRoutes } from './transfer/backups/backups.routes.ts'
import { calendarFileRoutes, eventsRoutes } from './desk/calendar/events.routes.ts'
import { subscriptionRoutes } from './desk/calendar/subscription.routes.ts'
import { planningRoutes } from './desk/calendar/planning.routes.ts'
import { embedsRoutes } from './writing/embeds/embeds.routes.ts'
import { keepEmbeds } from './writing/embeds/embeds.service.ts'
import { exportFileRoutes, exportRoutes } from './transfer/export/export.routes.ts'
import { importFeedRoutes, opmlRoutes, subscriptionsRoutes } from './desk/subscriptions/subscriptions.routes.ts'
import { dashboardRoutes } from './desk/dashboard/dashboard.routes.ts'
import { liveRoutes } from './desk/live/live.routes.ts'
import { importFileRoutes, importsRoutes } from './transfer/imports/imports.routes.ts'
import { inboxRoutes } from './desk/inbox/inbox.routes.ts'
import { extensionFileRoutes, integrationsRoutes } from './people/integrations/integrations.routes.ts'
import { inboxTokens } from './people/integrations/tokens.service.ts'
import { linksRoutes } from './desk/links/links.routes.ts'
import { replacementsRoutes } from './writing/replacements/replacements.routes.ts'
import { viewsRoutes } from './desk/views/views.routes.ts'
import { wordsRoutes } from './writing/dictionary/dictionary.routes.ts'
import { templatesRoutes } from './writing/templates/templates.routes.ts'
import { canMail } from './desk/notices/notices.service.ts'
import { otherMails } from './other-mails.ts'
import { followPublication } from './readers/newsletter/issues.service.ts'
import { mailContent } from './readers/site/machine-readable/mail-content.ts'
import { activityRoutes } from './desk/activity/activity.routes.ts'
import { followActivity } from './desk/activity/follow-activity.service.ts'
import { followChanges } from './desk/notices/follow-changes.service.ts'
import { noticesRoutes } from './desk/notices/notices.routes.ts'
import { mediaRoutes, mediaUploadRoutes } from './writing/media/media.routes.ts'
import { pictures } from './writing/media/objects.service.ts'
import { pagesRoutes } from './writing/pages/pages.routes.ts'
import { clientAddressFrom } from './platform/http/client-address.ts'
import { isCutOff } from './platform/http/body.ts'
import { contractAccess, rawName, type AccessRow, type HttpEnv, type RawRoute } from './platform/http/access.ts'
import { errorBody, toApiError } from './platform/http/error-body.ts'
import { wordFaultsInGerman } from './platform/http/german-faults.ts'
import { guard, jsonBody, type GuardOptions } from './platform/http/guard.ts'
import { addApiHeaders, BASE_HEADERS } from './platform/http/headers.ts'
import { answerHonestly } from './platform/http/unread-body.ts'
import { refuseUnstorable } from './platform/http/storable-text.ts'
import { os, type HandlerContext, plainJsonOnly } from './platform/http/implement.ts'
import { originForm } from './platform/http/request-target.ts'
import { observeRequests, type Observed } from './platform/http/observed.ts'
import { staticAssets } from './platform/http/static-files.ts'
import { Overloaded, Slots } from './platform/slots.ts'
import { promptsRoutes } from './desk/prompts/prompts.routes.ts'
import { orderPings } from './readers/pings/pings.service.ts'
import { keepPublicTexts } from './writing/reader-index/reader-index.service.ts'
import { files as researchFiles } from './desk/research/files.service.ts'
import { bounceRoutes } from './readers/newsletter/bounce-reports.service.ts'
import {
  issuesRoutes,
  newsletterAdminRoutes,
  subscriberFileRoutes,
  subscribersRoutes,
} from './readers/newsletter/newsletter.routes.ts'
import { commentsRoutes } from './readers/comments/comments.routes.ts'
import { undoMany as undoComments } from './readers/comments/moderate.service.ts'
import { redirectsRoutes } from './readers/redirects/redirects.routes.ts'
import { researchRoutes } from './desk/research/research.routes.ts'
import { refuseOthers } from './platform/own-records.ts'
import type { Runtime } from './platform/runtime.ts'
import { searchRoutes } from './desk/search/search.routes.ts'
import { settingsRoutes } from './settings/settings.routes.ts'
import { ensureSettings, readSettings } from './settings/settings.service.ts'
import { createSite, type Site } from './readers/site/site.routes.ts'
import { statsRoutes } from './readers/stats/stats.routes.ts'
import { operatorRoutes } from './system/operators.routes.ts'
import { systemRoutes } from './system/system.routes.ts'
import { tasksRoutes } from './desk/tasks/tasks.routes.ts'
import { storageFault } from './files/protocol/faults.ts'
import { headers } from './files/bucket/headers.service.ts'
import type { Bucket } from './files/bucket/sections.ts'
import { createStorage } from './files/files.ts'
import { authorsRoutes } from './writing/authors/authors.routes.ts'
import { keepAuthors } from './writing/authors/authors.service.ts'
import { categoriesRoutes, tagsRoutes } from './writing/taxonomy/taxonomy.routes.ts'
import { trashRoutes } from './desk/trash/trash.routes.ts'

const API_ADDRESS = /^\/(api|storage\/v1|functions\/v1)\//
const DIST = join(import.meta.dirname, '..', '..', 'dist')

/** The handlers of every module of the contract, by noun. */
function routerOf(runtime: Runtime, auth: Auth, site: Site) {
  const orders = canMail(runtime) ? orderMail : null
  return os.router({
    account: { ...accountRoutes, ...auth.accountRoutes },
    activity: activityRoutes(undoComments),
    appearance: { ...appearanceRoutes, ...site.appearanceRoutes },
    articles: articlesRoutes,
    audit: auditRoutes,
    backups: backupsRoutes,
    authors: authorsRoutes,
    categories: categoriesRoutes,
    comments: commentsRoutes(orders),
    dashboard: dashboardRoutes,
    embeds: embedsRoutes,
    events: eventsRoutes,
    export: exportRoutes,
    feeds: subscriptionsRoutes,
    imports: importsRoutes,
    inbox: inboxRoutes,
    integrations: integrationsRoutes,
    issues: issuesRoutes(mailContent(runtime)),
    links: linksRoutes,
    templates: templatesRoutes,
    replacements: replacementsRoutes,
    views: viewsRoutes,
    words: wordsRoutes,
    media: mediaRoutes,
    newsletter: newsletterAdminRoutes,
    notices: noticesRoutes,
    pages: pagesRoutes,
    planning: planningRoutes,
    prompts: promptsRoutes,
    redirects: redirectsRoutes(site),
    research: researchRoutes,
    search: searchRoutes,
    settings: settingsRoutes,
    stats: statsRoutes,
    subscribers: subscribersRoutes,
    system: systemRoutes,
    tags: tagsRoutes,
    tasks: tasksRoutes,
    trash: trashRoutes,
    users: usersRoutes,
  })
}

export type App = {
  /** Handles one request of `node:http`: cached public pages from the cache, everything else through Hono. */
  listener: (request: IncomingMessage, response: ServerResponse) => void
  /** The access table (RUL-30): every contract route and raw route with its access. */
  access: AccessRow[]
  /** The code required for the first sign-up, printed at start; null where none is required (RUL-4). */
  setupCode: string | null
}

/** Wires the product on an opened and migrated database. Throws when an endpoint declares no access. */
export async function createApp(runtime: Runtime): Promise<App> {
  wordFaultsInGerman()
  await ensureSettings(runtime.db, runtime.config.REGISTRATION, runtime.clock())
  const auth = await createAuth(runtime, otherMails(runtime))
  followChanges(runtime)
  followActivity(runtime)
  keepPublicTexts(runtime)
  // Before the site: its changes are announced in the same transaction.
  keepAuthors(runtime)
  keepRelated(runtime.db)
  keepLinked(runtime.db)
  orderPings(runtime)
  followPublication(runtime)
  keepEmbeds(runtime)
  const bucket: Bucket = { image: pictures, header: headers, research: researchFiles }
  const site = createSite(runtime, auth, bucket, { order: orderMail, send: auth.sendMails })
  const rows = contractAccess(contract)
  const raw = [
    ...auth.readerRoutes,
    ...accountExportRoutes(runtime),
    ...exportFileRoutes(runtime),
    ...mediaUploadRoutes(runtime),
    ...appearancePictureRoutes(runtime),
    ...(await createStorage(runtime, bucket)),
    ...backupFileRoutes(runtime),
    ...calendarFileRoutes(runtime),
    ...apiDocsRoutes(runtime),
    ...importFeedRoutes(runtime),
    ...opmlRoutes(runtime),
    ...subscriberFileRoutes(runtime),
    ...bounceRoutes(runtime),
    ...importFileRoutes(runtime),
    ...extensionFileRoutes(),
    ...liveRoutes(runtime, auth),
  ]
  const guarded: GuardOptions = {
    auth,
    scoped: inboxTokens(runtime),
    readingClosed: async () => (await readSettings(runtime.db)).visibility === 'privat',
  }

  const app = new Hono<HttpEnv>()
  app.use(bodiless)
  for (const prefix of ['/api', '/storage/v1', '/functions/v1']) app.use(`${prefix}/*`, crossOrigin, apiHeaders)
  app.route('/auth/v1', auth.routes)
  // Raw routes first: a fixed path such as `/api/events/blog-kalender.ics` must precede `/api/events/:id`.
  addRaw(app, guarded, raw)
  addContract(app, { runtime, guarded, rows, router: routerOf(runtime, auth, site) })
  for (const prefix of ['/api', '/storage/v1', '/functions/v1']) {
    app.all(`${prefix}/*`, () => {
      throw new ApiError('not_found')
    })
  }

  app.route('/', operatorRoutes(runtime))
  app.route('/', subscriptionRoutes(runtime))
  const toSite = (context: Context<HttpEnv>) => site.routes.fetch(context.req.raw, context.env as HttpBindings)
  const assets = staticAssets([join(DIST, 'admin', 'assets'), join(DIST, 'site', 'assets')])
  app.get('/assets/*', async (context) => (await assets(context)) ?? toSite(context))
  app.route('/', adminPages(join(DIST, 'admin'), auth.anonKey))
  app.all('*', toSite)

  app.onError((thrown, context) => {
    const error = isCutOff(thrown, context.req.raw) ? new ApiError('invalid_json') : toApiError(thrown, runtime.log)
    if (error.code === 'unauthorized') context.header('WWW-Authenticate', 'Bearer')
    return context.json(bodyOf(error, context), error.status as 400)
  })

  const access: AccessRow[] = [
    ...auth.access,
    ...rows.rest,
    ...rows.rpc,
    ...raw.map(({ handler: _handler, ...row }) => ({ name: rawName(row), reading: false as const, ...row })),
  ]
  return { setupCode: auth.setupCode, access, listener: listenerOf(site, app, observeRequests(runtime, access)) }
}

/** Serves a page from the cache if it is there, else through Hono; every request is counted. */
function listenerOf(site: Site, app: Hono<HttpEnv>, observed: Observed): App['listener'] {
  const listen = getRequestListener(app.fetch)
  return (request, response) => {
    answerHonestly(request, response)
    request.url = originForm(request.url ?? '/')
    // No address contains a NUL, and PostgreSQL cannot compare one. The API names the field itself.
    if (request.url.includes('%00') && !API_ADDRESS.test(request.url))
      return void response.writeHead(404, BASE_HEADERS).end()
    const kept = site.answerFromCache(request, response)
    if (kept !== null) observed.fromMap(kept)
    else observed.around(request, response, () => inSlot(request, response, listen))
  }
}

/**
 * Refusals in the shape of the protocol that was called; oRPC's client reads only `json` (PLAN-3: the server's
 * message).
 */
function bodyOf(error: ApiError, { req }: Context): object {
  const { path } = req
  if (path.startsWith('/storage/v1/')) return storageFault(error, req.header('accept-language'))
  const body = errorBody(error)
  return path.startsWith('/api/rpc/') ? { ...body, json: error.toJSON() } : body
}

/** Requests that miss the cache start one per round of the event loop, so that cache hits are served in between. */
const REQUESTS = new Slots({ atOnce: Infinity, mostWaiting: 2048 })

function inSlot(
  request: IncomingMessage,
  response: ServerResponse,
  listen: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
): void {
  REQUESTS.take(async () => {
    // The client may have disconnected while it waited.
    if (!response.destroyed) void listen(request, response)
  }).catch((error: unknown) => {
    if (!(error instanceof Overloaded)) throw error
    response.writeHead(503, { ...BASE_HEADERS, 'Retry-After': '2', Connection: 'close' }).end()
  })
}

/** Other origins may call with a bearer token; no cookie ever authorises these addresses (RUL-10). */
const crossOrigin = async (context: Context<HttpEnv>, next: () => Promise<void>) => {
  if (context.req.raw.method === 'OPTIONS') return preflight(context, next)
  await next()
  context.res.headers.set('Access-Control-Allow-Origin', '*')
}

const preflight = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  allowHeaders: [
    'authorization',
    'apikey',
    'content-type',
    'x-client-info',
    'x-upsert',
    'x-metadata',
    'cache-control',
    'range',
    'accept-language',
  ],
  maxAge: 600,
})

/**
 * Hono answers HEAD as GET and drops the body; a body still being produced has to be cancelled, or it would run for
 * ever.
 */
const bodiless = async (context: Context<HttpEnv>, next: () => Promise<void>) => {
  await next()
  if (context.req.raw.method === 'HEAD') await context.res.body?.cancel()
}

const apiHeaders = async (context: Context<HttpEnv>, next: () => Promise<void>) => {
  await next()
  addApiHeaders(context.res)
}

type ContractParts = {
  runtime: Runtime
  guarded: GuardOptions
  rows: ReturnType<typeof contractAccess>
  router: ReturnType<typeof routerOf>
}

function addContract(app: Hono<HttpEnv>, { runtime, guarded, rows, router }: ContractParts): void {
  const addressOf = clientAddressFrom(runtime.config.TRUST_PROXY)
  type Call<T> = { next: () => Promise<T>; input: unknown; path: readonly string[]; context: HandlerContext }
  const asApiErrors = async <T>({ next, input, path, context }: Call<T>): Promise<T> => {
    try {
      refuseUnstorable(input)
      await refuseOthers(runtime.db, { caller: context.caller, name: path.join('.'), input })
      return await next()
    } catch (thrown) {
      throw toApiError(thrown, runtime.log)
    }
  }
  const rest = new OpenAPIHandler(router, {
    clientInterceptors: [asApiErrors],
    customErrorResponseBodyEncoder: (error) => errorBody(toApiError(error, runtime.log)),
  })
  const rpc = new RPCHandler(router, { clientInterceptors: [asApiErrors], customJsonSerializers: plainJsonOnly })
  const answer =
    (handler: typeof rest | typeof rpc, prefix: '/api' | '/api/rpc') => async (context: Context<HttpEnv>) => {
      const handlerContext: HandlerContext = { runtime, caller: context.get('caller'), ip: addressOf(context) }
      const { raw } = context.req
      // The handlers do not know HEAD: it gets the headers of GET.
      const request = raw.method === 'HEAD' ? new Request(raw, { method: 'GET' }) : raw
      const { matched, response } = await handler.handle(request, { prefix, context: handlerContext })
      if (!matched) throw new ApiError('not_found')
      return response
    }
  // A fixed path before one with a parameter that it would match, so that each call is guarded by its own row.
  for (const row of rows.rest.toSorted((a, b) => parametersOf(a) - parametersOf(b)))
    app.on(row.method, row.path, guard(row, guarded), jsonBody, answer(rest, '/api'))
  for (const row of rows.rpc) app.on(row.method, row.path, guard(row, guarded), jsonBody, answer(rpc, '/api/rpc'))
}

const parametersOf = ({ path }: AccessRow) => path.split('/:').length

function addRaw(app: Hono<HttpEnv>, guarded: GuardOptions, routes: RawRoute[]): void {
  for (const { handler, ...row } of routes)
    app.on(row.method, row.path, guard({ name: rawName(row), reading: false, ...row }, guarded), (context) => {
      refuseUnstorable(context.req.query())
      return handler(context)
    })
}
