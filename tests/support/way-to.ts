import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

export type Way = {
  port: number
  /** Closes it as a stopped server does: every connection ends, new ones are refused. */
  stop: () => Promise<void>
  start: () => Promise<void>
}

/** A proxy to a server (PostgreSQL, an S3 service) that can be closed and opened again. */
export async function wayTo(url: URL): Promise<Way> {
  const open = new Set<Socket>()
  const listen = (port: number) =>
    new Promise<Server>((resolve) => {
      const server = createServer((near) => {
        const far = connect(Number(url.port), url.hostname)
        for (const [one, other] of [
          [near, far],
          [far, near],
        ] as const) {
          open.add(one)
          one.on('error', () => {})
          one.on('close', () => other.destroy())
          one.pipe(other)
        }
      })
      server.listen(port, '127.0.0.1', () => resolve(server))
    })
  let server = await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    port,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of open) socket.destroy()
      open.clear()
      await closed
    },
    async start() {
      server = await listen(port)
    },
  }
}
