import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AccessRow } from './access.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Tracing } from '../tracing.ts'
import { givenRequestId, newRequestId, withRequestId } from '../request-id.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** First path segments that stand for a part of the product; all others belong to the public side. */
const PARTS = ['admin', 'assets', 'auth', 'chrome-extension', 'healthz', 'metrics', 'preview', 'readyz', 'site']
/** Parts with the same response for every client: the id of a request is sent only to a client that gave one. */
const SAME_FOR_ALL = new Set(['public', '/assets'])
const HEADER = 'X-Request-Id'

export type Observed = {
  /** Wraps a request that computes: it is measured, and gets an id that its log entries and its response carry. */
  around: (request: IncomingMessage, response: ServerResponse, answer: () => void) => void
  /** Counts a response from the cache of public pages. */
  fromMap: (status: 200 | 304) => void
}

/** Counts and times requests by method, part of the product and status (RUL-57), and assigns each an id. */
export function observeRequests(
  { metrics, log, tracing }: { metrics: Metrics; log: Log; tracing?: Tracing | undefined },
  access: readonly AccessRow[],
): Observed {
  const partOf = partsOf(access)
  const requests = metrics.counter('http_requests_total', 'Requests answered without the map of public pages.')
  // Series start at 0: an alarm sees a rise, but not a series that begins with its first fault.
  for (const route of ['public', '/admin', '/api/articles', '/auth/v1'])
    for (const status of ['500', '503']) requests.add({ method: 'GET', route, status }, 0)
  const durations = metrics.histogram('http_request_duration_seconds', 'From the request to the end of its answer.')
  let underWay = 0
  metrics.gauge('http_requests_in_flight', 'Requests that are being answered.', () => underWay)
  let hits = 0
  let unchanged = 0
  const read = () => [
    { labels: { status: '200' }, value: hits },
    { labels: { status: '304' }, value: unchanged },
  ]
  metrics.gauge('page_cache_hits_total', 'Public pages answered from the map.', read, 'counter')
  return {
    around(request, response, answer) {
      const { method = '', url = '/' } = request
      const began = performance.now()
      const given = givenRequestId(request.headers['x-request-id'])
      const id = given ?? newRequestId()
      const route = partOf(url)
      if (given !== null || !SAME_FOR_ALL.has(route)) response.setHeader(HEADER, id)
      underWay += 1
      withRequestId(id, () => {
        let ends: ((status: number) => void) | undefined
        response.once('close', () => {
          underWay -= 1
          const seconds = (performance.now() - began) / 1000
          // A client that disconnected gets no response; proxies log this as 499.
          const status = response.headersSent ? response.statusCode : 499
          const labels = { method: METHODS.has(method) ? method : 'other', route }
          requests.add({ ...labels, status: String(status) })
          durations.observe(seconds, { route })
          ends?.(status)
          log.debug('request', { ...labels, status, ms: Math.round(seconds * 1000) })
        })
        const named = METHODS.has(method) ? method : 'other'
        if (tracing) ends = tracing.request({ method: named, route, parent: request.headers.traceparent }, answer)
        else answer()
      })
    },
    fromMap(status) {
      if (status === 200) hits += 1
      else unchanged += 1
    },
  }
}

/** Maps an address to a part of the product, using only names from the product's own tables. */
function partsOf(access: readonly AccessRow[]): (url: string) => string {
  const nouns = new Set(access.flatMap(({ path }) => nounOf(path) ?? []))
  const parts = new Set(PARTS)
  return (url) => {
    const [path = '/'] = url.split(/[?#]/, 1)
    const noun = nounOf(path)
    if (noun !== null) return nouns.has(noun) ? noun : '/api'
    const [, first = '', second] = path.split('/', 3)
    if (['auth', 'storage', 'functions'].includes(first) && second === 'v1') return `/${first}/v1`
    return parts.has(first) ? `/${first}` : 'public'
  }
}

/** `/api/articles` for `/api/articles/:id` and `/api/rpc/articles/update`; null outside the API. */
function nounOf(path: string): string | null {
  const [, api, first, second] = path.split('/', 4)
  if (api !== 'api' || first === undefined) return null
  return `/api/${(first === 'rpc' && second) || first}`
}
