/**
 * The result of a mailed link to `/auth`, from the fragment: it is invalid, the other address still has to confirm, or
 * a former address is valid again. Every other error is a toast (shell/callback-news.tsx).
 */
export type Arrival = 'void' | 'halfway' | 'returned' | null

/** Parses the fragment of a URL. */
export function readArrival(hash: string): Arrival {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''))
  if (fragment.get('error_code') === 'otp_expired') return 'void'
  if (fragment.has('address_returned')) return 'returned'
  return fragment.has('message') ? 'halfway' : null
}
