import { Agent, request as sendHttp, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import type { ServerProcess } from '../../support/server-process.ts'
import type { Peer } from './peer.ts'

/** The target of hostile input, and its accounts. */
export type World = {
  server: ServerProcess
  peer: Peer
  /** The access token of the owner of the blog. */
  token: string
  random: () => number
  /** A counter for addresses and titles, so that repeated inputs are never cached. */
  next: () => number
}

export type Sending = {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  token?: string
}

/** A response; `asked` names the request. */
export type Answer = { asked: string; status: number; headers: IncomingHttpHeaders; body: string }

/** Request timeout in milliseconds. */
export const PATIENCE_MS = 25_000
const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/** Sends one request as any client does. Rejects without a response. */
export function send({ server }: World, { method = 'GET', path, headers = {}, body, token }: Sending): Promise<Answer> {
  const asked = `${method} ${path.slice(0, 120)}`
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const all = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
    ...headers,
  }
  const out = sendHttp({ host: '127.0.0.1', port: server.port, method, path, headers: all, agent }, (answer) => {
    const chunks: Buffer[] = []
    answer.on('data', (chunk: Buffer) => chunks.push(chunk))
    answer.on('error', reject)
    answer.on('end', () =>
      resolve({
        asked,
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        body: Buffer.concat(chunks).toString(),
      }),
    )
  })
  out.setTimeout(PATIENCE_MS, () => out.destroy(new Error(`no answer within ${PATIENCE_MS / 1000} s`)))
  out.on('error', (error) => reject(new Error(`${asked}: ${error.message}`, { cause: error })))
  out.end(body)
  return promise
}

/** Like `send`, with JSON bodies. */
export async function call(world: World, method: string, path: string, body?: unknown): Promise<any> {
  const answer = await send(world, {
    method,
    path,
    token: world.token,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (answer.status >= 300) throw new Error(`${answer.asked}: ${answer.status} ${answer.body.slice(0, 300)}`)
  return answer.body === '' ? null : JSON.parse(answer.body)
}

/**
 * Writes bytes to a connection of their own and returns the responses until the other side closed or, with `expecting`,
 * until that many had begun. Bytes that no client would send need no response: then the list is empty.
 */
export function sendBytes(
  { server }: World,
  asked: string,
  bytes: string | Uint8Array,
  { expecting = 1, halfClose = false } = {},
): Promise<Answer[]> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: server.port, allowHalfOpen: true })
    let text = ''
    const done = () => {
      socket.destroy()
      resolve(heads(text).map((head) => ({ asked, ...head, body: '' })))
    }
    socket.setTimeout(PATIENCE_MS, () => {
      socket.destroy()
      reject(new Error(`${asked}: no answer within ${PATIENCE_MS / 1000} s`))
    })
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      if (heads(text).length >= expecting) done()
    })
    socket.on('end', done)
    // A reset is a valid reaction of a server that does not want to read on.
    socket.on('error', done)
    socket.write(bytes)
    if (halfClose) socket.end()
  })
}

/** Status and headers of each response in the bytes of a connection. */
function heads(text: string): { status: number; headers: IncomingHttpHeaders }[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) [^\n]*\n((?:[\w-]+:[^\n]*\n)*)\r\n/g)].map(
    ([, status, fields = '']) => ({
      status: Number(status),
      headers: Object.fromEntries(
        fields
          .trimEnd()
          .split('\r\n')
          .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
      ),
    }),
  )
}

/** Closes this process's open connections to the server. */
export function hangUp(): void {
  agent.destroy()
}
