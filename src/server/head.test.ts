import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../tests/support/test-app.ts'
import { changesOf } from './platform/db/transaction.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const ID = '01919191-9191-7191-9191-919191919191'
/** Addresses of the public side and the admin app, which are not in the access table. */
const PAGES = [
  '/',
  '/?seite=2',
  '/article/nein',
  '/nein',
  '/robots.txt',
  '/favicon.svg',
  '/preview/nein',
  '/auth',
  '/admin',
]
const OTHERS = ['/healthz', '/readyz', '/metrics', '/assets/nein.js', '/chrome-extension/manifest.json']

test('[RUL-30] HEAD answers every address that GET does, without a body, and leaves nothing running', async () => {
  const listed = app.access
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path.replace(/:name\{.+\}/, 'nichts.webp').replace(/:\w+/g, ID))
  const listeners = () => changesOf(app.db).listeners
  const before = listeners()
  expect(listed).toContain('/api/live')
  for (const address of [...listed, ...PAGES, ...OTHERS]) {
    for (const caller of [app, owner]) {
      const head = await caller.call('HEAD', address)
      expect([head.body, listeners()], address).toEqual(['', before])
      if (address === '/api/live') continue
      expect(head.status, address).toBe((await caller.call('GET', address)).status)
    }
  }
})
