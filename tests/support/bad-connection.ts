import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { test as base } from './signed-in.ts'

/** What a rule does with a request; without `pass` the server never hears of it. */
type Deed = (incoming: IncomingMessage, outgoing: ServerResponse, pass: () => Promise<IncomingMessage>) => Promise<void>

type Rule = { path: RegExp; deed: Deed }

/**
 * What stands between a browser and its server: a real forward proxy of the test's own. The browser keeps the server's
 * address. Everything passes until the test lets it go wrong as lines and reverse proxies do. Paths are matched with their
 * query; the newest rule that fits counts.
 */
export class Connection {
  readonly #rules: Rule[] = []
  readonly #proxy = createServer((incoming, outgoing) => void this.#handle(incoming, outgoing))

  /** Listens on a free port of 127.0.0.1 and gives the proxy's address. */
  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#proxy.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#proxy.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#proxy.closeAllConnections()
    await new Promise((resolve) => this.#proxy.close(resolve))
  }

  /** The line breaks before the server has heard of the request. */
  cut(path: RegExp): void {
    this.#add(path, async (incoming) => void incoming.socket.destroy())
  }

  /** Answers without a body in the server's place, as a reverse proxy does whose server is away. */
  answerEmpty(path: RegExp, status: 500 | 502 | 503 | 504 = 502): void {
    this.#add(path, async (_incoming, outgoing) => void outgoing.writeHead(status, { 'content-length': 0 }).end())
  }

  /** The server works, its answers (`once`: the next one alone) wait until the function it gives is called. */
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

  /** Changes what the server sent, as proxies do that tidy pages. */
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

  /** Everything passes again. */
  mend(): void {
    this.#rules.length = 0
  }

  #add(path: RegExp, deed: Deed): Rule {
    const rule = { path, deed }
    this.#rules.unshift(rule)
    return rule
  }

  async #handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    // A proxy is asked with the whole address.
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
      // The server or the browser is gone; the other side learns it as it would without us.
      incoming.socket.destroy()
    }
  }
}

function forward(answer: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
  // A stream of events sends its head before its first word.
  outgoing.flushHeaders()
  answer.on('error', () => outgoing.destroy())
  answer.pipe(outgoing)
}

/** The test of screens behind a line that can go wrong: the test's own page goes through it, further contexts do not. */
export const test = base.extend<{ connection: Connection }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are wanted from the pattern
  connection: async ({}, use) => {
    const connection = new Connection()
    await use(connection)
    await connection.close()
  },
  proxy: async ({ connection }, use) => use({ server: await connection.open() }),
})
