import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { followCpu } from './process-stats.ts'

/** The request that one connection repeats. */
export type Request = {
  method: 'GET' | 'HEAD' | 'POST'
  /** Every `{n}` is replaced as in the body. */
  path: string
  headers: Record<string, string>
  /**
   * Every `{n}` is replaced by a unique number, and `{token}` by the refresh token of the connection's last response
   * (the initial ones are `tokens`, one per connection).
   */
  body?: string
  tokens?: string[]
}

/**
 * `pause` is the time between a response and the next request of its connection in milliseconds: it simulates a reader
 * instead of full load.
 */
export type Load = { request: Request; connections: number; seconds: number; pause?: number }

export type LoadResult = {
  requestsPerSecond: number
  /** Milliseconds; infinite if there was no response in time. */
  p50: number
  p99: number
  /** Responses of 400 and above, broken connections, timeouts. */
  failures: number
  /** Share of one core, 1 = always busy; null if it cannot be measured. */
  serverCpu: number | null
  generatorCpu: number | null
}

/**
 * The load generator of this machine: wrk if installed, else our own client, which is slower and hides more of the
 * server.
 */
export const generator = spawnSync('wrk', ['--version']).error ? 'own node client' : 'wrk'

/** Puts load on the server at `url` (process `pid`) for a while. */
export async function load(
  url: string,
  pid: number,
  { request, connections, seconds, pause = 0 }: Load,
): Promise<LoadResult> {
  const folder = mkdtempSync(join(tmpdir(), 'blog-cms-bench-'))
  try {
    const script = join(folder, 'load.lua')
    writeFileSync(script, luaOf(request, pause))
    // A chain of tokens belongs to one connection, and wrk distinguishes connections only by thread.
    const threads = request.tokens ? connections : 1
    const args = [`-t${threads}`, `-c${connections}`, `-d${seconds}s`, '--latency', '-s', script, url]
    const own = [
      join(import.meta.dirname, 'node-load.ts'),
      JSON.stringify({ url, request, connections, seconds, pause }),
    ]
    // wrk waits for a body after HEAD, which has none.
    const child = generator === 'wrk' && request.method !== 'HEAD' ? spawn('wrk', args) : spawn(process.execPath, own)
    const cpu = followCpu([pid, child.pid ?? 0])
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    await new Promise((resolve) => child.once('close', resolve))
    const [server, client] = cpu()
    const line = /^RESULT (.+)$/m.exec(output)?.[1]
    if (!line) throw new Error(`${generator} gave no result:\n${output}`)
    const result = JSON.parse(line) as { requests: number; micros: number; p50: number; p99: number; failures: number }
    const took = result.micros / 1e6
    return {
      requestsPerSecond: result.requests / took,
      p50: result.requests > 0 ? result.p50 / 1000 : Infinity,
      p99: result.requests > 0 ? result.p99 / 1000 : Infinity,
      failures: result.failures,
      serverCpu: server == null ? null : server / took,
      generatorCpu: client == null ? null : client / took,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const lua = (text: string) => `[==[${text}]==]`

/** The wrk script that sends `request` and prints one line of JSON at the end. */
function luaOf(request: Request, pause: number): string {
  const headers = Object.entries(request.headers).map(([name, value]) => `wrk.headers[ ${lua(name)} ] = ${lua(value)}`)
  const tokens = (request.tokens ?? []).map(lua).join(', ')
  // A constant request is built once.
  const numbered = /\{(n|token)\}/.test(request.path + (request.body ?? ''))
    ? `
local n = 0
local path, template = wrk.path, wrk.body
request = function()
  n = n + 1
  local number = id .. "-" .. n .. "-" .. started
  local body = template and template:gsub("{n}", number):gsub("{token}", token)
  return wrk.format(nil, (path:gsub("{n}", number)), nil, body)
end`
    : ''
  const waiting = pause > 0 ? `\ndelay = function() return ${pause} end` : ''
  const chain = request.tokens
    ? `
response = function(status, headers, body)
  token = body:match('"refresh_token":"([^"]+)"') or token
end`
    : ''
  return `
wrk.method = ${lua(request.method)}
${headers.join('\n')}
wrk.path = ${lua(request.path)}
wrk.body = ${request.body === undefined ? 'nil' : lua(request.body)}
local tokens = { ${tokens} }
local count = 0
function setup(thread)
  count = count + 1
  thread:set("id", count)
  thread:set("token", tokens[count] or "")
  thread:set("started", os.time())
end
${numbered}
${waiting}
${chain}
done = function(summary, latency)
  local e = summary.errors
  print(string.format('RESULT {"requests": %d, "micros": %d, "p50": %d, "p99": %d, "failures": %d}', summary.requests,
    summary.duration, latency:percentile(50), latency:percentile(99), e.connect + e.read + e.write + e.status + e.timeout))
end
`
}
