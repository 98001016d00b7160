import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as send } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../tests/support/free-port.ts'
import type { Request } from './load.ts'

/** A recorded response. */
export type Recorded = { status: number; headers: string[]; body: string; bytes: number }

// Node sets these headers itself, for either server.
const OWN = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'])

/** Sends one request and records the response. Throws on an error status. */
export async function record(url: string, request: Request): Promise<Recorded> {
  const body = request.body?.replaceAll('{n}', 'recorded').replaceAll('{token}', request.tokens?.[0] ?? '')
  const { status, rawHeaders, bytes } = await new Promise<{ status: number; rawHeaders: string[]; bytes: Buffer }>(
    (resolve, reject) => {
      const headers = { ...request.headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) }
      const out = send(url + request.path, { method: request.method, headers, agent: false }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, rawHeaders: answer.rawHeaders, bytes: Buffer.concat(chunks) }),
        )
      })
      out.on('error', reject)
      out.end(body)
    },
  )
  if (status >= 400) throw new Error(`${request.method} ${request.path}: ${status} ${bytes.toString()}`)
  const headers: string[] = []
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = [rawHeaders[i], rawHeaders[i + 1]]
    if (!OWN.has(name.toLowerCase())) headers.push(name, value)
  }
  return {
    status,
    headers: [...headers, 'Content-Length', String(bytes.length)],
    body: bytes.toString('base64'),
    bytes: bytes.length,
  }
}

export type BareServer = { url: string; pid: number; startedIn: number; stop: () => Promise<void> }

/** Starts the bare server with a recorded response (or an empty one) and waits until it responds. */
export async function startBareServer(recorded?: Recorded): Promise<BareServer> {
  const folder = mkdtempSync(join(tmpdir(), 'blog-cms-bare-'))
  const file = join(folder, 'recorded.json')
  if (recorded) writeFileSync(file, JSON.stringify(recorded))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const started = performance.now()
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'bare-server.ts'), String(port), ...(recorded ? [file] : [])],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const leave = () => child.kill('SIGKILL')
  process.once('exit', leave)
  const gone = new Promise((resolve) => child.once('exit', resolve))
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error('The bare server ended at start.')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return {
    url,
    pid: child.pid ?? 0,
    startedIn: performance.now() - started,
    async stop() {
      child.kill('SIGKILL')
      await gone
      process.off('exit', leave)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
