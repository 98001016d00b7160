import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

type Kept = { status: number; headers: Headers; body: string; until: number }

/** A CDN on loopback: caches what `s-maxage` allows, by the tags of `Surrogate-Key`, until it is purged. */
export type CdnPeer = {
  /** For `CDN_PURGE_URL`. */
  purgeUrl: string
  /** The keys of every purge request. */
  purges: string[][]
  /** Sets the status for purge requests. */
  answerWith: (status: number) => void
  /** Reads a path of an origin through the CDN, as a reader would. */
  read: (origin: string, path: string) => Promise<Kept & { kept: boolean }>
  stop: () => Promise<void>
}

export async function startCdnPeer(): Promise<CdnPeer> {
  const purges: string[][] = []
  const kept = new Map<string, Kept>()
  let status = 204
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const { tags } = body as { tags: string[] }
      purges.push(tags)
      if (status < 300)
        for (const [url, { headers }] of kept)
          if (
            headers
              .get('surrogate-key')
              ?.split(' ')
              .some((key) => tags.includes(key))
          )
            kept.delete(url)
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    purgeUrl: `http://127.0.0.1:${port}/purge`,
    purges,
    answerWith: (next) => (status = next),
    async read(origin, path) {
      const url = origin + path
      const known = kept.get(url)
      if (known && known.until > Date.now()) return { ...known, kept: true }
      const answer = await fetch(url, { redirect: 'manual' })
      const seconds = Number(/s-maxage=(\d+)/.exec(answer.headers.get('cache-control') ?? '')?.[1] ?? 0)
      const fresh = {
        status: answer.status,
        headers: answer.headers,
        body: await answer.text(),
        until: Date.now() + seconds * 1000,
      }
      if (seconds > 0) kept.set(url, fresh)
      return { ...fresh, kept: false }
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
