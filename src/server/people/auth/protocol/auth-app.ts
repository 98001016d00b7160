import { Hono, type Context } from 'hono'
import { cors } from 'hono/cors'
import { absenceOf } from '../../../platform/unreachable.ts'
import { hasMoved, isMoving } from '../../../platform/fleet/read-only.ts'
import type { AccessRow } from '../../../platform/http/access.ts'
import type { Caller } from '../../../platform/caller.ts'
import type { ClientAddress } from '../../../platform/http/client-address.ts'
import { isFullDisk } from '../../../platform/full-disk.ts'
import { bearerToken } from '../../../platform/http/guard.ts'
import { addApiHeaders } from '../../../platform/http/headers.ts'
import { isDirect, isLocal } from '../../../platform/http/origin.ts'
import { findTextFault } from '../../../platform/http/storable-text.ts'
import type { Log } from '../../../platform/log.ts'
import { API_VERSION, AuthFault, faultBody, speaksVersion, type FaultName } from './auth-fault.ts'
import { fail, refuseUnproven, type AuthEnv, type AuthRoute } from './auth-route.ts'

/** Header with the secret of a browser that has signed in before (ADR 0015). */
const DEVICE_HEADER = 'x-device-key'
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const REQUEST_HEADERS = [
  'authorization',
  'apikey',
  'content-type',
  'x-client-info',
  'x-supabase-api-version',
  DEVICE_HEADER,
]
/** Without the first one, clients on other origins cannot recognise the shape of an error. */
const ANSWER_HEADERS = ['X-Supabase-Api-Version', 'Retry-After']

function unexpectedFault(thrown: unknown): FaultName {
  if (absenceOf(thrown)) return 'database_unavailable'
  if (isMoving(thrown)) return hasMoved(thrown) ? 'moved' : 'moving'
  return isFullDisk(thrown) ? 'storage_full' : 'unexpected_failure'
}

/** The caller of a bearer token, or the fault of the token. */
type Identify = (token: string) => Promise<{ caller: Caller } | { fault: FaultName }>

/**
 * The app of the protocol's table (docs/reference/auth-protocol.md §3) and its rows in the access table: CORS and
 * headers, the anonymous key, caller and client address, and refusals in the shape and language of the client.
 */
export function authApp({
  table,
  identify,
  anonKey,
  addressOf,
  log,
}: {
  table: readonly AuthRoute[]
  identify: Identify
  anonKey: string
  addressOf: ClientAddress
  log: Log
}): { routes: Hono<AuthEnv>; access: AccessRow[] } {
  const app = new Hono<AuthEnv>()

  app.use(
    '*',
    cors({
      origin: '*',
      allowMethods: METHODS,
      allowHeaders: REQUEST_HEADERS,
      exposeHeaders: ANSWER_HEADERS,
      maxAge: 600,
    }),
  )
  app.use('*', async (context, next) => {
    await next()
    addApiHeaders(context.res)
    if (speaksVersion(context.req.header('x-supabase-api-version')))
      context.res.headers.set('X-Supabase-Api-Version', API_VERSION)
  })
  app.use('*', async (context, next) => {
    const key = context.req.header('apikey')
    if (key !== undefined && key !== anonKey) throw new AuthFault('invalid_api_key')
    await next()
  })

  const callerOf = async (context: Context): Promise<Caller> => {
    const token = bearerToken(context.req.header('authorization'))
    if (token === null || token === anonKey) return fail('no_authorization')
    const identified = await identify(token)
    return 'fault' in identified ? fail(identified.fault) : identified.caller
  }
  for (const route of table) {
    app.on(route.method, route.path, async (context) => {
      if (findTextFault([context.req.param(), context.req.query()])) return fail('invalid_text')
      const visitor = {
        ip: addressOf(context),
        userAgent: context.req.header('user-agent')?.slice(0, 300) ?? null,
        device: /^[\w-]{22,64}$/.exec(context.req.header(DEVICE_HEADER) ?? '')?.[0] ?? null,
        local: isLocal(context),
        direct: isDirect(context),
      }
      if (route.access === 'public') return route.handler({ context, visitor })
      const { beforeSecondFactor = 'insufficient_aal' } = route
      const admit = async () => {
        const caller = await callerOf(context)
        if (beforeSecondFactor !== 'allowed') refuseUnproven(caller, beforeSecondFactor)
        return caller
      }
      const caller = await admit()
      context.set('readmit', async () => void (await admit()))
      return route.handler({ context, visitor, caller })
    })
  }
  for (const path of new Set(table.map((route) => route.path))) app.all(path, () => fail('method_not_allowed'))
  app.all('*', () => fail('not_found'))

  app.onError((thrown, context) => {
    const error = thrown instanceof AuthFault ? thrown : new AuthFault(unexpectedFault(thrown))
    if (error !== thrown && !isMoving(thrown)) log.error('unexpected error', { error: thrown.stack ?? thrown.message })
    if (error.retryAfter !== undefined) context.header('Retry-After', String(error.retryAfter))
    const asked = {
      apiVersion: context.req.header('x-supabase-api-version'),
      acceptLanguage: context.req.header('accept-language'),
    }
    return context.json(faultBody(error, asked), error.status as 400)
  })

  const access = table.map(({ method, path, access, ...route }) => ({
    name: `${method} /auth/v1${path}`,
    method,
    path: `/auth/v1${path}`,
    access,
    reading: false as const,
    ...('beforeSecondFactor' in route && route.beforeSecondFactor === 'allowed' ? { beforeSecondFactor: true } : {}),
  }))
  return { routes: app, access }
}
