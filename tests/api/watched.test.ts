import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, createServer, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { createDatabase } from '../support/postgres.ts'
import { startServer, type ServerProcess } from '../support/server-process.ts'
import { callAs, DIALECT, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts'
import { wayTo } from '../support/way-to.ts'

const TOKEN = 'a-token-of-the-monitoring'
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** A server as in production; with PostgreSQL if this run uses it. */
async function start(env: Record<string, string> = {}): Promise<ServerProcess> {
  const database = DIALECT === 'postgres' ? await createDatabase(process.env.TEST_DATABASE_URL ?? '') : undefined
  if (database) ends.push(database.drop)
  const server = await startServer({ env, ...(database && { databaseUrl: database.url }) })
  ends.push(() => server.stop())
  return server
}

describe('[MOVE-9] [RUL-57] /metrics', () => {
  let app: TestApp
  let owner: TestAccount
  beforeAll(async () => {
    app = await startTestApp()
    owner = await app.register('zahlen@redaktion.example')
  })
  afterAll(() => app.stop())

  const read = async () => String((await app.call('GET', '/metrics')).body)
  const series = async (beginning: string) =>
    (await read()).split('\n').filter((line) => line.startsWith(`blogcms_${beginning}`))
  const value = async (beginning: string) =>
    (await series(beginning)).reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)

  test('is Prometheus text with names of its own and without personal data', async () => {
    const { body: article } = await owner.call('POST', '/api/articles', { title: 'Geheimnis', status: 'published' })
    await app.call('GET', '/article/geheimnis')
    await app.call('GET', '/preview/ein-geheimes-token')
    const { status, headers, body } = await app.call<string>('GET', '/metrics')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    const lines = body.trimEnd().split('\n')
    for (const line of lines)
      expect(line).toMatch(/^(# (HELP|TYPE) blogcms_\w+ .+|blogcms_\w+(\{(\w+="[^"]*",?)+\})? [\d.e+-]+)$/)
    const typed = lines.filter((line) => line.startsWith('# TYPE')).map((line) => line.split(' ')[2])
    expect(new Set(typed).size).toBe(typed.length)
    for (const secret of [owner.email, owner.id, article.id, 'geheim', 'token']) expect(body).not.toContain(secret)
    for (const name of ['http_requests_total', 'db_query_duration_seconds_count', 'process_resident_memory_bytes'])
      expect(await value(name), name).toBeGreaterThan(0)
    expect(await series('ready ')).toEqual(['blogcms_ready 1'])
  })

  test('counts requests by method, part and status, cached pages separately, and nothing by address', async () => {
    const settings = 'http_requests_total{method="GET",route="/api/settings",status="200"}'
    const before = await value(settings)
    await app.call('GET', '/api/settings')
    await expect.poll(() => value(settings)).toBe(before + 1)
    await app.call('GET', '/')
    const hits = await value('page_cache_hits_total')
    await app.call('GET', '/')
    expect(await value('page_cache_hits_total')).toBe(hits + 1)
    const known = (await series('http_requests_total')).length
    for (let i = 0; i < 20; i += 1) {
      await app.call('GET', `/nichts-${i}`)
      await app.call('GET', `/api/nichts-${i}`)
      await app.call('BREW', `/kanne-${i}`)
    }
    // Unknown pages, unknown nouns, and an unsupported method.
    expect((await series('http_requests_total')).length).toBeLessThanOrEqual(known + 3)
  })

  test('without METRICS_TOKEN only localhost may read it, not clients behind a proxy and not pages of another origin', async () => {
    expect((await app.call('GET', '/metrics')).status).toBe(200)
    for (const account of [app, owner]) {
      const proxied = await account.call('GET', '/metrics', undefined, { 'x-forwarded-for': '203.0.113.7' })
      expect([proxied.status, proxied.body.code]).toEqual([401, 'unauthorized'])
    }
    const foreign = httpRequest(`${app.url}/metrics`, { headers: { host: 'blog.example' } }).end()
    const [answer] = await once(foreign)
    expect(answer.statusCode).toBe(401)
  })

  test('with METRICS_TOKEN only the token counts, also through a proxy', async () => {
    const guarded = await startTestApp({ env: { METRICS_TOKEN: TOKEN } })
    ends.push(guarded.stop)
    const account = await guarded.register()
    const status = async (headers: Record<string, string>) =>
      (await guarded.call('GET', '/metrics', undefined, headers)).status
    expect((await account.call('GET', '/metrics')).status).toBe(401)
    expect(await status({})).toBe(401)
    expect(await status({ authorization: 'Bearer a-token-of-somebody' })).toBe(401)
    expect(await status({ authorization: `Bearer ${TOKEN}` })).toBe(200)
    expect(await status({ authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '203.0.113.7' })).toBe(200)
  })
})

async function once(request: ClientRequest): Promise<[IncomingMessage, Buffer]> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve)
    request.once('error', reject)
  })
  return [answer, await buffer(answer)]
}

const logOf = (server: ServerProcess): Record<string, unknown>[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

test('[MOVE-9] every log entry carries the id of its request, that of a proxy if there is one', async () => {
  const server = await start({ LOG_LEVEL: 'debug', SLOW_QUERY_MS: '0' })
  const call = callAs(server.url)
  const answered = async (id?: string) => {
    const { headers } = await call('GET', '/api/settings', undefined, id === undefined ? {} : { 'x-request-id': id })
    const said = headers.get('x-request-id') ?? ''
    await expect.poll(() => logOf(server)).toContainEqual(expect.objectContaining({ request_id: said }))
    return said
  }
  const [one, other] = [await answered(), await answered()]
  expect(one).toMatch(/^[\w-]{8,}$/)
  expect(other).not.toBe(one)
  expect(await answered('proxy-4711:abc')).toBe('proxy-4711:abc')
  for (const odd of ['kurz', 'mit Leerzeichen darin', `lang-${'x'.repeat(200)}`, '"},{"level":"error"'])
    expect(await answered(odd)).not.toBe(odd)
  const lines = logOf(server).filter(({ message }) => message === 'request')
  expect(lines).toContainEqual({
    time: expect.stringMatching(/Z$/),
    level: 'debug',
    message: 'request',
    request_id: 'proxy-4711:abc',
    method: 'GET',
    route: '/api/settings',
    status: 200,
    ms: expect.any(Number),
  })
  // Public pages are the same for all readers unless a request asks for more.
  for (let round = 0; round < 3; round += 1) {
    expect((await call('GET', '/')).headers.has('x-request-id')).toBe(false)
    const named = await call('GET', '/', undefined, { 'x-request-id': 'proxy-4712' })
    expect(named.headers.get('x-request-id')).toBe('proxy-4712')
  }
})

test('[MOVE-9] slow statements are logged with their text and without values', async () => {
  const server = await start({ LOG_LEVEL: 'warn', SLOW_QUERY_MS: '1' })
  const call = callAs(server.url)
  const { body } = await call('POST', '/auth/v1/signup', { email: 'a@redaktion.example', password: 'geheim-genug' })
  const owner = callAs(server.url, body.access_token)
  const slow = () => logOf(server).filter(({ message }) => message === 'slow query')
  const text = { title: 'Wort-im-Wert', content_markdown: 'Wort-im-Wert '.repeat(80_000) }
  expect((await owner('POST', '/api/articles', text)).status).toBe(201)
  await expect.poll(slow).not.toEqual([])
  expect(slow()[0]).toMatchObject({ level: 'warn', sql: expect.stringMatching(/\w+ /), ms: expect.any(Number) })
  expect(JSON.stringify(slow())).not.toContain('Wort-im-Wert')
})

/** A client like a load balancer: one connection, one request after the other, until a response closes it. */
async function untilSentAway(ask: (agent: Agent) => ClientRequest, statuses: number[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    for (;;) {
      const [answer] = await once(ask(agent))
      statuses.push(answer.statusCode ?? 0)
      if (answer.headers.connection === 'close') return
    }
  } finally {
    agent.destroy()
  }
}

test('[MOVE-9] during a shutdown under load every request gets a response, and /readyz reports it', async () => {
  const server = await start({ DRAIN_SECONDS: '1' })
  const call = callAs(server.url)
  const { body } = await call('POST', '/auth/v1/signup', { email: 'a@redaktion.example', password: 'geheim-genug' })
  const headers = { authorization: `Bearer ${body.access_token}`, 'content-type': 'application/json' }
  const { body: article } = await callAs(server.url, body.access_token)('POST', '/api/articles', { title: 'Last' })
  const get = (path: string) => (agent: Agent) => httpRequest(server.url + path, { agent, headers }).end()
  const post = (path: string, sent: object) => (agent: Agent) =>
    httpRequest(server.url + path, { agent, method: 'POST', headers }).end(JSON.stringify(sent))
  const kinds = [
    get('/'),
    get('/nichts'),
    get('/api/articles'),
    get(`/api/articles/${article.id}`),
    post('/api/inbox', { title: 'Unter Last' }),
  ]
  const statuses: number[] = []
  const clients = Promise.all(kinds.flatMap((kind) => [1, 2, 3, 4].map(() => untilSentAway(kind, statuses))))
  await expect.poll(() => statuses.length).toBeGreaterThan(100)
  // A client that has sent half of its request when the signal comes.
  const slow = httpRequest(`${server.url}/api/inbox`, { method: 'POST', headers })
  slow.write('{"title":"Lang')
  const live = await fetch(`${server.url}/api/live`, { headers })
  const stopped = server.stop()
  // New connections are accepted for the load balancer's grace period.
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { interval: 5 }).toBe(503)
  const draining = await fetch(`${server.url}/readyz`)
  expect([draining.status, await draining.json()]).toEqual([503, { status: 'draining' }])
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  expect((await fetch(`${server.url}/`)).status).toBe(200)
  await clients
  slow.end('sam"}')
  expect((await once(slow))[0].statusCode).toBe(201)
  expect(new Set(statuses)).toEqual(new Set([200, 201, 404]))
  await live.text()
  expect(await stopped).toBe(0)
  ends.pop()
})

test.runIf(DIALECT === 'postgres')(
  '[MOVE-9] while the database is migrated the server is alive but not ready, and says so in German',
  async () => {
    const database = await createDatabase(process.env.TEST_DATABASE_URL ?? '')
    ends.push(database.drop)
    const first = await startServer({ databaseUrl: database.url })
    await first.stop()
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    ends.push(() => client.end())
    // Blocks a migration, as if it took long.
    await client.query('begin; lock table kysely_migration in access exclusive mode')
    const port = await freePort()
    const starting = startServer({ databaseUrl: database.url, port })
    ends.push(async () => (await starting).stop())
    const url = `http://127.0.0.1:${port}`
    const call = callAs(url)
    await expect.poll(async () => call('GET', '/healthz').catch(() => null)).toMatchObject({ status: 200 })
    expect(await call('GET', '/readyz')).toMatchObject({ status: 503, body: { status: 'starting' } })
    const page = await call('GET', '/article/irgendwas')
    expect([page.status, page.headers.get('retry-after'), page.headers.get('content-type')]).toEqual([
      503,
      '2',
      'text/html; charset=utf-8',
    ])
    expect(page.body).toContain('Der Server startet gerade.')
    expect(await call('GET', '/api/settings')).toMatchObject({
      status: 503,
      body: { code: 'database_unavailable', message: expect.stringContaining('startet gerade') },
    })
    await client.query('rollback')
    await starting
    expect((await call('GET', '/readyz')).status).toBe(200)
  },
)

test('[MOVE-9] a shutdown during start or migration ends at once with a response for waiting clients, and the next start succeeds', async () => {
  const database = DIALECT === 'postgres' ? await createDatabase(process.env.TEST_DATABASE_URL ?? '') : undefined
  if (database) ends.push(database.drop)
  const dataDir = await mkdtemp(join(tmpdir(), 'blog-cms-early-'))
  ends.push(() => rm(dataDir, { recursive: true, force: true }))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const endedAfter = async (ready: (child: ChildProcess) => Promise<unknown>) => {
    const { promise: ended, resolve } = Promise.withResolvers<number | NodeJS.Signals | null>()
    const starting = startServer({
      dataDir,
      port,
      ...(database && { databaseUrl: database.url }),
      onSpawn: (child) => {
        child.once('exit', (code, signal) => resolve(code ?? signal))
        void ready(child).then(() => child.kill('SIGTERM'))
      },
    })
    await expect(starting).rejects.toThrow('ended at start')
    const asked = performance.now()
    const how = await ended
    expect(performance.now() - asked).toBeLessThan(5000)
    return how
  }
  // At arbitrary moments. Before the process handles signals, the system ends it.
  for (const milliseconds of [200, 400])
    expect([0, 'SIGTERM']).toContain(await endedAfter(() => setTimeout(milliseconds)))
  if (database) {
    // Blocks a migration, as if it took long.
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query(
      'begin; create table if not exists kysely_migration_lock (id text); lock table kysely_migration_lock',
    )
    let waiting: Promise<Response> | undefined
    const code = await endedAfter(async () => {
      await expect.poll(async () => (await fetch(`${url}/healthz`).catch(() => null))?.status).toBe(200)
      waiting = fetch(`${url}/article/irgendwas`)
      await setTimeout(200)
    })
    expect([code, (await waiting)?.status]).toEqual([0, 503])
    await client.query('rollback')
    await client.end()
  }
  const server = await startServer({ dataDir, port, ...(database && { databaseUrl: database.url }) })
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(await server.stop()).toBe(0)
})

test('[MOVE-9] traces are sent to the configured collector: requests with their statements, in the incoming trace, without values', async () => {
  const bodies: string[] = []
  const collector = createServer((request, response) => {
    void buffer(request).then((body) => {
      bodies.push(`${request.url} ${String(body)}`)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  ends.push(() => new Promise((resolve) => collector.close(resolve)))
  const server = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_SERVICE_NAME: 'blog-der-probe',
  })
  const account = { email: 'spur@redaktion.example', password: 'geheim-genug' }
  const { body } = await callAs(server.url)('POST', '/auth/v1/signup', account)
  const trace = 'a'.repeat(32)
  const headers = { traceparent: `00-${trace}-${'b'.repeat(16)}-01`, 'x-request-id': 'von-der-probe-1' }
  const title = 'Was niemand erfährt'
  expect((await callAs(server.url, body.access_token)('POST', '/api/articles', { title }, headers)).status).toBe(201)
  // Unsent traces are sent during shutdown.
  expect(await server.stop()).toBe(0)
  ends.splice(-1, 1)
  const said = bodies.join()
  expect(said).toContain('/v1/traces')
  for (const secret of [account.email, title, body.access_token, body.user.id]) expect(said).not.toContain(secret)
  type Sent = { name: string; traceId: string; spanId: string; parentSpanId?: string; attributes: unknown[] }
  const spans = bodies.flatMap((one) => {
    const { resourceSpans } = JSON.parse(one.slice(one.indexOf(' ') + 1)) as {
      resourceSpans: { scopeSpans: { spans: Sent[] }[] }[]
    }
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  })
  expect(said).toContain('blog-der-probe')
  const ours = spans.filter(({ traceId }) => traceId === trace)
  const request = ours.find(({ name }) => name === 'POST /api/articles')
  expect(request).toMatchObject({ parentSpanId: 'b'.repeat(16) })
  expect(JSON.stringify(request)).toContain('von-der-probe-1')
  const statements = ours.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(statements.map(({ name }) => name)).toContain('insert')
})

test.runIf(DIALECT === 'postgres')(
  '[MOVE-10] a server waits for a database that is not up yet and reports it, and exits if access is denied',
  async () => {
    const database = await createDatabase(process.env.TEST_DATABASE_URL ?? '')
    ends.push(database.drop)
    const way = await wayTo(new URL(database.url))
    ends.push(way.stop)
    const through = new URL(database.url)
    through.port = String(way.port)
    await way.stop()
    const port = await freePort()
    const starting = startServer({ databaseUrl: through.href, port })
    ends.push(async () => (await starting).stop())
    const call = callAs(`http://127.0.0.1:${port}`)
    await expect.poll(async () => call('GET', '/healthz').catch(() => null)).toMatchObject({ status: 200 })
    expect(await call('GET', '/readyz')).toMatchObject({ status: 503 })
    expect((await call('GET', '/')).status).toBe(503)
    await way.start()
    const server = await starting
    expect((await call('GET', '/readyz')).status).toBe(200)
    expect(server.output()).toContain('the database is away: waiting for it')

    const unknown = new URL(database.url)
    unknown.pathname = '/gibt-es-nicht'
    await expect(startServer({ databaseUrl: unknown.href })).rejects.toThrow(/gibt-es-nicht/)
  },
)

test('[MOVE-9] every metric used by alarms exists before anything has gone wrong', async () => {
  const server = await start()
  const { body } = await callAs(server.url)('GET', '/metrics')
  for (const line of [
    'log_entries_total{level="error"} 0',
    'job_runs_total{job="deliver-mails",result="failed"} 0',
    'http_requests_total{method="GET",route="public",status="500"} 0',
  ])
    expect(body).toContain(`blogcms_${line}\n`)
})
