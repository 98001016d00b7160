import type { Context } from 'hono'
import { z } from 'zod'
import { readSettings } from '../../../settings/settings.service.ts'
import { bodyOf, formOf, metadata, text, type AuthRoute } from '../protocol/auth-route.ts'
import type { MailContext } from './context.ts'
import type { Visitor } from '../protocol/visitor.ts'
import { AuthFault, sentenceOf } from '../protocol/auth-fault.ts'
import { returnAddress } from './address-return.service.ts'
import { recover, resend, sendMagicLink, sendReauthentication } from './mail-requests.service.ts'
import { withCode, withError, withMessage, withSession } from '../protocol/redirects.ts'
import { followLink, verifyOneTime, type Redeemed } from './verify.service.ts'
import { verifyPage } from './verify-page.ts'

const challenge = { code_challenge: text, code_challenge_method: text }
const recoverBody = z.object({ email: text, ...challenge })
const otpBody = z.object({ email: text, phone: text, create_user: z.boolean().nullish(), data: metadata, ...challenge })
const resendBody = z.object({ type: text, email: text, phone: text, ...challenge })
const verifyBody = z.object({ type: text, email: text, phone: text, token: text, token_hash: text })

/** The reference server's message for the first of two confirmations; clients match it. */
const HALFWAY = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** Endpoints that send mails, and those that redeem their links and codes. */
export function mailRoutes(auth: MailContext): AuthRoute[] {
  const redirectOf = (context: Context) => auth.redirects.allow(context.req.query('redirect_to'))
  return [
    {
      method: 'POST',
      path: '/recover',
      access: 'public',
      handler: async ({ context, visitor }) => {
        await recover(auth, await bodyOf(context, recoverBody), redirectOf(context), visitor)
        return context.json({})
      },
    },
    {
      method: 'POST',
      path: '/otp',
      access: 'public',
      handler: async ({ context, visitor }) => {
        await sendMagicLink(auth, await bodyOf(context, otpBody), redirectOf(context), visitor)
        return context.json({})
      },
    },
    {
      method: 'POST',
      path: '/resend',
      access: 'public',
      handler: async ({ context, visitor }) => {
        await resend(auth, await bodyOf(context, resendBody), redirectOf(context), visitor)
        return context.json({})
      },
    },
    {
      method: 'GET',
      path: '/reauthenticate',
      access: 'session',
      handler: async ({ context, caller, visitor }) => {
        await sendReauthentication(auth, caller, visitor)
        return context.json({})
      },
    },
    {
      method: 'GET',
      path: '/verify',
      access: 'public',
      handler: async ({ context }) => {
        const { token, type = '' } = context.req.query()
        const redirectTo = redirectOf(context)
        if (!token) return context.redirect(errorTarget(context, redirectTo, new AuthFault('link_expired')), 303)
        const { site_title: title } = await readSettings(auth.db)
        return verifyPage({ type, token, redirectTo }, title.trim() || 'Blog')
      },
    },
    {
      method: 'POST',
      path: '/verify',
      access: 'public',
      handler: async ({ context, visitor }) => {
        if (context.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')) {
          const form = await formOf(context)
          // A foreign page could sign this browser in to an account of its choice: the button has to be pressed here.
          if (context.req.header('sec-fetch-site') === 'cross-site')
            return context.redirect(`/auth/v1/verify?${form.toString()}`, 303)
          return context.redirect(await followTarget(auth, context, form, visitor), 303)
        }
        const redeemed = await verifyOneTime(auth, await bodyOf(context, verifyBody), visitor)
        return context.json('session' in redeemed ? redeemed.session : { msg: HALFWAY, code: '200' })
      },
    },
  ]
}

/** The redirect target of the button: with a session, code, message or error. */
async function followTarget(
  auth: MailContext,
  context: Context,
  form: URLSearchParams,
  visitor: Visitor,
): Promise<string> {
  const [type, token] = [form.get('type') ?? '', form.get('token') ?? '']
  const redirectTo = auth.redirects.allow(form.get('redirect_to'))
  try {
    if (type === 'address_return') {
      await returnAddress(auth, token, ownScreen(auth, redirectTo, '/auth?step=new-password'), visitor)
      return ownScreen(auth, redirectTo, '/auth#address_returned=1')
    }
    const redeemed = await followLink(auth, { type, token, redirectTo }, visitor)
    if (redeemed.needsPassword) return choosePassword(auth, redirectTo, redeemed)
    if ('session' in redeemed) return withSession(redirectTo, redeemed.session, { type })
    return 'code' in redeemed ? withCode(redirectTo, redeemed.code) : withMessage(redirectTo, HALFWAY)
  } catch (error) {
    if (!(error instanceof AuthFault)) throw error
    return errorTarget(context, redirectTo, error.fault === 'otp_expired' ? new AuthFault('link_expired') : error)
  }
}

/** The screen for a new password, as after a recovery: earlier passwords do not count. */
function choosePassword(auth: MailContext, redirectTo: string, redeemed: Redeemed): string {
  const screen = ownScreen(auth, redirectTo, '/auth?step=new-password')
  if ('session' in redeemed) return withSession(screen, redeemed.session, { type: 'recovery' })
  return 'code' in redeemed ? withCode(screen, redeemed.code) : screen
}

/** Address of an own screen under the host name the browser used, since its storage belongs to that name. */
function ownScreen(auth: MailContext, redirectTo: string, path: string): string {
  const wish = new URL(path, redirectTo).href
  return auth.redirects.allow(wish) === wish ? wish : new URL(path, auth.redirects.siteUrl).href
}

function errorTarget(context: Context, redirectTo: string, error: AuthFault): string {
  const error_description = sentenceOf(error, context.req.header('accept-language'))
  return withError(redirectTo, { error: 'access_denied', error_code: error.code, error_description })
}
