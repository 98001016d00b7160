// Our own load generator for machines without wrk: `node bench/node-load.ts <JSON of the load>`. It uses keep-alive
// connections of node:http with one request at a time.
import { Agent, request as send } from 'node:http'
import type { Load } from './load.ts'

const { url, request, connections, seconds, pause = 0 } = JSON.parse(process.argv[2] ?? '') as Load & { url: string }
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const micros: number[] = []
let failures = 0
const begun = performance.now()
const end = begun + seconds * 1000

await Promise.all(Array.from({ length: connections }, (_, index) => connection(index)))
const took = performance.now() - begun
agent.destroy()
micros.sort((a, b) => a - b)
const percentile = (share: number) => Math.round(micros[Math.floor((micros.length - 1) * share)] ?? 0)
console.log(
  `RESULT ${JSON.stringify({ requests: micros.length, micros: Math.round(took * 1000), p50: percentile(0.5), p99: percentile(0.99), failures })}`,
)

async function connection(index: number): Promise<void> {
  let token = request.tokens?.[index] ?? ''
  for (let n = 0; performance.now() < end; n++) {
    const body = request.body?.replaceAll('{n}', `${index}-${n}-${Math.round(begun)}`).replaceAll('{token}', token)
    const started = performance.now()
    const answer = await once(request.path.replaceAll('{n}', `${index}-${n}-${Math.round(begun)}`), body)
    micros.push((performance.now() - started) * 1000)
    if (answer === null) failures += 1
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    if (answer !== null && request.tokens) token = /"refresh_token":"([^"]+)"/.exec(answer)?.[1] ?? token
  }
}

/** The body of one response, or null for an error. */
function once(path: string, body: string | undefined): Promise<string | null> {
  return new Promise((resolve) => {
    const headers = { ...request.headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) }
    const { hostname, port } = new URL(url)
    const out = send({ hostname, port, path, method: request.method, headers, agent }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => resolve((answer.statusCode ?? 500) < 400 ? Buffer.concat(chunks).toString() : null))
      answer.on('error', () => resolve(null))
    })
    out.on('error', () => resolve(null))
    out.end(body)
  })
}
