import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A foreign server with files; unknown paths get 404. */
export type PictureServer = { url: string; asked: string[]; stop: () => Promise<void> }

/** Serves these bytes by path on a free port of this machine. */
export async function startPictureServer(files: Record<string, Uint8Array>): Promise<PictureServer> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    asked.push(path)
    const bytes = files[path]
    response.writeHead(bytes ? 200 : 404, { 'content-type': bytes ? 'image/png' : 'text/plain' }).end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
