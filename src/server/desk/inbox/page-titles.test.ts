import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { readConfig } from '../../config.ts'
import { createLog } from '../../platform/log.ts'
import { fillMissedTitles } from './page-titles.jobs.ts'

let app: TestApp
let owner: TestAccount
let server: Server
let site: string
/** Responses that wait for the test. */
let hold = Promise.resolve()
let asked: string[] = []

const PAGES: Record<string, { status?: number; type?: string; body: string | Buffer; location?: string }> = {
  '/seite': { body: '<!doctype html><title>Gartenzäune &amp; Hecken</title><p>Text' },
  '/ohne': { body: '<p>Kein Titel' },
  '/weg': { status: 404, body: '<title>Nicht gefunden</title>' },
  '/bild': { type: 'image/png', body: '<title>Kein Bild</title>' },
  '/latin1': { type: 'text/html; charset=iso-8859-1', body: Buffer.from('<title>Gr\xfc\xdfe</title>', 'latin1') },
  '/weiter': { status: 302, location: '/seite', body: '' },
  // Far above the fetched size: the title is at the beginning.
  '/riesig': { body: `<title>Riesig</title>${'<p>Absatz</p>'.repeat(700_000)}` },
}

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    void hold.then(() => {
      const page = PAGES[request.url ?? '']
      if (!page) return response.writeHead(404).end()
      const headers = { 'content-type': page.type ?? 'text/html; charset=utf-8', location: page.location }
      return response.writeHead(page.status ?? 200, JSON.parse(JSON.stringify(headers))).end(page.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  app = await startTestApp({ env: { ALLOW_PRIVATE_FETCH: 'true' } })
  owner = await app.register()
})
afterAll(async () => {
  await app.stop()
  server.closeAllConnections()
  server.close()
})

const add = async (input: Record<string, unknown>) => (await owner.call('POST', '/api/inbox', input)).body
const entry = async (id: string) => (await owner.call('GET', `/api/inbox/${id}`)).body
const settled = async (id: string) => {
  await expect.poll(async () => (await entry(id)).title_pending).toBe(false)
  return (await entry(id)).title
}

test.each([
  ['/seite', 'Gartenzäune & Hecken'],
  ['/weiter', 'Gartenzäune & Hecken'],
  ['/latin1', 'Grüße'],
  ['/riesig', 'Riesig'],
  ['/ohne', null],
  ['/weg', null],
  ['/bild', null],
])('[WEEK-15] an address gets the title of its page, or stays as it is: %s', async (path, title) => {
  const item = await add({ title: site + path })
  expect([item.title, item.title_pending]).toEqual([site + path, true])
  expect(await settled(item.id)).toBe(title ?? site + path)
  expect((await entry(item.id)).url).toBe(site + path)
  if (title) expect((await owner.call('GET', '/api/inbox?q=grusse')).body.items.length).toBe(path === '/latin1' ? 1 : 0)
  await owner.call('DELETE', `/api/inbox/${item.id}`)
})

test('[WEEK-15] a title written in the meantime stays; for an entry with its own title nothing is fetched', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  hold = promise
  asked = []
  const item = await add({ title: `${site}/seite` })
  await expect.poll(() => asked).toEqual(['/seite'])
  await owner.call('PATCH', `/api/inbox/${item.id}`, { title: 'Mein Titel' })
  expect((await entry(item.id)).title_pending).toBe(false)
  const own = await add({ title: 'Schon benannt', url: `${site}/ohne`, source: 'bookmarklet' })
  expect(own.title_pending).toBe(false)
  hold = Promise.resolve()
  resolve()
  const last = await add({ title: `${site}/latin1` })
  expect(await settled(last.id)).toBe('Grüße')
  expect((await entry(item.id)).title).toBe('Mein Titel')
  expect(asked).not.toContain('/ohne')
})

test('[WEEK-15] the job fetches what an ended instance left', async () => {
  const item = await add({ title: `${site}/nirgends` })
  await settled(item.id)
  await app.db
    .updateTable('inbox_items')
    .set({ title_pending: 1, url: `${site}/seite` })
    .where('id', '=', item.id)
    .execute()
  const runtime = (ahead: number) =>
    ({
      db: app.db,
      config: readConfig({ DATA_DIR: app.dataDir, ALLOW_PRIVATE_FETCH: 'true' }),
      log: createLog('silent'),
      clock: () => new Date(Date.now() + ahead),
    }) as Parameters<typeof fillMissedTitles.run>[0]
  expect(await fillMissedTitles.hasWork?.(runtime(0))).toBe(false)
  expect(await fillMissedTitles.hasWork?.(runtime(180_000))).toBe(true)
  await fillMissedTitles.run(runtime(180_000))
  expect(await entry(item.id)).toMatchObject({ title: 'Gartenzäune & Hecken', title_pending: false })
  expect(await fillMissedTitles.hasWork?.(runtime(180_000))).toBe(false)
})

test('[WEEK-15] [RUL-36] no address of an internal network is fetched', async () => {
  const strict = await startTestApp()
  const account = await strict.register()
  asked = []
  const { body } = await account.call('POST', '/api/inbox', { title: `${site}/seite` })
  await expect.poll(async () => (await account.call('GET', `/api/inbox/${body.id}`)).body.title_pending).toBe(false)
  expect((await account.call('GET', `/api/inbox/${body.id}`)).body.title).toBe(`${site}/seite`)
  expect(asked).toEqual([])
  await strict.stop()
})
