import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const owner = await app.register()
  await owner.call('POST', '/api/articles', { title: 'Leser', status: 'published' })
  await app.call('GET', '/article/leser')
})
afterAll(() => app.stop())

test('a cached page is served between uncached requests, not behind them', async () => {
  const port = Number(new URL(app.url).port)
  const open = async () => {
    const socket = connect({ host: '127.0.0.1', port })
    // Only a request with a response has certainly been accepted.
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(socket, 'data')
    return socket
  }
  const strangers = await Promise.all(Array.from({ length: 48 }, open))
  const reader = await open()
  let answered = 0
  const statuses = (socket: Socket) => once(socket, 'data').then(([bytes]) => Number(String(bytes).slice(9, 12)))
  const others = strangers.map((socket) => statuses(socket).finally(() => (answered += 1)))
  const read = statuses(reader).then((status) => ({ status, before: answered }))
  for (const socket of strangers) socket.write('GET /api/settings HTTP/1.1\r\nHost: localhost\r\n\r\n')
  reader.write('GET /article/leser HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const { status, before } = await read
  expect(status).toBe(200)
  expect(before).toBeLessThan(24)
  expect(await Promise.all(others)).toEqual(strangers.map(() => 200))
  for (const socket of [...strangers, reader]) socket.destroy()
})
