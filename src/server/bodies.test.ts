import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../tests/support/test-app.ts'
import { absurdShape } from './platform/http/body.ts'

let app: TestApp
let owner: TestAccount
beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

/** A raw connection that sends bytes unchanged. */
async function dial() {
  const { port } = new URL(app.url)
  const socket: Socket = connect(Number(port), '127.0.0.1')
  let seen = ''
  let ended: 'open' | 'closed' | 'reset' = 'open'
  let wake = () => {}
  socket.on('data', (chunk) => {
    seen += chunk.toString('latin1')
    wake()
  })
  socket.on('error', (error: NodeJS.ErrnoException) => {
    ended = error.code === 'ECONNRESET' || error.code === 'EPIPE' ? 'reset' : ended
    wake()
  })
  socket.on('close', () => {
    if (ended === 'open') ended = 'closed'
    wake()
  })
  socket.on('end', () => wake())
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  const until = async (done: () => boolean) => {
    while (!done()) await new Promise<void>((resolve) => (wake = resolve))
  }
  return {
    socket,
    write: (bytes: string | Buffer) => void socket.write(bytes),
    /** Waits for this number of whole responses, or the end of the connection. Returns statuses and headers. */
    async answers(count: number) {
      await until(() => answersIn(seen).length >= count || ended !== 'open')
      return answersIn(seen)
    },
    async end() {
      await until(() => ended !== 'open')
      return ended
    },
  }
}

/** The complete responses of a stream; all of these routes send Content-Length. */
function answersIn(stream: string): { status: number; head: string; body: string }[] {
  const answers = []
  let rest = stream
  for (;;) {
    const cut = rest.indexOf('\r\n\r\n')
    if (cut === -1) return answers
    const head = rest.slice(0, cut)
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1])
    if (status === 100) {
      rest = rest.slice(cut + 4)
      continue
    }
    const chunked = /transfer-encoding: chunked/i.test(head)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    const end = chunked ? rest.indexOf('0\r\n\r\n', cut) + 5 : cut + 4 + length
    if (chunked ? end < 5 : rest.length < end) return answers
    answers.push({ status, head, body: rest.slice(cut + 4, end) })
    rest = rest.slice(end)
  }
}

const NEXT = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
const MB = 1024 * 1024
/** Every prefix that takes bodies, with a body above its limit. */
const PLACES = [
  ['POST', '/auth/v1/signup', 65 * 1024 + 1],
  ['POST', '/auth/v1/token?grant_type=password', MB],
  ['PUT', '/auth/v1/user', MB],
  ['POST', '/auth/v1/nichts', MB],
  ['POST', '/api/articles', 7 * MB],
  ['POST', '/api/rpc/articles/create', 7 * MB],
  ['POST', '/api/nichts', 7 * MB],
  ['POST', '/storage/v1/object/list/blog-media', 7 * MB],
  ['DELETE', '/storage/v1/object/blog-media', 7 * MB],
  ['POST', '/functions/v1/import-rss-feed', 7 * MB],
  ['POST', '/article/gibt-es-nicht', 7 * MB],
  ['GET', '/healthz', MB],
] as const

describe.each(['signed out', 'signed in'] as const)('%s, more than is taken', (who) => {
  const headers = () => (who === 'signed in' ? `Authorization: Bearer ${owner.accessToken}\r\n` : '')
  const head = (method: string, path: string, more: string) =>
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers()}${more}\r\n`

  /**
   * The Connection header is true: a response that says `close` is followed by the end, any other by the next response.
   */
  async function holds(line: Awaited<ReturnType<typeof dial>>, path: string) {
    const [first] = await line.answers(1)
    expect(first?.status, path).toBeGreaterThanOrEqual(200)
    expect(first?.status, path).toBeLessThan(500)
    if (/^connection: close/im.test(first?.head ?? '')) expect(await line.end(), path).toBe('closed')
    else {
      line.write(NEXT)
      expect((await line.answers(2))[1]?.status, path).toBe(200)
      line.socket.destroy()
    }
    return first
  }

  test.each(PLACES)('%s %s: sent whole', async (method, path, bytes) => {
    const line = await dial()
    line.write(head(method, path, `Content-Length: ${bytes}\r\n`))
    line.write(Buffer.alloc(bytes, ' '))
    const first = await holds(line, path)
    if (who === 'signed in' && /auth\/v1\/(signup|token|user)|articles|list|object\/blog|functions/.test(path))
      expect(first?.status, first?.body).toBe(413)
  })

  test.each(PLACES)('%s %s: in chunks', async (method, path, bytes) => {
    const line = await dial()
    line.write(head(method, path, 'Transfer-Encoding: chunked\r\n'))
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, ' '), Buffer.from('\r\n')])
    for (let sent = 0; sent < bytes; sent += 65_536) line.write(chunk)
    line.write('0\r\n\r\n')
    await holds(line, path)
  })

  test.each(PLACES)('%s %s: the response comes while the body is still held back', async (method, path, bytes) => {
    const line = await dial()
    line.write(head(method, path, `Content-Length: ${bytes}\r\nExpect: 100-continue\r\n`))
    const [first] = await line.answers(1)
    expect(first?.head, path).toMatch(/^connection: close/im)
    line.write(Buffer.alloc(Math.min(bytes, 100_000), ' '))
    line.socket.end()
    expect(await line.end(), path).toBe('closed')
  })
})

test('a small unread body leaves the connection usable for the next request', async () => {
  for (const [method, path] of PLACES) {
    const line = await dial()
    const body = '{"a":1}'
    line.write(
      `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}${NEXT}`,
    )
    const [first] = await line.answers(1)
    if (/^connection: close/im.test(first?.head ?? '')) expect(await line.end(), path).not.toBe('reset')
    else expect((await line.answers(2))[1]?.status, path).toBe(200)
    line.socket.destroy()
  }
})

describe('absurd JSON', () => {
  const TOO_DEEP = 'Der Inhalt der Anfrage ist zu tief geschachtelt: höchstens 64 Ebenen.'
  const nested = (levels: number) => `{"data":{"x":${'['.repeat(levels)}${']'.repeat(levels)}}}`

  test.each([
    ['POST', '/auth/v1/signup'],
    ['POST', '/auth/v1/otp'],
    ['PUT', '/auth/v1/user'],
    ['POST', '/auth/v1/factors'],
    ['POST', '/auth/v1/verify'],
    ['POST', '/api/articles'],
    ['PATCH', '/api/settings'],
    ['POST', '/api/rpc/articles/create'],
    ['DELETE', '/storage/v1/object/blog-media'],
    ['POST', '/functions/v1/import-rss-feed'],
  ])('%s %s: five thousand levels are 400', async (method, path) => {
    for (const levels of [100, 5000, 30_000]) {
      const { status, body } = await owner.call(method, path, nested(levels))
      // The auth protocol answers in English by default, every other route in German.
      const words = path.startsWith('/auth/')
        ? { code: 400, error_code: 'bad_json', msg: 'Request body is nested too deep: at most 64 levels' }
        : { code: 'invalid_json', message: TOO_DEEP }
      expect([status, body], `${levels}`).toEqual([400, expect.objectContaining(words)])
    }
  })

  test('nesting is counted outside strings only, up to 64 levels', () => {
    const says = (json: string) => absurdShape(Buffer.from(json)) === 'depth'
    expect([says('['.repeat(64)), says('['.repeat(65))]).toEqual([false, true])
    expect(says(JSON.stringify('['.repeat(500)))).toBe(false)
    expect(says(JSON.stringify({ a: `"${'{'.repeat(500)}`, b: '\\' }))).toBe(false)
    expect(says('[]'.repeat(500))).toBe(false)
  })

  test('more than 20,000 values are 400, in lists and objects; a string may hold any number of commas', async () => {
    const wide = `{"title":[${'0,'.repeat(20_000)}0]}`
    expect(await owner.call('POST', '/api/articles', wide)).toMatchObject({
      status: 400,
      body: { code: 'invalid_json', message: 'Der Inhalt der Anfrage hat zu viele Werte: höchstens 20.000.' },
    })
    expect(await owner.call('PUT', '/auth/v1/user', wide)).toMatchObject({
      status: 400,
      body: { error_code: 'bad_json', msg: 'Request body holds too many values: at most 20000' },
    })
    const says = (json: string) => absurdShape(Buffer.from(json))
    expect(says(`[${'{},'.repeat(20_000)}0]`)).toBe('values')
    expect(says(`{${'"a":1,'.repeat(20_000)}"b":1}`)).toBe('values')
    expect(says(JSON.stringify([','.repeat(50_000)]))).toBeNull()
    const article = await owner.call('POST', '/api/articles', {
      title: 'Kommas',
      content_markdown: 'a, '.repeat(50_000),
    })
    expect(article.status).toBe(201)
  })

  test('NUL and lone surrogates sent to auth are 400, in every position', async () => {
    const account = await app.register()
    for (const text of ['a\u0000b', 'a\ud800b']) {
      const refused = { status: 400, body: { error_code: 'validation_failed' } }
      const email = `${crypto.randomUUID()}@redaktion.example`
      const send = (method: string, path: string, body?: unknown) => account.call(method, `/auth/v1${path}`, body)
      expect(await send('POST', '/factors', { factor_type: 'totp', friendly_name: text })).toMatchObject(refused)
      expect(await send('PUT', '/user', { data: { name: text } })).toMatchObject(refused)
      expect(await send('PUT', '/user', { data: { [text]: 1 } })).toMatchObject(refused)
      expect(await send('POST', '/signup', { email, password: 'geheim-genug', data: { x: [text] } })).toMatchObject(
        refused,
      )
      expect((await send('POST', '/token?grant_type=password', { email: text, password: text })).status).toBe(400)
      expect(await send('POST', '/recover', { email: text })).toMatchObject(refused)
    }
    for (const [method, path] of [
      ['POST', '/factors/a%00b/challenge'],
      ['DELETE', '/factors/a%00b'],
      ['DELETE', '/user/identities/a%00b'],
      ['GET', '/authorize?provider=a%00b'],
    ] as const)
      expect([400, 404], path).toContain((await account.call(method, `/auth/v1${path}`)).status)
  })
})
