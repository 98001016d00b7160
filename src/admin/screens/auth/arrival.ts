/**
 * What a mailed link brought to `/auth` in the fragment: that it is void, that the other side still has to confirm, or that a
 * former address counts again. Every
 * other error is told in passing (shell/callback-news.tsx).
 */
export type Arrival = 'void' | 'halfway' | 'returned' | null

/** Reads the fragment of an address. */
export function readArrival(hash: string): Arrival {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''))
  if (fragment.get('error_code') === 'otp_expired') return 'void'
  if (fragment.has('address_returned')) return 'returned'
  return fragment.has('message') ? 'halfway' : null
}
