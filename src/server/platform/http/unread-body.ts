import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Maximum bytes of an unwanted body that are still read, and for how long, so that the client gets to read the
 * response.
 */
const LINGER_BYTES = 64 * 1024 * 1024
const LINGER_MS = 10_000

/**
 * Marks a response sent before its request has fully arrived with `Connection: close` (RFC 9112 §9.6). The connection
 * is then half-closed and read on for a while, since a client that writes to a closed socket never sees the response. A
 * fully received request keeps the connection open.
 */
export function answerHonestly(request: IncomingMessage, response: ServerResponse): void {
  const { headers } = request
  if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) return
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse
  response.writeHead = ((...head: unknown[]) => {
    if (!request.complete) {
      response.shouldKeepAlive = false
      linger(request)
    }
    return writeHead(...head)
  }) as typeof response.writeHead
}

/**
 * When node ends the socket after the response, only our side closes until the rest has arrived or its limit is
 * reached.
 */
function linger(request: IncomingMessage): void {
  const { socket } = request
  const close = socket.destroySoon.bind(socket)
  let lingering = false
  socket.destroySoon = () => {
    if (lingering) return
    lingering = true
    if (request.complete || request.destroyed) return close()
    socket.end()
    const timer = setTimeout(() => socket.destroy(), LINGER_MS)
    timer.unref()
    let left = LINGER_BYTES
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) socket.destroy()
    })
    request.once('end', () => socket.destroy())
    request.once('close', () => clearTimeout(timer))
    request.resume()
  }
}
