import { getCookie } from 'hono/cookie'
import type { Caller } from '../../../platform/caller.ts'
import { fail, formOf, type AuthRequest, type AuthRoute } from '../protocol/auth-route.ts'
import { beginVisit, endVisit, failed, newBrowserMark } from './authorize.service.ts'
import type { ProviderContext } from './context.ts'
import { AuthFault } from '../protocol/auth-fault.ts'
import { unlinkIdentity } from './identities.service.ts'

/** Distinguishes browsers at the callback; carries no information and grants nothing. */
const BROWSER_COOKIE = 'blog-cms-sign-in'
const BROWSER_COOKIE_SECONDS = 900

/** Sign-in by providers, and linking them to an account (docs/reference/auth-protocol.md §3). */
export function identitiesRoutes(auth: ProviderContext, options: { secure: boolean; linking: boolean }): AuthRoute[] {
  const begin = async ({ context, visitor }: AuthRequest, caller?: Caller) => {
    const known = getCookie(context, BROWSER_COOKIE)
    const browser = known && /^[\w-]{32}$/.test(known) ? known : newBrowserMark()
    const language = context.req.header('accept-language')
    const url = await beginVisit(auth, context.req.query(), { ...(caller && { caller }), browser, visitor, language })
    context.header('Set-Cookie', browserCookie(browser, options.secure))
    return url
  }
  return [
    {
      method: 'GET',
      path: '/authorize',
      access: 'public',
      handler: async (request) => {
        const { context } = request
        try {
          return context.redirect(await begin(request), 302)
        } catch (error) {
          // This is a page load: a provider that is down leads back to the page, which shows the error.
          if (!(error instanceof AuthFault) || error.status < 500) throw error
          const target = auth.redirects.allow(context.req.query('redirect_to'))
          const language = context.req.query('ui_locales') ?? context.req.header('accept-language')
          return context.redirect(failed(target, error, language), 302)
        }
      },
    },
    {
      method: 'GET',
      path: '/callback',
      access: 'public',
      handler: async ({ context, visitor }) =>
        context.redirect(
          await endVisit(auth, new URL(context.req.url).searchParams, {
            browser: getCookie(context, BROWSER_COOKIE) ?? null,
            visitor,
            language: context.req.header('accept-language'),
          }),
          302,
        ),
    },
    {
      // For providers that post their response; redirected as a GET of our own it carries the cookie.
      method: 'POST',
      path: '/callback',
      access: 'public',
      handler: async ({ context }) => context.redirect(`/auth/v1/callback?${(await formOf(context)).toString()}`, 303),
    },
    {
      method: 'GET',
      path: '/user/identities/authorize',
      access: 'session',
      handler: async (request) => {
        if (!options.linking) return fail('manual_linking_disabled')
        const url = await begin(request, request.caller)
        const { context } = request
        return context.req.query('skip_http_redirect') === 'true' ? context.json({ url }) : context.redirect(url, 302)
      },
    },
    {
      method: 'DELETE',
      path: '/user/identities/:id',
      access: 'session',
      handler: async ({ context, caller, visitor }) => {
        if (!options.linking) return fail('manual_linking_disabled')
        await unlinkIdentity(auth, caller, context.req.param('id') ?? '', visitor)
        return context.json({})
      },
    },
  ]
}

function browserCookie(value: string, secure: boolean): string {
  const parts = [`${BROWSER_COOKIE}=${value}`, 'Path=/auth/v1', `Max-Age=${BROWSER_COOKIE_SECONDS}`, 'HttpOnly']
  return [...parts, 'SameSite=Lax', ...(secure ? ['Secure'] : [])].join('; ')
}
