import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { deflateSync, crc32 } from 'node:zlib'
import { startServer, type ServerProcess } from '../tests/support/server-process.ts'
import { UNLIMITED } from '../tests/support/unlimited.ts'
import { fillBlog, type Blog } from './blog.ts'
import { record, startBareServer, type BareServer } from './reference.ts'
import { load, type Request } from './load.ts'

/** Latency of a reader's page during the most expensive requests of strangers, in milliseconds. */
export type StrangersFigure = {
  name: string
  /** Responses per second to the strangers, and how many of them were errors (mostly refusals). */
  perSecond: number
  failures: number
  /** p99 of the reader's page: alone, and beside the same generator requesting that page, too. */
  alone: number
  ordinary: number
  /** p99 of the reader's page beside the strangers, and of the same page of a bare server beside the same load. */
  beside: number
  bare: number
  /** p99 of the event loop delay, and the CPU time of its longest turn, which other programs do not affect. */
  delay: number
  turn: number
}

const CONNECTIONS = 64
/**
 * The reader uses eight connections with a page every ten milliseconds each. wrk queues requests while it waits, so
 * slow responses are not underrepresented.
 */
const READERS = { connections: 8, pause: 10 }

type Stranger = { name: string; request: Request; from?: 'editor' }

/**
 * The most expensive known request of each type, from 64 connections, while a reader's cached page is measured. The
 * limits per address are off, since many strangers have many addresses.
 */
export async function measureStrangers(
  databaseUrl: string | undefined,
  seconds: number,
  quick: boolean,
  only = '',
): Promise<StrangersFigure[]> {
  const feed = await serveFeed()
  const server = await startServer({ databaseUrl, watched: true, env: { ...ENV, ALLOW_PRIVATE_FETCH: 'true' } })
  try {
    const blog = await fillBlog(server, quick ? 12 : 60)
    const page: Request = { method: 'GET', path: `/article/${blog.slug}`, headers: { 'Accept-Encoding': 'gzip' } }
    const recorded = await record(server.url, page)
    const bare = await startBareServer(recorded)
    try {
      await load(server.url, server.pid, { request: page, ...READERS, seconds: 1 })
      const alone = await load(server.url, server.pid, { request: page, ...READERS, seconds })
      const ordinary = await beside(server, page, page, seconds)
      const figures: StrangersFigure[] = []
      const all = await strangers(server, blog, feed.url)
      // Background work of the set-up (the hostile article is rendered and measured) must not count.
      await settled(server, page)
      for (const { name, request } of quick ? all.slice(0, 1) : all.filter((one) => one.name.includes(only))) {
        console.log(`${name} …`)
        await server.look()
        const measured = await beside(server, page, request, seconds)
        const { delay, turn } = await server.look()
        const reference = await beside(bare, page, request, seconds)
        figures.push({
          name,
          perSecond: measured.load.requestsPerSecond,
          failures: measured.load.failures,
          alone: alone.p99,
          ordinary: ordinary.reader.p99,
          beside: measured.reader.p99,
          bare: reference.reader.p99,
          delay: delay.p99,
          turn: turn.cpu,
        })
        await settled(server, page)
      }
      return figures
    } finally {
      await bare.stop()
    }
  } finally {
    await server.stop()
    await feed.stop()
  }
}

/** One address sends for many users. */
const ENV = { ...UNLIMITED, AUTH_RATE_LIMIT_PASSWORD_ACCOUNT: 'off' }

/** The reader's page while `request` comes from all connections. */
async function beside(target: ServerProcess | BareServer, page: Request, request: Request, seconds: number) {
  const [strangers, reader] = await Promise.all([
    load(target.url, target.pid, { request, connections: CONNECTIONS, seconds: seconds + 1 }),
    // The reader starts after the strangers.
    sleep(500).then(() => load(target.url, target.pid, { request: page, ...READERS, seconds })),
  ])
  return { load: strangers, reader }
}

/** Waits until the background work caused by the strangers is done. */
async function settled(server: ServerProcess, page: Request): Promise<void> {
  for (let n = 0; n < 40; n++) {
    const { cpu } = await server.look()
    if (n > 0 && cpu.process < 50) return
    await fetch(server.url + page.path)
    await sleep(250)
  }
}

async function strangers(server: ServerProcess, blog: Blog, feedUrl: string): Promise<Stranger[]> {
  const json = { 'Content-Type': 'application/json' }
  const bearer = { Authorization: `Bearer ${blog.accessToken}` }
  const api = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(server.url + path, {
      method,
      headers: { ...json, ...bearer },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? {} : JSON.parse(text)
  }
  const uploaded = await fetch(`${server.url}/api/media?filename=weg.png`, {
    method: 'POST',
    headers: bearer,
    body: png(),
  })
  const picture = (await uploaded.json()) as { id: string; url: string }
  await api('DELETE', `/api/media/${picture.id}`)
  const feed = await api('POST', '/api/feeds', { url: feedUrl })
  const hostile = await api('POST', '/api/articles', {
    title: 'Fußnoten',
    content_markdown: '^[a]'.repeat(25_000),
    status: 'published',
  })
  const get = (path: string, headers: Record<string, string> = {}): Request => ({ method: 'GET', path, headers })
  const post = (path: string, body: string, headers: Record<string, string> = {}): Request => ({
    method: 'POST',
    path,
    headers: { ...json, ...headers },
    body,
  })
  const article = `/article/${blog.slug}`
  const encoded = `/article/%${(blog.slug.codePointAt(0) ?? 0).toString(16)}${blog.slug.slice(1)}`
  return [
    { name: 'Page, written with percent signs', request: get(encoded) },
    { name: 'Page behind dot segments', request: get(`/x/..${article}`) },
    { name: 'Page in absolute form', request: get(`http://127.0.0.1:${server.port}${article}`) },
    { name: 'Page with a fragment', request: get(`${article}#a`) },
    { name: 'Page with a parameter', request: get(`${article}?a={n}`) },
    { name: 'A page nobody has (404)', request: get('/gibt-es-nicht-{n}') },
    { name: 'An article nobody has (404)', request: get('/article/gibt-es-nicht-{n}') },
    { name: '`/?seite=9999999`', request: get('/?seite=9999999') },
    { name: 'Picture in the trash', request: get(new URL(picture.url, server.url).pathname) },
    { name: '`HEAD /api/live`', request: { method: 'HEAD', path: '/api/live', headers: bearer } },
    { name: '`/api/docs`', request: get('/api/docs') },
    { name: '`/api/openapi.json`', request: get('/api/openapi.json') },
    { name: 'API without a token', request: get('/api/articles') },
    {
      name: 'API with a forged token',
      request: get('/api/articles', { Authorization: `Bearer ${blog.accessToken.slice(0, -9)}AAAAAAAAA` }),
    },
    { name: 'Conditional requests', request: get(article, { 'If-None-Match': '"a", '.repeat(1500) }) },
    { name: 'Many ranges', request: get(article, { Range: `bytes=${'0-1,'.repeat(1500)}0-1` }) },
    {
      name: 'Body of 60 KiB to `/auth/v1/token`',
      request: post('/auth/v1/token?grant_type=refresh_token', JSON.stringify({ refresh_token: 'a'.repeat(60_000) })),
    },
    {
      name: 'Body of 1 MiB to `/auth/v1/signup`',
      request: post('/auth/v1/signup', JSON.stringify({ email: 'a'.repeat(2 ** 20) })),
    },
    {
      name: 'Wrong passwords',
      request: post('/auth/v1/token?grant_type=password', '{"email":"x{n}@redaktion.example","password":"falsch-{n}"}'),
    },
    {
      name: 'Sign-ups',
      request: post('/auth/v1/signup', '{"email":"x{n}@redaktion.example","password":"geheim-{n}"}'),
    },
    {
      name: 'Codes from a mail',
      request: post('/auth/v1/verify', '{"type":"recovery","email":"x{n}@redaktion.example","token":"123456"}'),
    },
    { name: 'Hostile article, read', request: get(`/article/${hostile.slug}`) },
    {
      name: 'Hostile feed, imported',
      request: post('/functions/v1/import-rss-feed', JSON.stringify({ feedId: feed.id }), bearer),
    },
  ]
}

/** A feed of open tags: it contains no entry but has to be parsed in full. */
async function serveFeed(): Promise<{ url: string; stop: () => Promise<void> }> {
  const body = `<rss version="2.0"><channel><title>t</title>${'<item><title '.repeat(5000)}`
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A small grey picture. */
function png(): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const length = Buffer.alloc(4)
    const sum = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.from([0, 0, 0, 8, 0, 0, 0, 8, 8, 0, 0, 0, 0])
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])
  const data = deflateSync(Buffer.alloc(72))
  return new Uint8Array(
    Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', new Uint8Array())]),
  )
}
