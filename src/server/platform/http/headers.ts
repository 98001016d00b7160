/** Headers of scripts, styles and fonts of the build, of which a page loads many: what is said of documents is not for them. */
export const ASSET_HEADERS: Readonly<Record<string, string>> = { 'X-Content-Type-Options': 'nosniff' }

/** Headers of every other answer: nothing sniffs its type, nothing learns where a reader came from, nothing frames it. */
export const BASE_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
}

/** Policy of API answers: data, never a document that runs anything. */
export const API_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** What an answer of the API says unless it says otherwise itself. */
const API_HEADERS: Readonly<Record<string, string>> = {
  ...BASE_HEADERS,
  'Content-Security-Policy': API_POLICY,
  'Cache-Control': 'no-store',
}

/**
 * Adds to an answer of the API what it does not say itself; to the answer as it stands, since `context.header` would make it anew and
 * its body a stream: a tenth of what a list costs.
 */
export function addApiHeaders({ headers }: Response): void {
  for (const name in API_HEADERS) if (!headers.has(name)) headers.set(name, API_HEADERS[name] ?? '')
}

/** Policy of the admin app. `style-src 'unsafe-inline'` serves the style attributes that positioning libraries set. */
export const ADMIN_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')
