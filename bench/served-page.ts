import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { build } from 'vite'

/** Builds a baseline page of this folder and serves it with the caching headers of the product. */
export async function servePage(name: string, outDir: string): Promise<{ url: string; stop: () => Promise<void> }> {
  await build({
    root: join(import.meta.dirname, name),
    configFile: false,
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  })
  const types: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' }
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '')
    const file = join(outDir, path)
    if (!existsSync(file)) return void response.writeHead(404).end()
    const lasting = path === '/index.html' ? 'no-cache' : 'public, max-age=31536000, immutable'
    response.writeHead(200, { 'Content-Type': types[extname(path)] ?? 'text/plain', 'Cache-Control': lasting })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
