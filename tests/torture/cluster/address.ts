import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Instance } from './instance.ts'

/** Interval and timeout of readiness checks. */
const LOOK_MS = 200
const ANSWER_MS = 1000

/** The common address of all instances: forwards each request to the next ready instance, as a load balancer does. */
export class Address {
  readonly #instances: readonly Instance[]
  readonly #ready = new Set<Instance>()
  readonly #server = createServer((incoming, outgoing) => this.#forward(incoming, outgoing))
  readonly #ended = new AbortController()
  #turn = 0

  constructor(instances: readonly Instance[]) {
    this.#instances = instances
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    for (const instance of this.#instances) void this.#look(instance)
  }

  /** Resolves when all instances are ready. */
  async settled(): Promise<void> {
    while (this.#ready.size < this.#instances.length) await pause(LOOK_MS)
  }

  async close(): Promise<void> {
    this.#ended.abort()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #look(instance: Instance): Promise<void> {
    while (!this.#ended.signal.aborted) {
      const isReady = await fetch(`${instance.url}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
        async (answer) => {
          await answer.arrayBuffer()
          return answer.ok
        },
        () => false,
      )
      if (isReady) this.#ready.add(instance)
      else this.#ready.delete(instance)
      await pause(LOOK_MS)
    }
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const ready = [...this.#ready]
    const instance = ready[this.#turn++ % Math.max(1, ready.length)]
    if (!instance) return void outgoing.writeHead(503).end()
    const { method, headers, url } = incoming
    const onward = request(instance.url + url, { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('error', () => outgoing.destroy())
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }
}
