import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MEMORY_ENVIRONMENT, MEMORY_FLAGS } from '../../scripts/memory.mjs'
import { COMPILE_CACHE } from './compile-cache.ts'
import { freePort } from './free-port.ts'
import type { Look } from './event-loop-watch.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** A guard against hangs alone: a busy machine takes its time. */
const START_WITHIN_MS = 300_000
/** A secret of forty characters for servers of tests and benchmarks. */
export const TEST_SECRET_KEY = 'a secret of forty characters, for tests.'

export type ServerOptions = {
  /** Source folder of another release to run; by default the server built here. */
  root?: string
  /** Runs on an existing folder, which is kept; by default the server has a temporary folder. */
  dataDir?: string
  /** PostgreSQL; by default the server uses a SQLite file in the data folder. */
  databaseUrl?: string
  port?: number
  env?: Record<string, string>
  /** Called at once, while it still starts. */
  onSpawn?: (child: ChildProcess) => void
  /** File mode mask in octal digits; inherited by default. */
  umask?: string
  /** Lets `look` report how long its event loop is blocked. */
  watched?: boolean
}

/** The real server in a process of its own. */
export type ServerProcess = {
  /** Its address, `http://127.0.0.1:<port>`. */
  url: string
  port: number
  pid: number
  dataDir: string
  /** Milliseconds from spawning to the first accepted connection. */
  startedIn: number
  /** Its output so far. */
  output: () => string
  /** Figures since the last call; only of a watched server. Waits until its event loop is free. */
  look: () => Promise<Look>
  /** Kills it at once, as a power cut would, and waits until it is gone. */
  kill: () => Promise<void>
  /** Kills it as soon as `holds` answers true. It stands still while it is asked, and cannot go past that state meanwhile. */
  killWhen: (holds: () => Promise<boolean>) => Promise<void>
  /** Requests a shutdown and waits; returns the exit code. Removes a temporary data folder. */
  stop: () => Promise<number | null>
}

/**
 * Starts the built server as `npm start` does, on a free port, and waits for `/readyz`. Rejects with the server's
 * output if it exits instead. The process ends soon after the one that started it.
 */
export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'blog-cms-server-'))
  const port = options.port ?? (await freePort())
  const started = performance.now()
  const watch = options.watched ? ['--import', './tests/support/event-loop-watch.ts'] : []
  const main = options.root ? 'src/server/main.ts' : 'dist/server/main.js'
  const command = [process.execPath, ...MEMORY_FLAGS, ...watch, main]
  const [file = '', ...parameters] = options.umask
    ? ['/bin/sh', '-c', `umask ${options.umask} && exec "$0" "$@"`, ...command]
    : command
  const child = spawn(file, parameters, {
    cwd: options.root ?? ROOT,
    stdio: ['ignore', 'pipe', 'pipe', ...(options.watched ? ['ipc' as const] : [])],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ...MEMORY_ENVIRONMENT,
      ...COMPILE_CACHE,
      LOG_LEVEL: 'warn',
      PORT: String(port),
      DATA_DIR: dataDir,
      ...(options.databaseUrl && { DATABASE_URL: options.databaseUrl, SECRET_KEY: TEST_SECRET_KEY }),
      ...options.env,
    },
  })
  options.onSpawn?.(child)
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const leave = () => child.kill('SIGKILL')
  process.once('exit', leave)
  const gone = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      process.off('exit', leave)
      resolve(code)
    })
  })
  const url = `http://127.0.0.1:${port}`
  try {
    await untilReady(url, child, () => output)
  } catch (error) {
    child.kill('SIGKILL')
    if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
    throw error
  }
  return {
    url,
    port,
    pid: child.pid ?? 0,
    dataDir,
    startedIn: performance.now() - started,
    output: () => output,
    look: () =>
      new Promise((resolve, reject) => {
        const ended = () => reject(new Error(`The server ended:\n${output}`))
        child.once('exit', ended)
        child.once('message', (look: Look) => {
          child.off('exit', ended)
          resolve(look)
        })
        child.send({})
      }),
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
    async killWhen(holds) {
      for (;;) {
        child.kill('SIGSTOP')
        if (await holds()) break
        child.kill('SIGCONT')
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      child.kill('SIGKILL')
      await gone
    },
    async stop() {
      child.kill('SIGTERM')
      const code = await gone
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
      return code
    },
  }
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + START_WITHIN_MS
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The server ended at start:\n${output()}`)
    try {
      const response = await fetch(`${url}/readyz`)
      await response.arrayBuffer()
      if (response.ok) return
    } catch {
      // Not listening yet.
    }
    if (Date.now() > deadline) throw new Error(`The server was not ready within ${START_WITHIN_MS} ms:\n${output()}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
