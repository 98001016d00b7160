import { createHash } from 'node:crypto'

/**
 * Headers of scripts, styles and fonts of the build; headers for documents are left out, since a page loads many
 * assets.
 */
export const ASSET_HEADERS: Readonly<Record<string, string>> = { 'X-Content-Type-Options': 'nosniff' }

/** Headers of every other response: no type sniffing, no referrer, no framing. */
export const BASE_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
}

/** Policy of API responses: data, never a document that runs scripts. */
export const API_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** Default headers of API responses. */
const API_HEADERS: Readonly<Record<string, string>> = {
  ...BASE_HEADERS,
  'Content-Security-Policy': API_POLICY,
  'Cache-Control': 'no-store',
}

/**
 * Adds missing headers to an API response in place: `context.header` would copy it and turn its body into a stream, a
 * tenth of the cost of a list.
 */
export function addApiHeaders({ headers }: Response): void {
  for (const name in API_HEADERS) if (!headers.has(name)) headers.set(name, API_HEADERS[name] ?? '')
}

/** Policy of the admin app. `style-src 'unsafe-inline'` allows the style attributes that positioning libraries set. */
export const ADMIN_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Strong ETag of bytes. */
export function etagOf(bytes: Uint8Array | string): string {
  return etagOfHash(createHash('sha256').update(bytes).digest('hex'))
}

/** Strong ETag of bytes with this SHA-256 (hexadecimal). */
export function etagOfHash(sha256: string): string {
  return `"${Buffer.from(sha256, 'hex').toString('base64url').slice(0, 27)}"`
}

/** True when Accept-Language ranks German above English (RFC 9110 §12.5.4); without the header English. */
export function prefersGerman(header: string | undefined): boolean {
  const wanted = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((entry) => {
      const [range = '', ...parameters] = entry.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return { language: range.split('-')[0], quality: weight ? Number(weight.slice(2)) : 1 }
    })
    .filter(({ language, quality }) => (language === 'de' || language === 'en') && quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return wanted[0]?.language === 'de'
}

/** Headers of what has a secret address: cached nowhere, found by no search engine, and its address is not leaked. */
export const SECRET_HEADERS = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
} as const
