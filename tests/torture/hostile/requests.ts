import { connect } from 'node:net'
import { type Growing, type Probe, repeated } from './probe.ts'
import { send, sendBytes, type Answer, type World } from './world.ts'

const TARGETS: Growing[] = [
  repeated('percent signs of letters', '%67', '/article/'),
  repeated('percent signs alone', '%', '/article/'),
  repeated('broken UTF-8', '%ff%c0', '/article/'),
  repeated('surrogates', '%ed%a0%80', '/article/'),
  repeated('NUL', '%00', '/article/'),
  repeated('dot segments', 'x/../', '/', 'article/x'),
  repeated('encoded dot segments', '%2e%2e/', '/', 'article/x'),
  repeated('encoded slashes', '..%2f', '/assets/'),
  repeated('slashes', '/', '/'),
  repeated('backslashes', '\\', '/'),
  repeated('absolute form', 'a', 'http://blog.example/article/'),
  repeated('absolute form of elsewhere', '/', 'https://evil.example'),
  repeated('names in an absolute form', 'a@', 'http://', '/article/x'),
  repeated('a fragment', '#a', '/article/x'),
  repeated('letters beyond ASCII', '\u00e4', '/article/'),
  repeated('a long slug', 'a', '/article/'),
  repeated('hyphens', '-', '/article/'),
  repeated('a page number', '9', '/?seite='),
  repeated('page numbers', 'seite={n}&', '/?'),
  repeated('parameters', 'a{n}=1&', '/?'),
  repeated('parameters without names', '&', '/?'),
  repeated('question marks', '?', '/'),
  repeated('a picture', '../', '/storage/v1/object/public/blog-media/', 'a.png'),
  repeated('a picture, encoded', '%2e%2e%2f', '/storage/v1/object/public/blog-media/'),
  repeated('a thumbnail', 'ä', '/storage/v1/render/image/public/blog-media/'),
  repeated('a preview', 'a', '/preview/'),
  repeated('a slug of the API', '%F0%9F%98%80', '/api/articles/by-slug/'),
  repeated('segments of the API', 'a/', '/api/'),
  repeated('segments of the RPC', 'constructor/', '/api/rpc/'),
  repeated('segments of the admin', 'a/', '/admin/'),
  repeated('a file of the extension', '../', '/chrome-extension/'),
  repeated('an auth path', 'a/', '/auth/v1/'),
  repeated('an auth link', 'a', '/auth/v1/verify?type=recovery&token='),
  repeated('where a link leads', 'http://a@', '/auth/v1/authorize?provider=google&redirect_to='),
]

const HEADERS: [name: string, Growing][] = [
  ['Accept-Encoding', repeated('encodings', 'gzip;q=0.001, ')],
  ['Accept-Encoding', repeated('white space', ' ', 'br;', 'q=0')],
  ['If-None-Match', repeated('tags', 'W/"a{n}", ')],
  ['If-None-Match', repeated('quotes', '"')],
  ['If-Modified-Since', repeated('digits', '9')],
  ['Range', repeated('ranges', '{n}-,', 'bytes=')],
  ['Range', repeated('digits', '9', 'bytes=', '-')],
  ['Accept-Language', repeated('languages', 'de-{n};q=0.5,')],
  ['Cookie', repeated('cookies', 'a{n}=b; ')],
  ['Cookie', repeated('equal signs', '=')],
  ['Authorization', repeated('spaces', ' ', 'Bearer', 'x y')],
  ['Authorization', repeated('points', 'a.', 'Bearer ')],
  ['Authorization', repeated('a token without signature', 'A', 'Bearer eyJhbGciOiJub25lIn0.', '.')],
  ['Authorization', repeated('a token for the extension', 'x', 'Bearer inbox_')],
  ['apikey', repeated('a key', 'a')],
  ['Content-Type', repeated('parameters', '; a=b', 'application/json')],
  ['Content-Type', repeated('a boundary', '"', 'multipart/form-data; boundary=')],
  ['Content-Type', repeated('white space', ' ', 'application/json', 'x')],
  ['X-Metadata', repeated('metadata', 'eyJ')],
  ['X-Forwarded-For', repeated('addresses', '10.0.0.{n}, ')],
  ['X-Forwarded-Host', repeated('host', 'a.')],
  ['Forwarded', repeated('parts', 'for="[::1]";host=a, ')],
  ['Origin', repeated('origin', 'a.', 'http://')],
  ['User-Agent', repeated('agent', 'Mozilla/5.0 (')],
  ['Prefer', repeated('wishes', 'a,')],
]

const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE', 'PUT', 'PATCH', 'TRACE', 'PROPFIND']
/** Public requests of each type. */
const READ = [
  ...['/', '/article/leser', '/gibt-es-nicht', '/robots.txt', '/favicon.svg', '/auth', '/admin', '/healthz', '/readyz'],
  ...['/api/settings', '/api/articles/by-slug/leser', '/api/openapi.json', '/api/docs', '/api/live', '/api/articles'],
  ...[
    '/auth/v1/settings',
    '/auth/v1/.well-known/jwks.json',
    '/auth/v1/user',
    '/storage/v1/bucket',
    '/api/events/blog-kalender.ics',
  ],
]

/** Addresses, headers and connections that no browser sends. */
export function requestProbes(): Probe[] {
  return [
    ...TARGETS.map(({ kind, input, of }) => ({
      kind: `path: ${kind}`,
      from: 128,
      to: 2 ** 15,
      input,
      send: async (world: World, size: number) => {
        const answers: Answer[] = []
        for (const method of METHODS.slice(0, 3)) {
          const head = `${method} ${of(size)} HTTP/1.1\r\nHost: 127.0.0.1:${world.server.port}\r\nContent-Length: 0\r\n\r\n`
          answers.push(...(await sendBytes(world, `${method} ${kind}`, Buffer.from(head, 'latin1'))))
        }
        return answers
      },
    })),
    ...HEADERS.map(([name, { kind, input, of }]) => ({
      kind: `header ${name}: ${kind}`,
      from: 128,
      to: 2 ** 15,
      input,
      send: async (world: World, size: number) => {
        const answers: Answer[] = []
        const paths = ['/article/leser', '/api/settings', '/auth/v1/user', '/assets/x.js', '/api/docs']
        for (const path of paths) {
          const answer = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${name}: ${of(size)}\r\n\r\n`
          answers.push(...(await sendBytes(world, `GET ${path}`, Buffer.from(answer, 'latin1'))))
        }
        const post = `POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: 127.0.0.1\r\n${name}: ${of(size)}\r\nContent-Length: 2\r\n\r\n{}`
        return [...answers, ...(await sendBytes(world, 'POST token', Buffer.from(post, 'latin1')))]
      },
    })),
    {
      kind: 'headers: many of them',
      from: 64,
      to: 8192,
      input: 'a{n}: b',
      send: (world, count) => {
        const fields = Array.from({ length: count }, (_, index) => `a${index}: b\r\n`).join('')
        return sendBytes(world, 'GET /', `GET / HTTP/1.1\r\nHost: a\r\n${fields}\r\n`)
      },
    },
    {
      kind: 'methods',
      from: 1,
      to: 1,
      input: 'every method on what everybody may read',
      send: async (world) => {
        const answers: Answer[] = []
        for (const path of READ)
          for (const method of METHODS)
            if (method !== 'GET' || path !== '/api/live')
              for (const token of [undefined, world.token]) answers.push(await atHead(world, method, path, token))
        return answers
      },
    },
    {
      kind: 'page numbers past the end',
      from: 2,
      to: 2 ** 23,
      input: '/?seite=',
      send: async (world, page) => [
        await send(world, { path: `/?seite=${page}` }),
        await send(world, { path: `/?seite=${page}&seite=2` }),
      ],
    },
    {
      kind: 'connections: bodies that never come, beside a reader',
      from: 8,
      to: 64,
      input: 'Content-Length: 1000 and ten bytes',
      send: (world, count) => besideStalled(world, count),
    },
    {
      kind: 'connections: closed by half',
      from: 1,
      to: 64,
      input: 'FIN behind the request',
      send: async (world, count) => {
        const one = (path: string) =>
          sendBytes(world, `GET ${path}`, `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`, { halfClose: true })
        const all = await Promise.all(Array.from({ length: count }, (_, index) => one(READ[index % 9] ?? '/')))
        return all.flat()
      },
    },
    {
      kind: 'connections: many requests in one packet',
      from: 16,
      to: 2048,
      input: 'GET /article/leser, again and again',
      send: (world, count) =>
        sendBytes(world, 'GET /article/leser', 'GET /article/leser HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count), {
          expecting: count,
        }),
    },
    ...[
      '/auth/v1/token?grant_type=password',
      '/api/articles',
      '/storage/v1/object/list/blog-media',
      '/functions/v1/import-rss-feed',
    ].flatMap((path) => [undefined, 'signed in'].map((as) => tooLarge(path, as !== undefined))),
  ]
}

/** Headers of a response; streams are closed as soon as they begin. */
async function atHead(world: World, method: string, path: string, token?: string): Promise<Answer> {
  const bearer = token ? `Authorization: Bearer ${token}\r\n` : ''
  const bytes = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${bearer}Content-Length: 0\r\n\r\n`
  const [answer] = await sendBytes(world, `${method} ${path}`, bytes)
  if (!answer) throw new Error(`${method} ${path}: no answer`)
  return answer
}

/** Opens connections that begin a body and never end it, reads beside them, and disconnects. */
async function besideStalled(world: World, count: number): Promise<Answer[]> {
  const head = `POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"email":"`
  const stalled = Array.from({ length: count }, () => connect({ host: '127.0.0.1', port: world.server.port }))
  try {
    await Promise.all(
      stalled.map((socket) => new Promise((resolve) => socket.on('error', resolve).write(head, resolve))),
    )
    return [await send(world, { path: '/article/leser' }), await send(world, { path: '/api/settings' })]
  } finally {
    for (const socket of stalled) socket.destroy()
  }
}

/**
 * A body over the limit and a request after it on the same connection (RFC 9112 §9.6): the server announces that it
 * closes, or it responds to both.
 */
function tooLarge(path: string, signedIn: boolean): Probe {
  return {
    kind: `connections: too large a body to ${path}${signedIn ? ', signed in' : ''}`,
    from: 2 ** 15,
    to: 2 ** 24,
    input: 'a text of so many bytes, then GET /healthz',
    send: async (world, size) => {
      const body = `{"title":"${'x'.repeat(size)}"}`
      const bearer = signedIn ? `Authorization: Bearer ${world.token}\r\n` : ''
      const head = `POST ${path} HTTP/1.1\r\nHost: a\r\n${bearer}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
      const next = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'
      const answers = await sendBytes(world, `POST ${path} (${size} bytes)`, head + body + next, { expecting: 2 })
      const [first, second] = answers
      if (!first) throw new Error(`POST ${path} with ${size} bytes: reset without an answer`)
      if (!second && first.headers.connection !== 'close')
        throw new Error(
          `POST ${path} with ${size} bytes: ${first.status} keeps the connection, and the next request has no answer`,
        )
      return answers
    },
  }
}
