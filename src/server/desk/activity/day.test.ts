import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accountWithRole,
  startTestApp,
  TEST_SECRET,
  type TestAccount,
  type TestApp,
} from '../../../../tests/support/test-app.ts'
import type { BlogDay } from '../../../contract/activity.ts'
import type { Article } from '../../../contract/articles.ts'
import { readConfig } from '../../config.ts'
import { openFiles } from '../../files/store/open.ts'
import { fetchRemote } from '../../platform/fetch-remote.ts'
import { createLog } from '../../platform/log.ts'
import { workOnImports } from '../../transfer/imports/run-import.service.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const at = (moment: string) => app.setClock(moment)
const dayOf = async (query: string): Promise<BlogDay> => (await owner.call('GET', `/api/activity/day?${query}`)).body
const shown = async (query: string) => (await dayOf(query)).items.map(({ title, status }) => [title, status])
const add = async (title: string, more: object = {}): Promise<Article> =>
  (await owner.call('POST', '/api/articles', { title, content_markdown: 'Erster.', ...more })).body
const change = async ({ id, version }: Article, changes: object): Promise<Article> =>
  (await owner.call('PATCH', `/api/articles/${id}`, { version, ...changes })).body

test('[TEAM-11] the blog on a day: what was public then, each in the version of that day', async () => {
  at('2026-03-10T09:00:00Z')
  let article = await add('Alt', { status: 'published' })
  const { id } = article
  const other = await add('Bleibt Entwurf')
  const gone = await add('Weg', { status: 'published' })
  // 23:30 of the day on which clocks go forward, in Berlin, and half an hour into the next one.
  at('2026-03-29T21:30:00Z')
  article = await change(article, { title: 'Neu', content_markdown: 'Zweiter.' })
  at('2026-03-29T22:30:00Z')
  article = await change(article, { title: 'Neuer', content_markdown: 'Dritter.' })
  at('2026-04-02T09:00:00Z')
  article = await change(article, { status: 'draft' })
  await owner.call('DELETE', `/api/articles/${gone.id}`)
  await owner.call('DELETE', `/api/trash/articles/${gone.id}`)
  at('2026-04-05T09:00:00Z')
  await change(article, { status: 'published' })
  at('2026-04-10T09:00:00Z')

  expect(await shown('day=2026-03-09')).toEqual([])
  expect(await shown('day=2026-03-28')).toEqual([['Alt', 'published']])
  expect((await dayOf('day=2026-03-28')).gone).toEqual([{ id: gone.id, title: 'Weg' }])
  const { items } = await dayOf('day=2026-03-29')
  expect(items).toMatchObject([
    {
      id,
      title: 'Neu',
      slug: 'alt',
      is_certain: true,
      has_text: true,
      now: 'there',
      revision: { at: '2026-03-29T21:30:00.000Z' },
    },
  ])
  const text = await owner.call('GET', `/api/articles/${id}/revisions/${items[0]?.revision?.id}`)
  expect(text.body.content_markdown).toBe('Zweiter.')
  expect(await shown('day=2026-03-30')).toEqual([['Neuer', 'published']])
  expect(await shown('day=2026-04-02')).toEqual([])
  expect((await dayOf('day=2026-04-03')).gone).toEqual([])
  expect(await shown('day=2026-04-02&show=all')).toEqual([
    ['Bleibt Entwurf', 'draft'],
    ['Neuer', 'draft'],
  ])
  await owner.call('DELETE', `/api/articles/${other.id}`)
  expect(await shown('day=2026-04-09&show=all')).toEqual([
    ['Bleibt Entwurf', 'draft'],
    ['Neuer', 'published'],
  ])
  expect((await dayOf('day=2026-04-09&show=all')).items[0]?.now).toBe('trash')
  // Today as far as it is over, and a day to come: the blog as it is.
  for (const day of ['2026-04-10', '9999-12-31', ''])
    expect(await shown(day && `day=${day}`)).toEqual([['Neuer', 'published']])
})

test('[TEAM-11] another zone ends the day elsewhere; a page by page is whole; pages have theirs', async () => {
  await owner.call('PATCH', '/api/settings', { timezone: 'Pacific/Kiritimati' })
  // Clocks there are 14 hours ahead: it is one o'clock of the next day.
  at('2026-05-01T11:00:00Z')
  const { body: page } = await owner.call('POST', '/api/pages', {
    title: 'Über',
    content_markdown: '.',
    status: 'published',
  })
  expect(page.id).toBeDefined()
  expect(await shown('day=2026-05-01&noun=pages')).toEqual([])
  expect(await shown('day=2026-05-02&noun=pages')).toEqual([['Über', 'published']])
  for (let index = 0; index < 5; index += 1) await add(`Reihe ${index}`)
  const titles: string[] = []
  for (let cursor = ''; cursor !== 'end';) {
    const { items, next_cursor } = await dayOf(`day=2026-05-02&show=all&limit=2${cursor}`)
    titles.push(...items.map(({ title }) => title))
    cursor = next_cursor === null ? 'end' : `&cursor=${next_cursor}`
  }
  expect(titles.slice(0, 5)).toEqual([4, 3, 2, 1, 0].map((index) => `Reihe ${index}`))
  expect(new Set(titles).size).toBe(titles.length)
  for (const day of ['0001-01-01', '2026-02-30'])
    expect((await owner.call('GET', `/api/activity/day?day=${day}`)).body.code).toBe('validation_failed')
})

test('[TEAM-11] what the records do not reach is inferred, and says so', async () => {
  at('2026-06-01T09:00:00Z')
  const article = await add('Vor der Aufzeichnung', { status: 'published' })
  at('2026-06-05T09:00:00Z')
  await app.db.deleteFrom('activity').execute()
  await app.db.deleteFrom('article_revisions').where('article_id', '=', article.id).execute()
  await change(article, { content_markdown: 'Seit der Aufzeichnung.' })
  await owner.call('DELETE', `/api/articles/${article.id}`)
  at('2026-06-08T09:00:00Z')
  const { since, items } = await dayOf('day=2026-06-03')
  expect(since).toBe('2026-06-05T09:00:00.000Z')
  expect(items.find(({ id }) => id === article.id)).toMatchObject({
    title: 'Vor der Aufzeichnung',
    status: 'published',
    is_certain: false,
    now: 'trash',
  })
  expect((await dayOf('day=2026-06-06')).items.some(({ id }) => id === article.id)).toBe(false)
})

test('[TEAM-11] an imported text counts from the date of its source, which is no record', async () => {
  at('2026-06-20T09:00:00Z')
  const form = new FormData()
  form.set('file', new File(['---\ntitle: Von drüben\ndate: 2026-06-10\n---\nText.'], 'drueben.md'))
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  expect((await fetch(`${app.url}/api/imports`, { method: 'POST', headers, body: form })).status).toBe(201)
  const config = readConfig({ DATA_DIR: app.dataDir, SECRET_KEY: TEST_SECRET })
  const clock = () => new Date('2026-06-20T09:00:00Z')
  await workOnImports({
    config,
    db: app.db,
    files: await openFiles(config),
    log: createLog('silent'),
    clock,
    fetchRemote,
  })
  const { items } = await dayOf('day=2026-06-15')
  expect(items.map(({ title, is_certain }) => [title, is_certain])).toContainEqual(['Von drüben', false])
})

test('[TEAM-11] the blog on a day is for those who edit it', async () => {
  for (const role of ['contributor', 'guest'] as const) {
    const account = await accountWithRole(app, owner, role)
    expect((await account.call('GET', '/api/activity/day')).body.code).toBe('role_forbidden')
  }
})
