import { once } from 'node:events'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accountWithRole, startTestApp, type TestAccount, type TestApp } from '../../tests/support/test-app.ts'

let app: TestApp
let owner: TestAccount
/** Reads of the account and session behind a token. */
let identified = 0

beforeAll(async () => {
  app = await startTestApp({ onStatement: (sql) => void (identified += Number(/from "?auth_sessions/.test(sql))) })
  owner = await app.register()
})
afterAll(() => app.stop())

type Held = { method: string; path: string; type?: string; body: string | Buffer }

/** Sends the headers of a request. Once the server has let it in, `finish` sends the body and returns what became of it. */
async function begin(by: TestAccount, { method, path, type = 'application/json', body }: Held) {
  const before = identified
  const headers = {
    authorization: `Bearer ${by.accessToken}`,
    'content-type': type,
    'content-length': Buffer.byteLength(body),
  }
  const sent: ClientRequest = request(app.url + path, { method, headers })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  const bytes = Buffer.from(body)
  sent.write(bytes.subarray(0, 1))
  await expect.poll(() => identified).toBeGreaterThan(before)
  return async () => {
    sent.end(bytes.subarray(1))
    const [response] = await answered
    const text = (await response.toArray()).join('')
    return { status: response.statusCode ?? 0, body: text && JSON.parse(text) }
  }
}

const FORM = 'multipart/form-data; boundary=x'
const formOf = (filename: string, bytes: string | Buffer) =>
  Buffer.concat([
    Buffer.from(`--x\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`),
    Buffer.from(bytes),
    Buffer.from('\r\n--x--\r\n'),
  ])
const published = { title: 'Spät', status: 'published' }
const OPML = '<opml version="2.0"><body><outline type="rss" text="a" xmlUrl="https://a.example/rss"/></body></opml>'
const PICTURE = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()

/** What writes with a body, in each of the places that read one. */
const WRITES: Record<string, Held> = {
  'an article': { method: 'POST', path: '/api/articles', body: JSON.stringify(published) },
  'an article over RPC': {
    method: 'POST',
    path: '/api/rpc/articles/create',
    body: JSON.stringify({ json: published }),
  },
  'a picture': { method: 'POST', path: '/api/media?filename=a.png', type: 'image/png', body: PICTURE },
  'the logo': { method: 'PUT', path: '/api/appearance/logo?filename=a.png', type: 'image/png', body: PICTURE },
  'a file of the bucket': {
    method: 'POST',
    path: '/storage/v1/object/blog-media/a.png',
    type: FORM,
    body: formOf('a.png', PICTURE),
  },
  'a list of feeds': { method: 'POST', path: '/api/feeds/feeds.opml', type: 'text/x-opml', body: OPML },
  'an import': { method: 'POST', path: '/api/imports', type: FORM, body: formOf('a.md', '# Text') },
  'an import by address': { method: 'POST', path: '/api/imports', body: '{"url":"https://a.example/"}' },
  'a password': { method: 'PUT', path: '/auth/v1/user', body: '{"data":{"full_name":"Wer"}}' },
}

let late: TestAccount
beforeEach(async () => {
  late = await accountWithRole(app, owner, 'owner')
})

test.each(Object.entries(WRITES))('%s is written where the body comes late', async (_what, held) => {
  const finish = await begin(late, held)
  const { status, body } = await finish()
  expect([200, 201], JSON.stringify(body)).toContain(status)
})

test.each(Object.entries(WRITES))(
  '[RUL-4] %s is refused where the account was blocked before its body came',
  async (_what, held) => {
    const finish = await begin(late, held)
    expect((await owner.call('PATCH', `/api/users/${late.id}`, { approval: 'blocked' })).status).toBe(200)
    const { status, body } = await finish()
    expect([401, 403], JSON.stringify(body)).toContain(status)
  },
)

test.each(['an article', 'an article over RPC', 'the logo', 'a list of feeds', 'an import'])(
  '[TEAM-8] %s is refused where the role was lost before its body came',
  async (what) => {
    const finish = await begin(late, WRITES[what]!)
    expect((await owner.call('PATCH', `/api/users/${late.id}`, { role: 'contributor' })).status).toBe(200)
    const { status, body } = await finish()
    expect([status, JSON.stringify(body)]).toEqual([403, expect.stringMatching(/role_forbidden|owner_only/)])
  },
)
