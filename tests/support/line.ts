import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy from one instance to one server, on a port of its own, that simulates network failures. */
export class Line {
  readonly #open = new Set<Socket>()
  readonly #server = createServer({ noDelay: true }, (near) => this.#join(near))
  #target = 0
  #refuses = false
  #silent = false
  #delayMs = 0

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  /** Forwards to this port from now on; existing connections end. */
  leadTo(port: number): void {
    this.#target = port
    this.cut()
  }

  cut(): void {
    for (const socket of this.#open) socket.destroy()
  }

  /** Closes all connections and refuses new ones until `mend`. */
  refuse(): void {
    this.#refuses = true
    this.cut()
  }

  /** Connections stay open, but data are dropped until `mend`, which closes them. */
  fallSilent(): void {
    this.#silent = true
  }

  /** Delays each chunk. */
  slow(milliseconds: number): void {
    this.#delayMs = milliseconds
  }

  mend(): void {
    this.#refuses = false
    this.#delayMs = 0
    if (!this.#silent) return
    this.#silent = false
    this.cut()
  }

  async close(): Promise<void> {
    this.#refuses = true
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.cut()
    await closed
  }

  #join(near: Socket): void {
    if (this.#refuses || this.#target === 0) return void near.destroy()
    const far = connect({ port: this.#target, host: '127.0.0.1', noDelay: true })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#open.add(from)
      let last: Promise<void> | null = null
      from.on('error', () => {})
      from.on('close', () => {
        this.#open.delete(from)
        to.destroy()
      })
      from.on('data', (bytes: Buffer) => {
        if (this.#silent) return
        if (this.#delayMs === 0 && last === null) return void to.write(bytes)
        const due = performance.now() + this.#delayMs
        const sent: Promise<void> = (last ?? Promise.resolve()).then(async () => {
          await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
          if (!to.destroyed) to.write(bytes)
          if (last === sent) last = null
        })
        last = sent
      })
    }
  }
}
