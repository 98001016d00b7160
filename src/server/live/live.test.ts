import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../tests/support/test-app.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

/** Opens the stream and hands out its events one by one; `ended` resolves when the server closes it. */
async function openLive(token: string) {
  const response = await fetch(`${app.url}/api/live`, { headers: { authorization: `Bearer ${token}` } })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  let buffer = ''
  const next = async (): Promise<{ event: string; data: unknown } | null> => {
    for (;;) {
      const end = buffer.indexOf('\n\n')
      if (end >= 0) {
        const block = buffer.slice(0, end)
        buffer = buffer.slice(end + 2)
        const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1]
        const event = field('event')
        if (event) return { event, data: JSON.parse(field('data') ?? 'null') }
        continue
      }
      const { value, done } = await reader.read()
      if (done) return null
      buffer += value
    }
  }
  expect((await next())?.event).toBe('open')
  return { next, close: () => reader.cancel() }
}

test('[RUL-35] tells noun, id and verb of what others change, and nothing of its content', async () => {
  const live = await openLive(owner.accessToken)
  const { id } = (await owner.call('POST', '/api/links', { title: 'Geheim', url: 'https://a.example' })).body
  expect(await live.next()).toEqual({ event: 'change', data: { noun: 'links', id, verb: 'created' } })
  await owner.call('DELETE', `/api/links/${id}`)
  expect(await live.next()).toEqual({ event: 'change', data: { noun: 'links', id, verb: 'removed' } })
  await live.close()
})

test('[RUL-35] closes by itself after sign-out and after a block', async () => {
  const editor = await app.register()
  await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'approved' })
  const first = await openLive(editor.accessToken)
  await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'blocked' })
  /** Reads to the end, which comes only when the server closes the stream. */
  const untilClosed = async (live: Awaited<ReturnType<typeof openLive>>) => {
    while (await live.next());
    return 'closed'
  }
  expect(await untilClosed(first)).toBe('closed')

  const other = await app.register()
  await owner.call('PATCH', `/api/users/${other.id}`, { approval: 'approved' })
  const second = await openLive(other.accessToken)
  await other.call('POST', '/auth/v1/logout')
  expect(await untilClosed(second)).toBe('closed')
})

test('[RUL-35] nobody without a bearer token, none in the address, no waiting account', async () => {
  expect((await app.call('GET', `/api/live?access_token=${owner.accessToken}`)).status).toBe(401)
  expect((await (await app.register()).call('GET', '/api/live')).body.code).toBe('approval_pending')
})
