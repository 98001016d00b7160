import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../../../contract/contract.ts'
import { contractAccess } from '../../platform/http/access.ts'
import { describedEndpoints, type Endpoint, type Schema } from '../../../../tests/support/described-endpoints.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'

let app: TestApp
let owner: TestAccount
let endpoints: Endpoint[]

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
  endpoints = await describedEndpoints(app)
})
afterAll(() => app.stop())

describe('/api/openapi.json', () => {
  test('describes every contract endpoint and its access', async () => {
    const wanted = contractAccess(contract).rest.map(
      (row) => `${row.method} ${row.path.replace(/:(\w+)/g, '{$1}')} ${row.access}`,
    )
    const described = endpoints.map(({ method, path, operation }) => `${method} ${path} ${operation['x-access']}`)
    expect(described.sort()).toEqual(wanted.sort())
  })

  test('is made once, compressed on request, and „not modified“ for a client that has it; so is the page', async () => {
    for (const path of ['/api/openapi.json', '/api/docs']) {
      const first = await app.call('GET', path, undefined, { 'accept-encoding': 'identity' })
      const etag = first.headers.get('etag') ?? ''
      expect([first.status, first.headers.get('cache-control')], path).toEqual([200, 'no-cache'])
      const small = await app.call('GET', path, undefined, { 'accept-encoding': 'br' })
      expect([small.headers.get('content-encoding'), small.body], path).toEqual(['br', first.body])
      for (const known of [etag, small.headers.get('etag') ?? '', `W/"x", W/${etag}`]) {
        const again = await app.call('GET', path, undefined, { 'if-none-match': known })
        expect([again.status, again.body], known).toEqual([304, ''])
      }
      expect((await app.call('GET', path, undefined, { 'if-none-match': '"andere"' })).status).toBe(200)
    }
  })

  test('refuses strangers and waiting accounts at every endpoint that is not open', async () => {
    const waiting = await app.register()
    for (const { method, path, operation } of endpoints) {
      if (operation['x-access'] === 'public') continue
      const address = path.replace(/\{\w+\}/g, '01919191-9191-7191-9191-919191919191')
      expect((await app.call(method, address)).status, path).toBe(401)
      if (operation['x-access'] === 'session') continue
      expect((await waiting.call(method, address)).body.code, path).toBe('approval_pending')
    }
  })

  test('random input never gives a 5xx', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', '\u0000', "' or 1=1 --", '../..', '%', '💥', 'null'),
    )
    const value = (schema: Schema | undefined): fc.Arbitrary<unknown> => {
      const wild = fc.oneof({ depthSize: 'small' }, fc.jsonValue(), text, fc.double(), fc.constant(-1))
      if (!schema) return wild
      const near = schema.enum
        ? fc.constantFrom(...schema.enum)
        : schema.type === 'object'
          ? fc.record(
              Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, value(inner)])),
              { requiredKeys: [] },
            )
          : schema.type === 'array'
            ? fc.array(value(schema.items), { maxLength: 3 })
            : schema.type === 'string'
              ? text
              : wild
      return fc.oneof({ weight: 4, arbitrary: near }, { weight: 1, arbitrary: wild })
    }
    const segment = fc.oneof(fc.uuid(), text, fc.constantFrom('links', 'articles', 'users'))
    for (const { method, path, operation } of endpoints) {
      const body = operation.requestBody?.content['application/json']?.schema
      const names = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query').map(({ name }) => name)
      const query = fc.dictionary(fc.constantFrom('limit', 'cursor', ...names), text, { maxKeys: 3 })
      await fc.assert(
        fc.asyncProperty(
          fc.array(segment, { minLength: 3, maxLength: 3 }),
          query,
          value(body),
          async (segments, search, input) => {
            let used = 0
            const address = path.replace(/\{\w+\}/g, () =>
              encodeURIComponent(segments[used++] || 'x').replace(/^\.+$/, 'x'),
            )
            const answer = await owner.call(
              method,
              `${address}?${new URLSearchParams(search)}`,
              method === 'GET' ? undefined : JSON.stringify(input ?? null),
            )
            expect(
              answer.status,
              `${method} ${address} ${JSON.stringify(input)}: ${JSON.stringify(answer.body)}`,
            ).toBeLessThan(500)
          },
        ),
        { numRuns: 8, seed: 42 },
      )
    }
  })
})

test('/api/docs can be read without scripts and foreign hosts', async () => {
  const { status, headers, body } = await app.call('GET', '/api/docs')
  expect(status).toBe(200)
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  expect(body).toContain('/api/articles/{id}')
  expect(body).not.toMatch(/<script|https?:\/\/(?!localhost)/)
})
