import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../tests/support/test-app.ts'

let app: TestApp
let owner: TestAccount

const ORIGIN = 'chrome-extension://abcdefghijklmnopabcdefghijklmnop'

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

/** One address below each prefix that other origins may call (RUL-10), with a body it takes. */
const ADDRESSES = [
  ['/auth/v1/user', 'GET', undefined, 200],
  ['/api/inbox', 'POST', { title: 'Von woanders' }, 201],
  ['/storage/v1/object/list/blog-media', 'POST', { prefix: '' }, 200],
  ['/functions/v1/import-rss-feed', 'POST', { feedId: '00000000-0000-7000-8000-000000000000' }, 404],
] as const

describe.each(ADDRESSES)('[RUL-10] %s from another origin', (path, method, body, status) => {
  test('the preflight allows what the popup sends', async () => {
    const preflight = await app.call('OPTIONS', path, undefined, {
      origin: ORIGIN,
      'access-control-request-method': method,
      'access-control-request-headers': 'apikey,authorization,content-type',
    })
    expect([200, 204]).toContain(preflight.status)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
    expect(preflight.headers.get('access-control-allow-methods')?.split(/, ?/)).toContain(method)
    const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase().split(/, ?/)
    expect(allowed).toEqual(expect.arrayContaining(['apikey', 'authorization', 'content-type']))
  })

  test('answers and refusals can be read there, and only the bearer token opens anything', async () => {
    const answer = await owner.call(method, path, body, { origin: ORIGIN })
    expect(answer.status).toBe(status)
    const refused = await app.call(method, path, body, { origin: ORIGIN })
    expect(refused.status).toBe(401)
    for (const { headers } of [answer, refused]) {
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('access-control-allow-credentials')).toBeNull()
      expect(headers.get('set-cookie')).toBeNull()
    }
  })

  test('no cookie authorises a call, not even the reader’s own', async () => {
    const cookie = (await owner.call('PUT', '/api/reader-session')).headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(cookie).toMatch(/^blog-cms-reader=\S{20,}$/)
    const { status: withCookie } = await app.call(method, path, body, { origin: ORIGIN, cookie })
    expect(withCookie).toBe((await app.call(method, path, body)).status)
    expect(withCookie).toBeGreaterThanOrEqual(400)
  })
})
