import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCdnPeer, type CdnPeer } from '../../../../../tests/support/cdn-peer.ts'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'
import type { Article } from '../../../../contract/articles.ts'
import { readConfig } from '../../../config.ts'
import { sendPurges } from './purges.service.ts'

let app: TestApp
let owner: TestAccount
let cdn: CdnPeer

beforeAll(async () => {
  cdn = await startCdnPeer()
  app = await startTestApp({ env: { CDN_MAX_AGE: '3600', CDN_PURGE_URL: cdn.purgeUrl } })
  owner = await app.register()
})
afterAll(async () => {
  await app.stop()
  await cdn.stop()
})

const publish = async (title: string, more: Record<string, unknown> = {}): Promise<Article> =>
  (await owner.call('POST', '/api/articles', { title, status: 'published', ...more })).body
const patch = async ({ id }: Article, input: Record<string, unknown>): Promise<Article> => {
  const { version } = (await owner.call('GET', `/api/articles/${id}`)).body
  const { status, body } = await owner.call('PATCH', `/api/articles/${id}`, { version, ...input })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
/** Reads through the CDN; twice, so that the page is cached. */
const read = async (path: string) => {
  await cdn.read(app.url, path)
  return cdn.read(app.url, path)
}
const waiting = () => app.db.selectFrom('cdn_purges').selectAll().execute()

test('[SITE-15] [RUL-52] public responses carry lifetime and tags for a CDN; missing pages carry neither', async () => {
  const article = await publish('Am Rand', { byline: 'Jana Öztürk' })
  const { headers } = await app.call('GET', '/article/am-rand')
  expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate, s-maxage=3600')
  const keys = headers.get('surrogate-key')?.split(' ') ?? []
  expect(keys).toContain('site')
  expect(keys).toContain(`article:${article.id.slice(-12)}`)
  expect(headers.get('cache-tag')).toBe(keys.join(','))
  const again = await fetch(`${app.url}/article/am-rand`, { headers: { 'If-None-Match': headers.get('etag') ?? '' } })
  expect([again.status, again.headers.get('surrogate-key')]).toEqual([304, keys.join(' ')])
  for (const path of ['/feed.xml', '/archiv', '/autor/jana-oeztuerk', '/sitemap.xml'])
    expect((await read(path)).kept, path).toBe(true)
  for (const path of ['/gibt-es-nicht', '/article/gibt-es-nicht', '/auth', '/suche?q=rand']) {
    const answer = await app.call('GET', path)
    expect(answer.headers.get('cache-control'), path).not.toContain('s-maxage')
    expect(answer.headers.get('surrogate-key'), path).toBeNull()
  }
  const without = await startTestApp()
  try {
    const plain = await without.call('GET', '/')
    expect([plain.headers.get('cache-control'), plain.headers.get('cache-tag')]).toEqual(['no-cache', null])
  } finally {
    await without.stop()
  }
})

test('[SITE-15] [RUL-52] a withdrawn text is gone from the CDN before its writer has the response', async () => {
  const article = await publish('Zurückzuziehen')
  for (const path of ['/', '/article/zurueckzuziehen', '/feed.xml', '/article/zurueckzuziehen.md'])
    expect((await read(path)).body).toContain('Zurückzuziehen')
  await patch(article, { status: 'draft' })
  expect((await cdn.read(app.url, '/article/zurueckzuziehen')).status).toBe(410)
  expect((await cdn.read(app.url, '/article/zurueckzuziehen.md')).status).toBe(410)
  for (const path of ['/', '/feed.xml']) expect((await cdn.read(app.url, path)).body).not.toContain('Zurückzuziehen')

  await patch(article, { status: 'published' })
  await expect.poll(async () => (await read('/')).body).toContain('Zurückzuziehen')
  await read('/article/zurueckzuziehen')
  await owner.call('DELETE', `/api/articles/${article.id}`)
  expect((await cdn.read(app.url, '/article/zurueckzuziehen')).status).toBe(410)
})

test('[SITE-15] [RUL-52] an edit reaches the CDN by itself, and keeps unaffected pages', async () => {
  const [one, other] = [await publish('Erstens', { published_at: '2020-01-01T00:00:00Z' }), await publish('Letztens')]
  expect(other.slug).toBe('letztens')
  for (const path of ['/article/erstens', '/article/letztens']) await read(path)
  await patch(one, { title: 'Verbessert' })
  await expect.poll(async () => (await cdn.read(app.url, '/article/erstens')).body).toContain('Verbessert')
  expect((await cdn.read(app.url, '/article/letztens')).kept).toBe(true)
})

test('[SITE-15] [RUL-52] a failing CDN delays no one, and is retried until it succeeds', async () => {
  const article = await publish('Hartnäckig')
  await read('/article/hartnaeckig')
  cdn.answerWith(503)
  await patch(article, { status: 'draft' })
  const due = async () => (await waiting()).filter(({ is_repeat }) => is_repeat === 0)
  await expect.poll(async () => (await due()).length).toBeGreaterThan(0)
  expect((await cdn.read(app.url, '/article/hartnaeckig')).status).toBe(200)
  const config = readConfig({ DATA_DIR: app.dataDir, CDN_PURGE_URL: cdn.purgeUrl })
  const send = (later = 0) => sendPurges({ config, db: app.db, clock: () => new Date(Date.now() + later) })
  await expect(send()).rejects.toThrow('503')
  cdn.answerWith(204)
  await send()
  expect((await cdn.read(app.url, '/article/hartnaeckig')).status).toBe(410)
  // Other instances may have answered in between: with several instances the purge is repeated.
  expect((await waiting()).length > 0).toBe(DIALECT === 'postgres')
  await send(60_000)
  expect(await waiting()).toEqual([])
})

test('[SITE-15] [RUL-52] a closed blog disappears from the CDN', async () => {
  await publish('Für alle')
  for (const path of ['/', '/article/fuer-alle']) expect((await read(path)).kept).toBe(true)
  await owner.call('PATCH', '/api/settings', { visibility: 'privat' })
  for (const path of ['/', '/article/fuer-alle']) expect((await cdn.read(app.url, path)).status).toBe(302)
  await owner.call('PATCH', '/api/settings', { visibility: 'öffentlich' })
})
