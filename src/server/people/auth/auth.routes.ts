import type { Context } from 'hono'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import type { RawRoute } from '../../platform/http/access.ts'
import { publicAuthSettings } from './auth-settings.ts'
import { bodyOf, fail, metadata, refuseUnproven, text, type AuthRoute } from './protocol/auth-route.ts'
import { exchangeCode } from './providers/code-grant.service.ts'
import type { ProviderContext } from './providers/context.ts'
import type { SessionContext } from './sessions/context.ts'
import { JWKS_MAX_AGE } from './sessions/keys.service.ts'
import { openReaderSession, readerCookie } from './sessions/reader.service.ts'
import { LOGOUT_SCOPES, refreshSession, signOut, type LogoutScope } from './sessions/sessions.service.ts'
import { signInWithPassword } from './sign-in.service.ts'
import { signUp, type SignUpContext } from './sign-up.service.ts'
import { getAuthUser, updateAuthUser } from './user.service.ts'

/** What the routes need beside the contexts of the services. */
type RoutesOptions = { auth: SignUpContext; providers: ProviderContext; config: Config; secure: boolean }

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

/**
 * Sign-up, sign-in, session and own account (docs/reference/auth-protocol.md §3), and the endpoints that this
 * installation does not offer.
 */
export function authRoutes({ auth, providers, config, secure }: RoutesOptions): AuthRoute[] {
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
          return context.json(await exchangeCode(providers, { code, verifier }, visitor))
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
        // A session without the second factor cannot end sessions that have passed it.
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
    { method: 'POST', path: '/sso', access: 'public', handler: () => fail('saml_disabled') },
  ]
}

/** `PUT /api/reader-session`: the cookie that opens the public pages of a private blog (RUL-2). */
export function readerSessionRoutes({ db, clock }: SessionContext, { secure }: { secure: boolean }): RawRoute[] {
  return [
    {
      method: 'PUT',
      path: '/api/reader-session',
      access: 'approved',
      handler: async (context) => {
        const caller = context.get('caller')
        if (!caller) throw new Error('the guard lets nobody through without a session')
        const token = await openReaderSession(db, caller, context.req.header('cookie'), clock())
        context.header('Set-Cookie', readerCookie(token, secure))
        return context.body(null, 204)
      },
    },
  ]
}
