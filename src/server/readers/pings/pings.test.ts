import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { readConfig } from '../../config.ts'
import { hasPings, sendPings } from './pings.service.ts'

const KEY = 'ein-schluessel-2026'
const told: { path: string; type: string | undefined; body: string }[] = []
let status = 202
const peer = createServer((request, response) => {
  void text(request).then((body) => {
    told.push({ path: request.url ?? '', type: request.headers['content-type'], body })
    response.writeHead(status).end()
  })
})

let app: TestApp
let owner: TestAccount
let env: Record<string, string>

beforeAll(async () => {
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve))
  const outside = `http://127.0.0.1:${(peer.address() as AddressInfo).port}`
  env = {
    WEBSUB_HUB: `${outside}/hub`,
    INDEXNOW_KEY: KEY,
    INDEXNOW_URL: `${outside}/indexnow`,
    ALLOW_PRIVATE_FETCH: 'true',
  }
  app = await startTestApp({ env })
  owner = await app.register()
  await owner.call('PATCH', '/api/settings', { base_url: 'https://blog.example', author_name: 'Ada' })
})
afterAll(async () => {
  await app.stop()
  peer.closeAllConnections()
  peer.close()
})
beforeEach(() => {
  told.length = 0
  status = 202
})

/** Runs the job this number of seconds from now. */
const later = (seconds: number) => {
  const clock = () => new Date(Date.now() + seconds * 1000)
  const runtime = { db: app.db, config: readConfig({ ...env, SECRET_KEY: 'x'.repeat(40) }), clock }
  return { has: () => hasPings(runtime as never), send: () => sendPings(runtime) }
}
const create = async (input: Record<string, unknown>) => (await owner.call('POST', '/api/articles', input)).body

test('[SITE-9] [SITE-10] hub and search engines are notified of a publication, once, after a delay', async () => {
  const category = (await owner.call('POST', '/api/categories', { name: 'Hafen' })).body.id
  await create({ title: 'Nur ein Entwurf' })
  expect(await later(60).has()).toBe(false)
  const article = await create({ title: 'Neu', status: 'published', category_id: category })
  await owner.call('PATCH', `/api/articles/${article.id}`, { version: 1, excerpt: 'Mehr' })
  expect(await later(0).has()).toBe(false)
  await later(60).send()
  expect(told.map(({ path, type }) => [path, type])).toEqual([
    ['/hub', 'application/x-www-form-urlencoded'],
    ['/indexnow', 'application/json; charset=utf-8'],
  ])
  const form = new URLSearchParams(told[0]?.body)
  expect(form.get('hub.mode')).toBe('publish')
  expect(form.getAll('hub.url')).toEqual(
    ['', '/kategorie/hafen', '/autor/ada'].flatMap((list) =>
      ['feed.xml', 'atom.xml', 'feed.json'].map((file) => `https://blog.example${list}/${file}`),
    ),
  )
  expect(JSON.parse(told[1]?.body ?? '')).toEqual({
    host: 'blog.example',
    key: KEY,
    keyLocation: `https://blog.example/${KEY}.txt`,
    urlList: ['https://blog.example/article/neu'],
  })
  expect(await later(3600).has()).toBe(false)
  expect((await app.call('GET', `/${KEY}.txt`)).body).toBe(KEY)
  expect((await app.call('GET', '/ein-anderer-2026.txt')).status).toBe(404)
  const feed = await app.call<string>('GET', '/feed.xml')
  expect(feed.body).toContain(`rel="hub" href="${env.WEBSUB_HUB}"`)
  expect(feed.headers.get('link')).toContain(`<${env.WEBSUB_HUB}>; rel="hub"`)
})

test('drafts are never reported, and articles excluded from search engines not to them', async () => {
  const hidden = await create({ title: 'Nicht suchen', status: 'published', noindex: true })
  const undone = await create({ title: 'Doch nicht', status: 'published' })
  await owner.call('POST', `/api/articles/${undone.id}/undo`, { version: undone.version })
  await later(60).send()
  expect(told.map(({ path }) => path)).toEqual(['/hub'])
  expect(told[0]?.body).not.toContain(hidden.slug)
})

test('a withdrawn article is reported by its former addresses; failures are retried at growing intervals', async () => {
  const article = await create({ title: 'Geht wieder', status: 'published' })
  await later(60).send()
  told.length = 0
  await owner.call('PATCH', `/api/articles/${article.id}`, { version: 1, status: 'draft' })
  status = 503
  await expect(later(60).send()).rejects.toThrow(/nicht angenommen \(503\)/)
  expect(await later(60).has()).toBe(false)
  status = 202
  await later(180).send()
  expect(JSON.parse(told.at(-1)?.body ?? '').urlList).toEqual(['https://blog.example/article/geht-wieder'])
  expect(await later(99_999).has()).toBe(false)
})

test('a closed blog sends no notifications', async () => {
  await owner.call('PATCH', '/api/settings', { visibility: 'privat' })
  await create({ title: 'Unter uns', status: 'published' })
  await later(60).send()
  expect(told).toEqual([])
  expect(await later(99_999).has()).toBe(false)
  await owner.call('PATCH', '/api/settings', { visibility: 'öffentlich' })
})
