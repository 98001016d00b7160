import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FeedCase } from './corpus.ts'

export type FeedServer = { url: string; stop: () => Promise<void>; notModified: string[] }

/** Serves feeds under `/{name}`, and 304 for a matching ETag. */
export async function startFeedServer(cases: readonly FeedCase[]): Promise<FeedServer> {
  const byName = new Map(cases.map((feed) => [feed.name, feed]))
  const notModified: string[] = []
  const server = createServer((request, response) => {
    const name = request.url?.slice(1) ?? ''
    const feed = byName.get(name)
    if (!feed) return void response.writeHead(404).end()
    if (feed.behaviour === 'hang') return
    const body = Buffer.from(feed.body)
    const headers = { 'content-type': 'application/xml', ...feed.headers }
    if (feed.headers?.etag && request.headers['if-none-match'] === feed.headers.etag) {
      notModified.push(name)
      return void response.writeHead(304, { etag: feed.headers.etag }).end()
    }
    if (feed.behaviour === 'cut') {
      response.writeHead(200, { ...headers, 'content-length': body.length })
      // In the middle of the second entry.
      const middle = body.indexOf('Eintrag 2')
      return void response.write(body.subarray(0, middle), () => response.destroy())
    }
    response.writeHead(feed.status ?? 200, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Names of the feeds that were requested with a current ETag. */
    notModified,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
