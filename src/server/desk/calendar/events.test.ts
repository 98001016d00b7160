import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { creating } from '../../../../tests/support/creating.ts'
import { icalJs, type IcsEntry, nodeIcs } from '../../../../tests/support/ics.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import type { CalendarArticle, CalendarEvent } from '../../../contract/events.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const add = creating<CalendarEvent>('/api/events', () => owner)
const schedule = async (title: string, publishedAt: string | null) =>
  (await owner.call('POST', '/api/articles', { title, status: 'scheduled', published_at: publishedAt })).body

describe('events', () => {
  test('[DATA-6] [DATA-2] [SESS-11] are inserted with an ISO start and a type, read by month with scheduled articles', async () => {
    const first = await add({ title: 'Redaktionsschluss', starts_at: '2026-03-01T00:00:00+01:00', type: 'deadline' })
    expect(first).toMatchObject({ starts_at: '2026-02-28T23:00:00.000Z', type: 'deadline', author_id: owner.id })
    expect((await add({ title: 'Messe', starts_at: '2026-03-15T10:00:00Z' })).type).toBe('milestone')
    await add({ title: 'April', starts_at: '2026-04-01T10:00:00Z', type: 'research' })
    await schedule('Im März', '2026-03-09T07:00:00Z')
    await schedule('Im April', '2026-04-09T07:00:00Z')
    await schedule('Ohne Termin', null)
    await owner.call('POST', '/api/articles', {
      title: 'Schon da',
      status: 'published',
      published_at: '2026-03-02T07:00:00Z',
    })
    await owner.call('POST', '/api/articles', { title: 'Entwurf' })

    // March in Berlin runs from 23:00 UTC of the last day of February to 22:00 UTC of the last of March (summer time).
    const march = 'from=2026-02-28T23:00:00Z&to=2026-03-31T22:00:00Z'
    const { body } = await owner.call('GET', `/api/events/calendar?${march}`)
    const titles = (items: { title: string }[]) => items.map((item) => item.title)
    expect(titles(body.events)).toEqual(['Redaktionsschluss', 'Messe'])
    expect(titles(body.articles)).toEqual(['Schon da', 'Im März'])
    expect(titles(body.undated)).toEqual(['Ohne Termin'])
    expect(titles((await owner.call('GET', `/api/events?${march}`)).body.items)).toEqual(['Redaktionsschluss', 'Messe'])
    const page = (await owner.call('GET', '/api/events?limit=2')).body
    expect(titles((await owner.call('GET', `/api/events?limit=2&cursor=${page.next_cursor}`)).body.items)).toEqual([
      'April',
    ])
  })

  test('those of one instant keep their order when one is moved away and back', async () => {
    const made: CalendarEvent[] = []
    for (const title of ['Erstens', 'Zweitens', 'Drittens'])
      made.push(await add({ title, starts_at: '2026-07-01T10:00:00Z' }))
    const month = '/api/events/calendar?from=2026-07-01T00:00:00Z&to=2026-08-01T00:00:00Z'
    const ids = async () => (await owner.call('GET', month)).body.events.map(({ id }: CalendarEvent) => id)
    expect(await ids()).toEqual(made.map(({ id }) => id))
    for (const starts_at of ['2026-07-02T10:00:00Z', '2026-07-01T10:00:00Z'])
      await owner.call('PATCH', `/api/events/${made[0]?.id}`, { starts_at })
    expect(await ids()).toEqual(made.map(({ id }) => id))
  })

  test('are changed and deleted', async () => {
    const { id } = await add({ title: 'Alt', starts_at: '2026-06-01T10:00:00Z' })
    const changed = await owner.call('PATCH', `/api/events/${id}`, { title: 'Neu', type: 'publish' })
    expect(changed.body).toMatchObject({ title: 'Neu', type: 'publish', starts_at: '2026-06-01T10:00:00.000Z' })
    expect((await owner.call('DELETE', `/api/events/${id}`)).status).toBe(204)
    expect((await owner.call('PATCH', `/api/events/${id}`, { title: 'x' })).status).toBe(404)
    await owner.call('POST', `/api/trash/events/${id}/restore`)
    expect((await owner.call('GET', `/api/events/${id}`)).body.title).toBe('Neu')
  })

  test.each([
    ['POST', '/api/events', { title: '', starts_at: '2026-03-01T00:00:00Z' }, 'title'],
    ['POST', '/api/events', { title: 'x' }, 'starts_at'],
    ['POST', '/api/events', { title: 'x', starts_at: '1.3.2026' }, 'starts_at'],
    ['POST', '/api/events', { title: 'x', starts_at: '2026-03-01T00:00:00Z', type: 'party' }, 'type'],
    ['GET', '/api/events/calendar?from=2026-03-01T00:00:00Z&to=2026-02-01T00:00:00Z', undefined, 'to'],
    ['GET', '/api/events/calendar', undefined, 'from'],
  ])('refuses %s %s %j', async (method, path, input, field) => {
    const { status, body } = await owner.call(method, path, input)
    expect([status, body.fields[0].field]).toEqual([400, field])
  })
})

describe('blog-kalender.ics', () => {
  const texts = [
    'Ärger, Größe; Straße',
    'Zeile\\Rückstrich',
    'Rundfunkfrequenzzuweisungsverordnung '.repeat(6).trim(),
    '„Zitat“: 🚂 & <b>',
  ]
  // Before and after both changes of daylight saving time in Berlin, 2027.
  const instants = [
    '2027-03-28T00:30:00.000Z',
    '2027-03-28T01:30:00.000Z',
    '2027-10-31T00:30:00.000Z',
    '2027-10-31T01:30:00.000Z',
  ]
  let body = ''
  let disposition: string | null = null

  beforeAll(async () => {
    for (const [index, text] of texts.entries()) await schedule(text, instants[index] ?? null)
    const answer = await owner.call('GET', '/api/events/blog-kalender.ics')
    disposition = answer.headers.get('content-disposition')
    body = answer.body
  })

  test('[CAL-5] holds one event per scheduled article, right for two independent parsers', async () => {
    expect(disposition).toBe('attachment; filename="blog-kalender.ics"')
    const { body: calendar } = await owner.call(
      'GET',
      '/api/events/calendar?from=2000-01-01T00:00:00Z&to=2100-01-01T00:00:00Z',
    )
    const scheduled = calendar.articles.filter((article: CalendarArticle) => article.status === 'scheduled')
    const wanted = scheduled.map((article: CalendarArticle) => [
      `${article.id}@blog-cms`,
      `Artikel veröffentlichen: ${article.title}`,
      article.published_at,
    ])
    expect(wanted.length).toBe(6)

    const withoutNumber = ([uid, summary, start]: IcsEntry) => [uid, summary, start]
    expect(icalJs(body).map(withoutNumber)).toEqual(wanted)
    expect(nodeIcs(body).map(withoutNumber)).toEqual(wanted)
    for (const text of texts)
      expect(wanted.map((row: string[]) => row[1])).toContain(`Artikel veröffentlichen: ${text}`)
  })

  test('folds lines at 75 octets, writes UTC instants and keeps its UIDs', async () => {
    // Every line ends with CRLF, the last one too, and nothing else breaks a line (RFC 5545 §3.1).
    expect(body.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const lines = body.split('\r\n')
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
    expect(
      lines.filter((line) => line.startsWith('DTSTART')).every((line) => /^DTSTART:\d{8}T\d{6}Z$/.test(line)),
    ).toBe(true)
    expect((await owner.call('GET', '/api/events/blog-kalender.ics')).body).toBe(body)
  })
})

describe('/calendar/{token}.ics', () => {
  const subscribe = async () => (await owner.call('POST', '/api/planning/link')).body.path as string

  test('[DESK-7] one secret address per user: two parsers read the same, it is revocable, and stored only as a hash', async () => {
    app.setClock('2026-03-01T08:00:00Z')
    const column = await add({
      title: 'Kolumne; „Über“, jeden Dienstag',
      starts_at: '2026-03-17T08:00:00Z',
      recurrence: { every: 'week', interval: 1, weekdays: [1], until: null, count: 3 },
    })
    await owner.call('PUT', `/api/events/${column.id}/occurrences/2026-03-24`, { starts_at: null })
    const { body: task } = await owner.call('POST', '/api/tasks', { title: 'Steuer', due_at: '2026-03-28T22:59:00Z' })
    const { body: draft } = await owner.call('POST', '/api/articles', { title: 'Entwurf' })
    await owner.call('PUT', `/api/planning/articles/${draft.id}`, { planned_on: '2026-10-25' })
    expect((await owner.call('GET', '/api/planning/link')).body.created_at).toBeNull()
    const path = await subscribe()
    expect((await owner.call('GET', '/api/planning/link')).body.created_at).toBe('2026-03-01T08:00:00.000Z')

    // Without a session: calendar programs only have the address.
    const answer = await app.call('GET', path)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'private, no-store',
    ])
    const body: string = answer.body
    const read = icalJs(body)
    expect(nodeIcs(body)).toEqual(read)
    const of = (id: string) => read.filter(([uid]) => String(uid).includes(id))
    expect(of(column.id)).toEqual([
      [`event-${column.id}-2026-03-17@blog-cms`, column.title, '2026-03-17T08:00:00.000Z', 1],
      [`event-${column.id}-2026-03-31@blog-cms`, column.title, '2026-03-31T07:00:00.000Z', 1],
    ])
    expect(of(task.id)[0]?.slice(0, 3)).toEqual([`task-${task.id}@blog-cms`, 'Fällig: Steuer', '2026-03-28'])
    expect(of(draft.id)).toEqual([[`draft-${draft.id}@blog-cms`, 'Geplant: Entwurf', '2026-10-25', 1]])
    expect(new Set(read.map(([uid]) => uid)).size).toBe(read.length)
    expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(body.endsWith('END:VCALENDAR\r\n')).toBe(true)

    // The number grows, the UID stays.
    await owner.call('PUT', `/api/planning/articles/${draft.id}`, { planned_on: '2026-10-26' })
    app.setClock('2026-03-01T08:05:00Z')
    await owner.call('PATCH', `/api/tasks/${task.id}`, { due_at: '2026-03-27T22:59:00Z' })
    const later = icalJs((await app.call('GET', path)).body)
    const seen = (id: string) => later.find(([uid]) => String(uid).includes(id))
    expect(seen(draft.id)?.slice(2)).toEqual(['2026-10-26', 2])
    expect(Number(seen(task.id)?.[3])).toBeGreaterThan(Number(of(task.id)[0]?.[3]))

    // A new address ends the former; that of a blocked account is void; a revoked one is 404 at once.
    const second = await subscribe()
    expect([(await app.call('GET', path)).status, (await app.call('GET', second)).status]).toEqual([404, 200])
    const stored = JSON.stringify(await app.db.selectFrom('calendar_links').selectAll().execute())
    expect(stored).not.toContain(second.slice('/calendar/'.length, -'.ics'.length))
    const editor = await app.register()
    await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'approved' })
    const theirs = (await editor.call('POST', '/api/planning/link')).body.path
    expect((await app.call('GET', theirs)).status).toBe(200)
    await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'blocked' })
    expect((await app.call('GET', theirs)).status).toBe(404)
    expect((await owner.call('DELETE', '/api/planning/link')).status).toBe(204)
    for (const gone of [second, '/calendar/x.ics', '/calendar/.ics', `/calendar/${'a'.repeat(500)}.ics`])
      expect((await app.call('GET', gone)).status, gone).toBe(404)
    app.setClock()
  })
})
