import type { Config } from '../../../config.ts'
import { ownAddress } from '../../../platform/own-address.ts'
import type { AuthSession } from './shapes.ts'

/** Allowed redirect targets of sign-in (docs/reference/auth-protocol.md §7, Redirects). */
export type Redirects = {
  /** The own landing page, used instead of a target not on the list. */
  siteUrl: string
  /** The requested address if it is allowed, else the site's; never a Referer or header. */
  allow: (wanted: string | null | undefined) => string
}

/** A parameter that the client may append to distinguish its flows; it is ignored in the comparison. */
const FLOW_PARAMETER = 'sb_flow_id'

/**
 * The list of redirect targets: any page of the own address, both loopback names without PUBLIC_URL (RUL-32), and the
 * addresses of AUTH_REDIRECT_URLS, compared as a whole. Throws when one of those is invalid.
 */
export function createRedirects(config: Pick<Config, 'PUBLIC_URL' | 'PORT' | 'AUTH_REDIRECT_URLS'>): Redirects {
  const own = new Set([new URL(ownAddress(config)).origin])
  if (!config.PUBLIC_URL) own.add(`http://127.0.0.1:${config.PORT}`)
  const listed = new Set(
    config.AUTH_REDIRECT_URLS.map((address) => {
      const url = URL.parse(address)
      if (!url) throw new Error(`AUTH_REDIRECT_URLS: ${address} ist keine vollständige Adresse`)
      return comparable(url)
    }),
  )
  const siteUrl = `${ownAddress(config)}/`
  return {
    siteUrl,
    allow(wanted) {
      const url = wanted ? URL.parse(wanted) : null
      if (!url || url.username || url.password) return siteUrl
      const http = url.protocol === 'http:' || url.protocol === 'https:'
      return (http && own.has(url.origin)) || listed.has(comparable(url)) ? url.href : siteUrl
    },
  }
}

function comparable(url: URL): string {
  const copy = new URL(url)
  copy.hash = ''
  if (copy.searchParams.has(FLOW_PARAMETER)) copy.searchParams.delete(FLOW_PARAMETER)
  return copy.href
}

/** The target with a one-time code in its query (PKCE). */
export function withCode(target: string, code: string): string {
  const url = new URL(target)
  url.searchParams.set('code', code)
  return url.href
}

/** The target with a session in its fragment (implicit flow); `extras` are provider tokens or the `type` of a mail. */
export function withSession(target: string, session: AuthSession, extras: Record<string, string> = {}): string {
  const { access_token, refresh_token, expires_in, expires_at, token_type } = session
  const url = new URL(target)
  url.hash = new URLSearchParams({
    access_token,
    refresh_token,
    expires_in: String(expires_in),
    expires_at: String(expires_at),
    token_type,
    ...extras,
    sb: '',
  }).toString()
  return url.href
}

/** The target with a message in its fragment: one step is done and another remains. */
export function withMessage(target: string, message: string): string {
  const url = new URL(target)
  url.hash = new URLSearchParams({ message, sb: '' }).toString()
  return url.href
}

/** An error of the callback, in the terms of OAuth 2 (RFC 6749 §4.1.2.1) and of the protocol. */
export type RedirectError = { error: string; error_code: string; error_description: string }

/** The target with an error in query and fragment, so that clients of either flow find it. */
export function withError(target: string, { error, error_code, error_description }: RedirectError): string {
  const url = new URL(target)
  const fields = { error, error_code, error_description }
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  url.hash = new URLSearchParams({ ...fields, sb: '' }).toString()
  return url.href
}
