import type { IncomingMessage, ServerResponse } from 'node:http'

/** So much of a body nobody wants is still taken, and for so long, that its sender gets to read the answer. */
const LINGER_BYTES = 64 * 1024 * 1024
const LINGER_MS = 10_000

/**
 * Lets an answer that is given before its request has arrived whole say so: `Connection: close` (RFC 9112 §9.6), and the
 * connection is shut on our side first and read on for a while, since a sender whose bytes meet a closed socket never sees
 * the answer. A request that has arrived, read or not, leaves the connection open for the next one.
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

/** Whoever ends the socket now (node, behind the answer) ends our side alone until the rest has come or enough of it. */
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
