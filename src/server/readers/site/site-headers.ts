import { frameOrigins } from '../../../markdown/embeds/providers.ts'
import { API_POLICY, BASE_HEADERS } from '../../platform/http/headers.ts'

/**
 * Policy of the public pages: files of the site itself, nothing inline, no other host, no frame; forms lead to the
 * search.
 */
const SITE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "media-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "manifest-src 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Headers of every HTML response of the site. */
export const SITE_HEADERS: Readonly<Record<string, string>> = {
  ...BASE_HEADERS,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': SITE_POLICY,
}

/** Further headers of a page with these embeds, by their plain addresses: their frames may be loaded by a click (RUL-49). */
export function embedHeaders(embeds: readonly string[]): Readonly<Record<string, string>> {
  if (embeds.length === 0) return {}
  return { 'Content-Security-Policy': `${SITE_POLICY}; frame-src ${frameOrigins(embeds).join(' ')}` }
}

const PAGE = Object.entries(SITE_HEADERS).flat()

/** Headers for a content type, as a flat list for `writeHead` of `node:http`. */
export function answerHeaders(type: string, further: Readonly<Record<string, string>> = {}): readonly string[] {
  const isPage = type === SITE_HEADERS['Content-Type']
  if (isPage && Object.keys(further).length === 0) return PAGE
  const base = isPage ? SITE_HEADERS : { ...BASE_HEADERS, 'Content-Type': type, 'Content-Security-Policy': API_POLICY }
  return Object.entries({ ...base, ...further }).flat()
}
