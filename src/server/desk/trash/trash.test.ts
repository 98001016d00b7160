import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseDeletionOf } from '../../../../tests/support/broken-article.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { diskFiles } from '../../files/store/disk.ts'
import { emptyTrash, purge } from './trash.service.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const link = async (title: string) =>
  (await owner.call('POST', '/api/links', { title, url: 'https://a.example' })).body.id as string
const entries = async (query = ''): Promise<string[]> =>
  (await owner.call('GET', `/api/trash?${query}`)).body.items.map((item: { title: string }) => item.title)

test('[RUL-20] deleted records are in the trash, last deleted first, page by page, and can be restored', async () => {
  app.setClock('2026-03-01T08:00:00.000Z')
  const { id: article } = (await owner.call('POST', '/api/articles', { title: 'Artikel' })).body
  await owner.call('DELETE', `/api/articles/${article}`)
  app.setClock('2026-03-01T09:00:00.000Z')
  const first = await link('Erster')
  await owner.call('DELETE', `/api/links/${first}`)
  app.setClock('2026-03-01T10:00:00.000Z')
  await owner.call('DELETE', `/api/links/${await link('Zweiter')}`)
  expect(await entries()).toEqual(['Zweiter', 'Erster', 'Artikel'])
  expect(await entries('noun=links')).toEqual(['Zweiter', 'Erster'])
  const { body: page } = await owner.call('GET', '/api/trash?limit=2')
  expect(await entries(`limit=2&cursor=${page.next_cursor}`)).toEqual(['Artikel'])

  const restored = await owner.call('POST', `/api/trash/links/${first}/restore`)
  expect([restored.status, restored.body]).toEqual([200, { noun: 'links', id: first, title: 'Erster' }])
  expect((await owner.call('GET', `/api/links/${first}`)).status).toBe(200)
  expect((await owner.call('POST', `/api/trash/links/${first}/restore`)).status).toBe(404)
  expect(await entries()).toEqual(['Zweiter', 'Artikel'])
})

test('[RUL-20] „Endgültig löschen“ is for owners and final', async () => {
  const editor = await app.register()
  await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'approved' })
  const living = await link('Lebt')
  const gone = await link('Geht')
  await editor.call('DELETE', `/api/links/${gone}`)
  expect((await editor.call('DELETE', `/api/trash/links/${gone}`)).body.code).toBe('owner_only')
  expect((await owner.call('DELETE', `/api/trash/links/${living}`)).status).toBe(404)
  expect((await owner.call('DELETE', `/api/trash/links/${gone}`)).status).toBe(204)
  expect((await owner.call('POST', `/api/trash/links/${gone}/restore`)).status).toBe(404)
})

test('[RUL-20] the trash is emptied after 30 days, not before', async () => {
  const runtime = { db: app.db, files: diskFiles(join(app.dataDir, 'media')), clock: () => new Date() }
  app.setClock('2026-05-01T12:00:00.000Z')
  await owner.call('DELETE', `/api/links/${await link('Frisch')}`)
  app.setClock()
  await emptyTrash(runtime, new Date('2026-05-31T11:59:59.000Z'))
  expect(await entries()).toContain('Frisch')
  await emptyTrash(runtime, new Date('2026-05-31T12:00:01.000Z'))
  expect(await entries()).toEqual([])
})

test('[RUL-20] a failed deletion is named and does not stop others; a record trashed again stays', async () => {
  const runtime = { db: app.db, files: diskFiles(join(app.dataDir, 'media')), clock: () => new Date() }
  const article = async (title: string) => (await owner.call('POST', '/api/articles', { title })).body.id as string
  const [stuck, gone, anew] = [await article('Klemmt'), await article('Geht'), await article('Wieder da')]
  const other = await link('Geht auch')
  app.setClock('2026-06-01T12:00:00.000Z')
  for (const id of [gone, stuck, anew]) await owner.call('DELETE', `/api/articles/${id}`)
  await owner.call('DELETE', `/api/links/${other}`)
  app.setClock('2026-06-20T12:00:00.000Z')
  await owner.call('POST', `/api/trash/articles/${anew}/restore`)
  await owner.call('DELETE', `/api/articles/${anew}`)
  app.setClock()
  const before = '2026-06-15T00:00:00.000Z'
  // As if it had been listed before it was restored and trashed again.
  await expect(purge(runtime, 'articles', anew, before)).rejects.toMatchObject({ code: 'not_found' })
  const lift = await refuseDeletionOf(app.db, stuck)
  await expect(emptyTrash(runtime, new Date('2026-07-05T12:00:00.000Z'))).rejects.toThrow(
    /„Klemmt“ nicht gelöscht: .*gesperrt/,
  )
  expect((await entries()).toSorted()).toEqual(['Klemmt', 'Wieder da'])
  await lift()
  await emptyTrash(runtime, new Date('2026-07-05T12:00:00.000Z'))
  expect(await entries()).toEqual(['Wieder da'])
  await emptyTrash(runtime, new Date('2026-07-20T12:00:01.000Z'))
  expect(await entries()).toEqual([])
})

test('unknown nouns and ids are named in the error', async () => {
  expect(
    (await owner.call('POST', '/api/trash/users/01919191-9191-7191-9191-919191919191/restore')).body.fields[0].field,
  ).toBe('noun')
  expect((await owner.call('POST', '/api/trash/links/x/restore')).body.fields[0].field).toBe('id')
})
