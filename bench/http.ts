import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerProcess } from '../tests/support/server-process.ts'
import type { Blog } from './blog.ts'
import { load, type LoadResult, type Request } from './load.ts'
import { record, startBareServer } from './reference.ts'

export type HttpFigure = {
  name: string
  /** Size of one response in bytes. */
  bytes: number
  connections: number
  /** Median over the rounds of product / reference, each round measured back to back. */
  ratio: number
  product: LoadResult
  reference: LoadResult
}

export type Pace = { rounds: number; seconds: number }

type Measured = {
  name: string
  request: Request
  connections: number
  /** Each connection continues its own session: every response carries the token of the next request. */
  chained?: boolean
}

/** The most frequent requests of readers, editors and clients. */
export function requests(blog: Blog): Measured[] {
  const json = { 'Content-Type': 'application/json' }
  const bearer = { Authorization: `Bearer ${blog.accessToken}` }
  const article = `/article/${blog.slug}`
  const created = {
    title: 'Messung {n}',
    content_markdown: 'Ein Absatz mit **Auszeichnung**.\n\n'.repeat(60),
    excerpt: '',
  }
  return [
    { name: 'Article page', request: { method: 'GET', path: article, headers: {} }, connections: 32 },
    {
      name: 'Article page, compressed',
      request: { method: 'GET', path: article, headers: { 'Accept-Encoding': 'gzip, deflate, br' } },
      connections: 32,
    },
    ...Object.entries({ 'Landing page': '/', 'Category page': blog.category, 'Feed (RSS)': '/feed.xml' }).flatMap(
      ([name, path]): Measured[] => [
        { name, request: { method: 'GET', path, headers: {} }, connections: 32 },
        {
          name: `${name}, compressed`,
          request: { method: 'GET', path, headers: { 'Accept-Encoding': 'gzip, deflate, br' } },
          connections: 32,
        },
      ],
    ),
    {
      name: 'Article list of 50',
      request: { method: 'GET', path: '/api/articles?limit=50', headers: bearer },
      connections: 8,
    },
    {
      name: 'Create article',
      request: {
        method: 'POST',
        path: '/api/articles',
        headers: { ...json, ...bearer },
        body: JSON.stringify(created),
      },
      connections: 8,
    },
    {
      name: 'Refresh token',
      request: {
        method: 'POST',
        path: '/auth/v1/token?grant_type=refresh_token',
        headers: json,
        body: '{"refresh_token":"{token}"}',
      },
      connections: 8,
      chained: true,
    },
  ]
}

/**
 * Measures one request alternately on the product and on a bare server that returns the same bytes, so that both are
 * measured on the machine in the same state. Each round uses fresh processes, since one process may run at half the
 * speed of the next from start to end (ADR 54). `another` restarts the product at the same address. Throws if a
 * response is an error.
 */
export async function measureHttp(
  another: () => Promise<ServerProcess>,
  blog: Blog,
  { name, request, connections, chained }: Measured,
  { rounds, seconds }: Pace,
): Promise<HttpFigure> {
  const measure = async (target: { url: string; pid: number }, duration: number) => {
    const tokens = chained ? await blog.openSessions(connections) : undefined
    const result = await load(target.url, target.pid, {
      request: { ...request, tokens },
      connections,
      seconds: duration,
    })
    if (result.failures > 0) throw new Error(`${name}: ${result.failures} requests failed at ${target.url}`)
    return result
  }
  const ask = async (url: string) => record(url, { ...request, ...(chained && { tokens: await blog.openSessions(1) }) })
  /** A page that is read again is compressed a moment later; that is the state to measure. */
  const settled = async (url: string) => {
    for (let tries = 0; tries < 100; tries++) {
      const recorded = await ask(url)
      if (!request.headers['Accept-Encoding'] || recorded.headers.includes('Content-Encoding')) return recorded
      await sleep(100)
    }
    throw new Error(`${name} is never compressed`)
  }
  const recorded = await settled((await another()).url)
  const results: { product: LoadResult; reference: LoadResult }[] = []
  for (let round = 0; round < rounds; round++) {
    const server = await another()
    const bare = await startBareServer(recorded)
    try {
      // Production runs compiled code and warm caches.
      await measure(bare, 1)
      await measure(server, 1)
      await settled(server.url)
      if (round % 2 === 0) {
        const product = await measure(server, seconds)
        results.push({ product, reference: await measure(bare, seconds) })
      } else {
        const reference = await measure(bare, seconds)
        results.push({ product: await measure(server, seconds), reference })
      }
    } finally {
      await bare.stop()
    }
  }
  const ratioOf = (one: (typeof results)[number]) => one.product.requestsPerSecond / one.reference.requestsPerSecond
  const median = results.sort((a, b) => ratioOf(a) - ratioOf(b))[Math.floor(results.length / 2)]
  if (!median) throw new Error(`${name}: nothing measured`)
  return { name, bytes: recorded.bytes, connections, ratio: ratioOf(median), ...median }
}
