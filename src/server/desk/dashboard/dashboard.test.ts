import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountWithRole, startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import type { DeskData } from '../../../contract/dashboard.ts'

// Thursday, 00:30 in Berlin, while it is still Wednesday in UTC.
const NOW = '2026-03-04T23:30:00.000Z'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())
beforeEach(() => app.setClock())

const send = async (method: string, path: string, body: unknown) => {
  const answer = await owner.call(method, path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}
const read = async (as = owner): Promise<DeskData> => {
  app.setClock(NOW)
  const { status, body } = await as.call('GET', '/api/dashboard')
  app.setClock()
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const titles = (entries: { title: string }[]) => entries.map(({ title }) => title)

describe('dashboard', () => {
  test('an empty blog has an empty dashboard of seven days', async () => {
    const desk = await read()
    expect(desk.counts).toEqual({ draft: 0, scheduled: 0, published: 0, inbox: 0 })
    expect(desk.days.map(({ day }) => day)).toEqual([
      '2026-03-05',
      '2026-03-06',
      '2026-03-07',
      '2026-03-08',
      '2026-03-09',
      '2026-03-10',
      '2026-03-11',
    ])
    expect(desk).toMatchObject({ overdue: [], undated: 0, recent: [], waiting: [], broken_feeds: [] })
  })

  test('[DASH-1] counts articles per status and open inbox entries', async () => {
    const articles = []
    for (const status of ['draft', 'draft', 'scheduled', 'published']) {
      articles.push(await send('POST', '/api/articles', { title: `Zähltext ${status}`, status }))
    }
    const entry = await send('POST', '/api/inbox', { title: 'Offen' })
    const done = await send('POST', '/api/inbox', { title: 'Erledigt' })
    await send('PATCH', `/api/inbox/${done.id}`, { status: 'processed' })
    expect(await read()).toMatchObject({ counts: { draft: 2, scheduled: 1, published: 1, inbox: 1 }, undated: 1 })
    for (const { id } of articles) await send('DELETE', `/api/articles/${id}`, undefined)
    for (const { id } of [entry, done]) await send('DELETE', `/api/inbox/${id}`, undefined)
    expect((await read()).counts).toEqual({ draft: 0, scheduled: 0, published: 0, inbox: 0 })
  })

  test('today and the days after it begin at midnight of the site’s zone', async () => {
    const event = (title: string, starts_at: string) =>
      send('POST', '/api/events', { title, starts_at, type: 'deadline' })
    await event('gestern', '2026-03-04T22:59:00Z')
    await event('heute früh', '2026-03-04T23:00:00Z')
    await event('heute spät', '2026-03-05T22:59:00Z')
    await event('morgen', '2026-03-05T23:00:00Z')
    await event('letzter Tag', '2026-03-11T22:59:00Z')
    await event('danach', '2026-03-11T23:00:00Z')
    await send('POST', '/api/articles', {
      title: 'Erscheint mittags',
      status: 'scheduled',
      published_at: '2026-03-05T11:00:00Z',
    })
    const { days, next_scheduled } = await read()
    expect(titles(days[0]?.entries ?? [])).toEqual(['heute früh', 'Erscheint mittags', 'heute spät'])
    expect(titles(days[1]?.entries ?? [])).toEqual(['morgen'])
    expect(titles(days.flatMap(({ entries }) => entries)).at(-1)).toBe('letzter Tag')
    expect(next_scheduled).toBe('2026-03-05T11:00:00.000Z')
  })

  test('tasks are overdue once their day is over, and never when they are done', async () => {
    const task = (title: string, due_at: string, status = 'idea') =>
      send('POST', '/api/tasks', { title, due_at, status, priority: 'high' })
    await task('vorige Woche', '2026-02-26T15:00:00Z')
    await task('gestern fällig', '2026-03-04T22:00:00Z')
    await task('heute fällig', '2026-03-04T23:10:00Z')
    await task('fertig', '2026-02-26T15:00:00Z', 'published')
    const { overdue, days } = await read()
    expect(titles(overdue)).toEqual(['vorige Woche', 'gestern fällig'])
    expect(overdue[1]).toMatchObject({ kind: 'task', day: '2026-03-04', priority: 'high' })
    expect(titles(days[0]?.entries ?? [])).toContain('heute fällig')
  })

  test('the five articles edited last, working versions included', async () => {
    const made = []
    for (let index = 0; index < 6; index += 1) {
      app.setClock(`2026-03-01T1${index}:00:00Z`)
      made.push(await send('POST', '/api/articles', { title: `Text ${index}`, status: index ? 'draft' : 'published' }))
    }
    app.setClock('2026-03-02T10:00:00Z')
    const { id, version, slug } = made[0]
    await send('PUT', `/api/articles/${id}/working-copy`, {
      id,
      version,
      slug,
      title: 'Text 0, weitergeschrieben',
      excerpt: '',
      content_markdown: 'Neu',
      cover_image_url: null,
      category_id: null,
    })
    // That of the previous test was made at the machine's real date.
    const recent = (await read()).recent.filter(({ title }) => title.startsWith('Text'))
    expect(titles(recent).slice(0, 3)).toEqual(['Text 0, weitergeschrieben', 'Text 5', 'Text 4'])
    expect(recent[0]).toMatchObject({ status: 'published', edited_at: '2026-03-02T10:00:00.000Z' })
    expect((await read()).recent).toHaveLength(5)
  })

  test('[TEAM-8] contributors see the articles edited last that they may write', async () => {
    const writer = await accountWithRole(app, owner, 'contributor')
    const { body: own } = await writer.call('POST', '/api/articles', { title: 'Eigener' })
    const add = (title: string, fields = {}) => send('POST', '/api/articles', { title, ...fields })
    const handed = await add('Zugewiesen')
    await send('PUT', `/api/articles/${handed.id}/assignee`, { assignee_id: writer.id })
    await add('Fremd')
    const recent = async () => titles((await writer.call('GET', '/api/dashboard')).body.recent)
    expect(new Set(await recent())).toEqual(new Set(['Eigener', 'Zugewiesen']))
    await send('PATCH', `/api/articles/${own.id}`, { status: 'scheduled', version: own.version })
    expect(await recent()).toEqual(['Zugewiesen'])
  })

  test('[TEAM-8] broken feeds are shown to those who may mend them, and not to contributors', async () => {
    const writer = await accountWithRole(app, owner, 'contributor')
    const feed = await send('POST', '/api/feeds', { url: 'https://kaputt.example/feed' })
    await app.db.updateTable('rss_feeds').set({ last_error: 'Fehler' }).where('id', '=', feed.id).execute()
    expect((await read()).broken_feeds).toEqual([expect.objectContaining({ id: feed.id })])
    expect((await writer.call('GET', '/api/dashboard')).body.broken_feeds).toEqual([])
  })

  test('only owners see who waits for approval', async () => {
    const editor = await app.register()
    expect((await editor.call('GET', '/api/dashboard')).body.code).toBe('approval_pending')
    expect((await read()).waiting).toEqual([
      expect.objectContaining({ id: editor.id, name: editor.email.split('@')[0] }),
    ])
    await send('PATCH', `/api/users/${editor.id}`, { approval: 'approved' })
    const waiting = await app.register()
    expect((await read()).waiting.map(({ id }) => id)).toEqual([waiting.id])
    // The server’s clock is before the editor’s session; use the real time.
    const answer = await editor.call('GET', '/api/dashboard')
    expect(answer.status).toBe(200)
    expect(answer.body.waiting).toEqual([])
  })
})
