import type { Context } from 'hono'
import { isLoopback } from '../own-address.ts'

/** Headers that proxies add; no browser and no local program sends them by itself. */
const FORWARDING = [
  'forwarded',
  'via',
  'cdn-loop',
  'x-forwarded',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-host',
  'x-original-forwarded-for',
  'true-client-ip',
  'cf-connecting-ip',
  'cf-ray',
  'fastly-client-ip',
  'fly-client-ip',
  'x-amzn-trace-id',
  'x-appengine-user-ip',
  'x-azure-clientip',
  'x-azure-socketip',
  'x-envoy-external-address',
  'x-nf-client-connection-ip',
  'x-sucuri-clientip',
]

/** True for a request to this machine that passed no proxy. The Host header is checked against DNS rebinding. */
export function isLocal(context: Context): boolean {
  const headers = context.req.header()
  if (Object.keys(headers).some((name) => name.startsWith('x-forwarded-') || FORWARDING.includes(name))) return false
  const host = originOf(`http://${headers.host ?? ''}`)
  return host !== null && isLoopback(host.hostname)
}

/**
 * True for a local request not sent by a foreign page: from a page of this address, or from no page. Browsers name the
 * page in Origin, Referer or Sec-Fetch-Site.
 */
export function isDirect(context: Context): boolean {
  if (!isLocal(context)) return false
  const { host, origin, referer, 'sec-fetch-site': site } = context.req.header()
  const own = originOf(`http://${host}`)?.origin
  return (
    (origin === undefined || originOf(origin)?.origin === own) &&
    (referer === undefined || originOf(referer)?.origin === own) &&
    (site === undefined || site === 'same-origin' || site === 'none')
  )
}

function originOf(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null
}
