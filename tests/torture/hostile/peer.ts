import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Served = { body: Uint8Array | string; headers: Record<string, string> }

/** A configurable server on loopback: the foreign side of feeds. */
export type Peer = {
  /** Serves this from now on; returns its address. */
  serve: (served: Served) => string
  stop: () => Promise<void>
}

export async function startPeer(): Promise<Peer> {
  let current: Served = { body: '', headers: {} }
  let number = 0
  const server = createServer((_request, response) => {
    response.writeHead(200, current.headers)
    response.end(current.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    serve(served) {
      current = served
      number += 1
      return `http://127.0.0.1:${port}/${number}`
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
