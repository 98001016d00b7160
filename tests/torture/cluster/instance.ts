import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../support/free-port.ts'
import { startServer, type ServerProcess } from '../../support/server-process.ts'
import { UNLIMITED } from '../../support/unlimited.ts'
import { Databases } from './databases.ts'
import { Line } from '../../support/line.ts'

/** One instance of the product with its own proxies to both databases. It keeps its port through every restart. */
export class Instance {
  readonly name: string
  readonly lines = [new Line(), new Line()] as const
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'blog-cms-cluster-'))
  #server: ServerProcess | null = null
  #port = 0
  #output = ''

  constructor(name: string) {
    this.name = name
  }

  async prepare(): Promise<void> {
    for (const line of this.lines) await line.listen()
    this.#port = await freePort()
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Its output over all restarts. */
  get output(): string {
    return this.#output + (this.#server?.output() ?? '')
  }

  async start(env: Record<string, string>): Promise<void> {
    this.#server = await startServer({
      dataDir: this.#dataDir,
      databaseUrl: Databases.addressOver(this.lines),
      port: this.#port,
      env: { ...UNLIMITED, LOG_LEVEL: 'error', AUTH_RATE_LIMIT_PREVIEW: 'off', ...env },
    })
  }

  async kill(): Promise<void> {
    const server = this.#server
    if (!server) return
    this.#server = null
    await server.kill()
    this.#output += server.output()
  }

  freeze(): void {
    if (this.#server) process.kill(this.#server.pid, 'SIGSTOP')
  }

  thaw(): void {
    if (this.#server) process.kill(this.#server.pid, 'SIGCONT')
  }

  async end(): Promise<void> {
    this.thaw()
    await this.kill()
    for (const line of this.lines) await line.close()
    rmSync(this.#dataDir, { recursive: true, force: true })
  }
}
