import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { BASE_HEADERS } from './platform/http/headers.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** Time a request may take to arrive: 100 MB of research over a slow line. */
const UPLOAD_MS = 600_000
/** A request during the start waits this long for the product before it gets 503. Most starts take less. */
const EARLY_MS = 2000
/** Number of requests that may wait. */
const MOST_EARLY = 1000
/** Grace period for keep-alive connections during shutdown: their next response closes them. */
const LAST_REQUESTS_MS = 200
const LOOK_MS = 50

/** The HTTP server of the process, from its first moment to its last. */
export type Door = {
  /** Passes every request to the product from now on. */
  open: (listener: Listener) => void
  /**
   * Shuts down gracefully: responses close their connections, no new connection is accepted after `drainMs`, and it
   * resolves when all accepted requests have their responses.
   */
  close: (drainMs: number) => Promise<void>
}

const STARTING = 'Der Server startet gerade. Bitte versuchen Sie es in einem Moment noch einmal.'
const PAGE = `<!doctype html><html lang="de"><meta charset="utf-8"><title>Gleich wieder da</title>
<h1>Gleich wieder da</h1><p>${STARTING}</p>`

/** Health probes are answered at once, also while the database is being migrated: alive, not ready. */
function isProbe({ url = '/' }: IncomingMessage): boolean {
  return /^\/(healthz|readyz)(\?|$)/.test(url)
}

/** Node uses the first of two `Host` lines; a proxy in front of it may use the other (RFC 9112, section 3.2). */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]!.length === 4 && rawHeaders[index]!.toLowerCase() === 'host') hosts += 1
  return hosts > 1
}

function refuseHosts(response: ServerResponse): void {
  const headers = { ...BASE_HEADERS, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
  response.writeHead(400, { ...headers, Connection: 'close' }).end('Die Anfrage nennt mehr als einen Host.')
}

/** Response before the start is complete: alive and not ready for probes, a German page for others. */
function answerEarly({ url = '/' }: IncomingMessage, response: ServerResponse): void {
  const [path = '/'] = url.split('?', 1)
  const json = (status: number, body: object) =>
    response
      .writeHead(status, { ...BASE_HEADERS, 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...LATER })
      .end(JSON.stringify(body))
  if (path === '/healthz') return void json(200, { status: 'ok' })
  if (path === '/readyz') return void json(503, { status: 'starting' })
  if (/^\/(api|storage|functions)\/|^\/auth\/v1\//.test(path))
    return void json(503, { code: 'database_unavailable', message: STARTING })
  const headers = { ...BASE_HEADERS, ...LATER, 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }
  response.writeHead(503, headers).end(PAGE)
}
const LATER = { 'Retry-After': '2' }

/**
 * Listens on HOST and PORT; on the loopback default also on ::1 if available, so that `localhost` always works
 * (RUL-32). Throws one line when the port is taken.
 */
export async function openDoor({ HOST, PORT }: { HOST: string; PORT: number }): Promise<Door> {
  const early = new Set<() => void>()
  let answer: Listener = (request, response) => {
    if (isProbe(request) || early.size >= MOST_EARLY) return answerEarly(request, response)
    const timer = globalThis.setTimeout(() => {
      early.delete(go)
      answerEarly(request, response)
    }, EARLY_MS)
    const go = () => {
      clearTimeout(timer)
      answer(request, response)
    }
    early.add(go)
  }
  let closing = false
  /**
   * Every connection with its last response, which may still be running; tracking each response until its end would
   * cost every reader.
   */
  const connections = new Map<Socket, ServerResponse | null>()
  const lastOnConnection = (response: ServerResponse) => {
    if (!response.headersSent) response.shouldKeepAlive = false
  }
  const listener: Listener = (request, response) => {
    if (hasSeveralHosts(request)) return refuseHosts(response)
    if (connections.has(request.socket)) connections.set(request.socket, response)
    if (closing) lastOnConnection(response)
    answer(request, response)
  }
  const servers = await listenOn(HOST === '127.0.0.1' ? ['127.0.0.1', '::1'] : [HOST], PORT, listener)
  for (const server of servers)
    server.on('connection', (socket) => {
      connections.set(socket, null)
      socket.once('close', () => connections.delete(socket))
    })
  return {
    open: (next) => {
      answer = next
      for (const go of early) go()
      early.clear()
    },
    async close(drainMs) {
      closing = true
      for (const response of connections.values()) if (response) lastOnConnection(response)
      if (connections.size > 0 || drainMs > 0) await setTimeout(Math.max(drainMs, LAST_REQUESTS_MS))
      const closed = Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
      // Browsers open connections in advance without sending anything.
      for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy()
      const looking = setInterval(() => {
        for (const server of servers) server.closeIdleConnections()
      }, LOOK_MS)
      await closed
      clearInterval(looking)
    },
  }
}

async function listenOn(hosts: string[], port: number, listener: Listener): Promise<Server[]> {
  const listening: Server[] = []
  for (const host of hosts) {
    const server = createServer(
      { keepAliveTimeout: 65_000, headersTimeout: 60_000, requestTimeout: UPLOAD_MS },
      listener,
    )
    const started = await new Promise<boolean>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) => {
        if (host === '::1' && error.code !== 'EADDRINUSE') return resolve(false)
        const taken = new Error(`Port ${port} auf ${host} ist schon belegt (PORT ändern).`)
        reject(error.code === 'EADDRINUSE' ? taken : error)
      })
      server.listen(port, host, () => resolve(true))
    })
    if (!started) continue
    // A connection that cannot be accepted (too many open files) does not end the process: the next one may be.
    server.on('error', () => {})
    listening.push(server)
  }
  return listening
}
