import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startServer } from '../support/server-process.ts'
import { callAs } from '../support/test-app.ts'

const LENGTHS = ['Content-Length: 1000', 'Transfer-Encoding: chunked']
const SECRET = 'a-secret-for-tests-alone'
const PATHS = ['/api/articles', '/api/rpc/articles/create', '/auth/v1/token?grant_type=password']

/** Sends the headers and the beginning of a body, and disconnects once the server has read it. */
async function beginAndGo(port: number, head: string): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  // A complete request first on the same connection: its response shows that the server is reading the next one.
  socket.write(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n${head}\r\n\r\n9\r\n{"title":\r\n`)
  await new Promise((resolve) => socket.once('data', resolve))
  socket.destroy()
}

test('a client that disconnects within a body is not logged as an error, since strangers could trigger alarms otherwise', async () => {
  const server = await startServer({ env: { MAIL_BOUNCE_SECRET: SECRET } })
  const call = callAs(server.url)
  const account = { email: 'ada@redaktion.example', password: 'ein langes Passwort' }
  const { access_token } = (await call('POST', '/auth/v1/signup', account)).body
  for (const path of PATHS)
    for (const length of LENGTHS)
      await beginAndGo(
        server.port,
        `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${access_token}\r\nContent-Type: application/json\r\n${length}`,
      )
  // Forms of readers, of guests, and files: each is read in another place.
  const as = callAs(server.url, access_token)
  await as('PATCH', '/api/settings', { comments: 'open' })
  const article = { title: 'Moor', content_markdown: 'Text', status: 'published' }
  const { id, slug } = (await as('POST', '/api/articles', article)).body
  const { url } = (await as('POST', `/api/articles/${id}/preview-links`, { remarks: true })).body
  const FORM = 'Content-Type: application/x-www-form-urlencoded'
  const JSON_OF_OWNER = `Authorization: Bearer ${access_token}\r\nContent-Type: application/json`
  const FILE_OF_OWNER = `Authorization: Bearer ${access_token}\r\nContent-Type: multipart/form-data; boundary=x`
  const others: [string, string][] = [
    [`/article/${slug}/kommentare`, FORM],
    ['/kommentar/unbekannt', FORM],
    [`/kommentare/${id}/melden`, FORM],
    ['/newsletter/loeschen/unbekannt', FORM],
    [`${new URL(url).pathname}/anmerkungen`, FORM],
    ['/functions/v1/mail-bounce', `X-Bounce-Secret: ${SECRET}`],
    ['/api/imports', JSON_OF_OWNER],
    ['/api/imports', FILE_OF_OWNER],
    ['/api/media', FILE_OF_OWNER],
    ['/storage/v1/object/blog-media/a.png', FILE_OF_OWNER],
  ]
  for (const [path, headers] of others)
    for (const length of LENGTHS)
      await beginAndGo(
        server.port,
        `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n${headers}\r\n${length}`,
      )
  expect((await call('GET', '/readyz')).status).toBe(200)
  expect(await server.stop()).toBe(0)
  expect(server.output()).not.toContain('"level":"error"')
})
