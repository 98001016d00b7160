import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { test as base } from './signed-in.ts'

/** How a rule handles a request; without `pass` the request never reaches the server. */
type Deed = (incoming: IncomingMessage, outgoing: ServerResponse, pass: () => Promise<IncomingMessage>) => Promise<void>

type Rule = { path: RegExp; deed: Deed }

/**
 * A real forward proxy between a browser and its server, one per test. The browser keeps the server's address. Requests
 * pass until the test adds a rule for a failure of network or reverse proxy. Paths are matched with their query; the
 * newest matching rule wins.
 */
export class Connection {
  readonly #rules: Rule[] = []
  readonly #proxy = createServer((incoming, outgoing) => void this.#handle(incoming, outgoing))

  /** Listens on a free port of 127.0.0.1 and returns the proxy's address. */
  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#proxy.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#proxy.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#proxy.closeAllConnections()
    await new Promise((resolve) => this.#proxy.close(resolve))
  }

  /** The connection breaks before the request reaches the server. */
  cut(path: RegExp): void {
    this.#add(path, async (incoming) => void incoming.socket.destroy())
  }

  /** Returns a response without a body, as a reverse proxy does when its server is down. */
  answerEmpty(path: RegExp, status: 500 | 502 | 503 | 504 = 502): void {
    this.#add(path, async (_incoming, outgoing) => void outgoing.writeHead(status, { 'content-length': 0 }).end())
  }

  /**
   * The server handles requests, but its responses (`once`: only the next one) wait until the returned function is
   * called.
   */
  holdAnswers(path: RegExp, { once = false } = {}): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    const rule = this.#add(path, async (_incoming, outgoing, pass) => {
      if (once) this.#rules.splice(this.#rules.indexOf(rule), 1)
      const answer = await pass()
      await promise
      forward(answer, outgoing)
    })
    return resolve
  }

  /** Changes response bodies, as some proxies do. */
  rewrite(path: RegExp, change: (body: string) => string): void {
    this.#add(path, async (incoming, outgoing, pass) => {
      delete incoming.headers['accept-encoding']
      delete incoming.headers['if-none-match']
      const answer = await pass()
      const body = change((await buffer(answer)).toString())
      const { 'content-length': _length, 'transfer-encoding': _coding, ...headers } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, headers).end(body)
    })
  }

  /** Removes all rules. */
  mend(): void {
    this.#rules.length = 0
  }

  #add(path: RegExp, deed: Deed): Rule {
    const rule = { path, deed }
    this.#rules.unshift(rule)
    return rule
  }

  async #handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    // A proxy request contains the whole address.
    const { host, pathname, search } = new URL(incoming.url ?? '')
    const address = pathname + search
    const pass = () =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const { method, headers } = incoming
        const onward = request(`http://${host}${address}`, { method, headers, agent: false }, resolve)
        onward.on('error', reject)
        outgoing.on('close', () => onward.destroy())
        incoming.pipe(onward)
      })
    const deed = this.#rules.find(({ path }) => path.test(address))?.deed
    try {
      if (deed) await deed(incoming, outgoing, pass)
      else forward(await pass(), outgoing)
    } catch {
      // The server or the browser has disconnected; the other side is disconnected, too.
      incoming.socket.destroy()
    }
  }
}

function forward(answer: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
  // An event stream sends its headers before its first event.
  outgoing.flushHeaders()
  answer.on('error', () => outgoing.destroy())
  answer.pipe(outgoing)
}

/**
 * Test fixture for screens on an unreliable connection: the test's own page uses the proxy, further contexts do not.
 */
export const test = base.extend<{ connection: Connection }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are wanted from the pattern
  connection: async ({}, use) => {
    const connection = new Connection()
    await use(connection)
    await connection.close()
  },
  proxy: async ({ connection }, use) => use({ server: await connection.open() }),
})
