/**
 * What a mailed link brought to `/auth` in the fragment: that it is void, or that the other side still has to confirm. Every
 * other error is told in passing (shell/callback-news.tsx).
 */
export type Arrival = 'void' | 'halfway' | null

/** Reads the fragment of an address. */
export function readArrival(hash: string): Arrival {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''))
  if (fragment.get('error_code') === 'otp_expired') return 'void'
  return fragment.has('message') ? 'halfway' : null
}
