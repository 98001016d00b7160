import { Hono, type Context } from 'hono'
import { cors } from 'hono/cors'
import { z } from 'zod'
import type { AccessRow, RawRoute } from '../platform/http/access.ts'
import { isFullDisk } from '../platform/full-disk.ts'
import { bearerToken } from '../platform/http/guard.ts'
import { API_POLICY, BASE_HEADERS } from '../platform/http/headers.ts'
import type { Caller } from '../platform/http/caller.ts'
import { isDirect, isLocal } from '../platform/http/origin.ts'
import { findTextFault } from '../platform/http/storable-text.ts'
import type { Config } from '../config.ts'
import type { ClientAddress } from '../platform/http/client-address.ts'
import type { Log } from '../platform/log.ts'
import { bodyOf, fail, metadata, text, type AuthRoute } from './protocol/auth-route.ts'
import { publicAuthSettings } from './auth-settings.ts'
import { exchangeCode } from './providers/code-grant.service.ts'
import type { AuthContext } from './account/context.ts'
import { identitiesRoutes } from './providers/identities.routes.ts'
import { API_VERSION, AuthFault, faultBody, speaksVersion, type FaultName } from './protocol/faults.ts'
import { factorRoutes } from './factors/factors.routes.ts'
import { JWKS_MAX_AGE } from './sessions/keys.service.ts'
import { mailRoutes } from './mail/mail.routes.ts'
import { openReaderSession, readerCookie } from './sessions/reader.service.ts'
import { identify, LOGOUT_SCOPES, refreshSession, signOut, type LogoutScope } from './sessions/sessions.service.ts'
import { refuseUnproven, signInWithPassword } from './sign-in.service.ts'
import { signUp } from './sign-up.service.ts'
import { getAuthUser, updateAuthUser } from './user.service.ts'

/** What the routes need beside the verbs' context. */
export type RoutesOptions = {
  auth: AuthContext
  anonKey: string
  addressOf: ClientAddress
  secure: boolean
  log: Log
  config: Config
}

const challenge = { code_challenge: text, code_challenge_method: text }
const signUpBody = z.object({ email: text, phone: text, password: text, data: metadata, ...challenge })
const passwordBody = z.object({ email: text, phone: text, password: text })
const refreshBody = z.object({ refresh_token: text })
const codeBody = z.object({ auth_code: text, code_verifier: text })
const userBody = z.object({
  email: text,
  phone: text,
  password: text,
  current_password: text,
  nonce: text,
  data: metadata,
  ...challenge,
})

/** The routes below `/auth/v1` (docs/auth-protocol.md §3) and their rows in the access table. */
export function authRoutes(options: RoutesOptions): { routes: Hono; access: AccessRow[] } {
  const { auth, anonKey, addressOf, log } = options
  const app = new Hono()
  const { secure, config } = options
  const table = [
    ...offered(options),
    ...mailRoutes(auth),
    ...identitiesRoutes(auth, { secure, linking: config.AUTH_MANUAL_LINKING }),
    ...factorRoutes(auth),
    ...notOffered(),
  ]

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
    for (const [name, value] of Object.entries({ ...BASE_HEADERS, 'Content-Security-Policy': API_POLICY }))
      if (!context.res.headers.has(name)) context.header(name, value)
    if (!context.res.headers.has('Cache-Control')) context.header('Cache-Control', 'no-store')
    if (speaksVersion(context.req.header('x-supabase-api-version')))
      context.header('X-Supabase-Api-Version', API_VERSION)
  })
  app.use('*', async (context, next) => {
    const key = context.req.header('apikey')
    if (key !== undefined && key !== anonKey) throw new AuthFault('invalid_api_key')
    await next()
  })

  const callerOf = async (context: Context): Promise<Caller> => {
    const token = bearerToken(context.req.header('authorization'))
    if (token === null || token === anonKey) return fail('no_authorization')
    const identified = await identify(auth, token)
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
      const caller = await callerOf(context)
      const { beforeSecondFactor = 'insufficient_aal' } = route
      if (beforeSecondFactor !== 'allowed') refuseUnproven(caller, beforeSecondFactor)
      return route.handler({ context, visitor, caller })
    })
  }
  for (const path of new Set(table.map((route) => route.path))) app.all(path, () => fail('method_not_allowed'))
  app.all('*', () => fail('not_found'))

  app.onError((thrown, context) => {
    const unexpected = isFullDisk(thrown) ? 'storage_full' : 'unexpected_failure'
    const error = thrown instanceof AuthFault ? thrown : new AuthFault(unexpected)
    if (error !== thrown) log.error('unexpected error', { error: thrown.stack ?? thrown.message })
    if (error.retryAfter !== undefined) context.header('Retry-After', String(error.retryAfter))
    const asked = {
      apiVersion: context.req.header('x-supabase-api-version'),
      acceptLanguage: context.req.header('accept-language'),
    }
    return context.json(faultBody(error, asked), error.status as 400)
  })

  const access = table.map(({ method, path, access, ...route }) => ({
    method,
    path: `/auth/v1${path}`,
    access,
    reading: false as const,
    ...('beforeSecondFactor' in route && route.beforeSecondFactor === 'allowed' ? { beforeSecondFactor: true } : {}),
  }))
  return { routes: app, access }
}

/** The secret by which a browser that has signed in before is known (ADR 0015). */
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
/** Without the first one, clients on other origins cannot tell which shape an error has. */
const ANSWER_HEADERS = ['X-Supabase-Api-Version', 'Retry-After']

function offered({ auth, config, secure }: RoutesOptions): AuthRoute[] {
  const redirectOf = (context: Context) => auth.redirects.allow(context.req.query('redirect_to'))
  return [
    {
      method: 'GET',
      path: '/.well-known/jwks.json',
      access: 'public',
      handler: async ({ context }) => {
        context.header('Cache-Control', `public, max-age=${JWKS_MAX_AGE}`)
        return context.json({ keys: await auth.keys.publicKeys() })
      },
    },
    {
      method: 'GET',
      path: '/settings',
      access: 'public',
      handler: async ({ context }) => context.json(await publicAuthSettings(auth.db, config)),
    },
    {
      method: 'POST',
      path: '/signup',
      access: 'public',
      handler: async ({ context, visitor }) =>
        context.json(await signUp(auth, await bodyOf(context, signUpBody), redirectOf(context), visitor)),
    },
    {
      method: 'POST',
      path: '/token',
      access: 'public',
      handler: async ({ context, visitor }) => {
        const grant = context.req.query('grant_type')
        if (grant === 'password') {
          const typed = await bodyOf(context, passwordBody, { keepsTexts: false })
          return context.json(await signInWithPassword(auth, typed, visitor))
        }
        if (grant === 'pkce') {
          const { auth_code: code, code_verifier: verifier } = await bodyOf(context, codeBody)
          if (!code || !verifier) return fail('missing_code')
          return context.json(await exchangeCode(auth, { code, verifier }, visitor))
        }
        if (grant === 'web3') return fail('web3_disabled')
        if (grant !== 'refresh_token') return fail('unsupported_grant')
        const { refresh_token: token } = await bodyOf(context, refreshBody)
        return context.json(await refreshSession(auth, token || fail('missing_refresh_token'), visitor))
      },
    },
    {
      method: 'POST',
      path: '/logout',
      access: 'session',
      beforeSecondFactor: 'allowed',
      handler: async ({ context, caller, visitor }) => {
        const scope = (context.req.query('scope') || 'global') as LogoutScope
        if (!LOGOUT_SCOPES.includes(scope)) return fail('unsupported_scope')
        // Sessions that have shown the second factor are not ended by one that has not.
        if (scope !== 'local') refuseUnproven(caller)
        await signOut(auth, caller, scope, visitor)
        if (scope !== 'others') context.header('Set-Cookie', readerCookie(null, secure))
        return context.body(null, 204)
      },
    },
    {
      method: 'GET',
      path: '/user',
      access: 'session',
      beforeSecondFactor: 'allowed',
      handler: async ({ context, caller }) => context.json(await getAuthUser(auth, caller)),
    },
    {
      method: 'PUT',
      path: '/user',
      access: 'session',
      handler: async ({ context, caller, visitor }) =>
        context.json(await updateAuthUser(auth, caller, await bodyOf(context, userBody), redirectOf(context), visitor)),
    },
  ]
}

/** Endpoints of the protocol that this installation does not offer: each answers why, as JSON. */
function notOffered(): AuthRoute[] {
  const refused = (
    method: AccessRow['method'],
    path: string,
    access: 'public' | 'session',
    fault: FaultName,
  ): AuthRoute => ({
    method,
    path,
    access,
    handler: () => fail(fault),
  })
  return [refused('POST', '/sso', 'public', 'saml_disabled')]
}

/** `PUT /api/reader-session`: the cookie that opens the public pages of a private blog (RUL-2). */
export function readerSessionRoutes({ auth, secure }: Pick<RoutesOptions, 'auth' | 'secure'>): RawRoute[] {
  return [
    {
      method: 'PUT',
      path: '/api/reader-session',
      access: 'approved',
      handler: async (context) => {
        const caller = context.get('caller')
        if (!caller) throw new Error('the guard lets nobody through without a session')
        const token = await openReaderSession(auth.db, caller, context.req.header('cookie'), auth.clock())
        context.header('Set-Cookie', readerCookie(token, secure))
        return context.body(null, 204)
      },
    },
  ]
}
