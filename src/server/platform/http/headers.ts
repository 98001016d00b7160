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
