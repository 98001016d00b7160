import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Clock, comment, publish } from '../../../../tests/support/commenting.ts'
import { refuseChangesOf } from '../../../../tests/support/broken-article.ts'
import {
  accountWithRole,
  DIALECT,
  startTestApp,
  type TestAccount,
  type TestApp,
} from '../../../../tests/support/test-app.ts'
import type { ActivityLine } from '../../../contract/activity.ts'
import type { Article } from '../../../contract/articles.ts'
import { ACTIVITY_DAYS } from '../../../rules/activity.ts'
import type { Role } from '../../../rules/roles.ts'
import { readConfig } from '../../config.ts'
import { runIfDue } from '../../platform/job.ts'
import { createLog } from '../../platform/log.ts'
import { Metrics } from '../../platform/metrics.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { SCHEDULE } from '../../schedule.ts'

let app: TestApp
let owner: TestAccount
let editor: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
  await owner.call('PATCH', '/api/account', { display_name: 'Ruth Adler' })
  editor = await withRole('editor')
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.setClock()
  await app.db.deleteFrom('activity').execute()
})

const withRole = (role: Role) => accountWithRole(app, owner, role)
const linesOf = async ({ call }: TestAccount, query = ''): Promise<ActivityLine[]> =>
  (await call('GET', `/api/activity${query}`)).body.items
const verbsOf = async (account: TestAccount, query = '') => (await linesOf(account, query)).map(({ verb }) => verb)
const add = async ({ call }: TestAccount, title: string, more: object = {}): Promise<Article> =>
  (await call('POST', '/api/articles', { title, content_markdown: 'Text.', ...more })).body
const change = async ({ call }: TestAccount, { id, version }: Article, changes: object): Promise<Article> =>
  (await call('PATCH', `/api/articles/${id}`, { version, ...changes })).body
const run = async (name: string, now: Date) => {
  const job = SCHEDULE.find((one) => one.name === name)!
  const config = readConfig({ DATA_DIR: app.dataDir, PORT: '1' })
  const runtime = { db: app.db, log: createLog('silent'), metrics: new Metrics(), config, clock: () => now }
  await app.db.deleteFrom('job_runs').where('name', '=', name).execute()
  await runIfDue(runtime as Runtime, job)
}
const ofRecord = (noun: string, id: string) => `?noun=${noun}&record=${id}`
const IN_A_YEAR = new Date(Date.now() + 365 * 86_400_000).toISOString()

describe('[TEAM-11] what is done to a text', () => {
  test('each verb leaves a line with person, title and moment', async () => {
    let article = await add(owner, 'Pixel mit Haltung')
    article = await change(owner, article, { content_markdown: 'Mehr Text.' })
    article = await change(owner, article, { status: 'scheduled', published_at: IN_A_YEAR })
    article = await change(owner, article, { status: 'published' })
    article = await change(editor, article, { content_markdown: 'Anderer Text.' })
    article = await change(owner, article, { status: 'draft' })
    await owner.call('DELETE', `/api/articles/${article.id}`)
    await owner.call('POST', `/api/trash/articles/${article.id}/restore`)
    await owner.call('DELETE', `/api/articles/${article.id}`)
    await owner.call('DELETE', `/api/trash/articles/${article.id}`)
    const lines = await linesOf(owner, ofRecord('articles', article.id))
    expect(lines.map(({ verb }) => verb)).toEqual([
      ...[
        'purged',
        'removed',
        'restored',
        'removed',
        'withdrawn',
        'renewed',
        'published',
        'scheduled',
        'edited',
        'created',
      ],
    ])
    expect(lines[5]?.actor?.id).toBe(editor.id)
    expect(lines.at(-1)).toMatchObject({
      actor: { id: owner.id, name: 'Ruth Adler' },
      automatic: false,
      count: 1,
      things: [{ id: article.id, title: 'Pixel mit Haltung', times: 1, now: 'gone' }],
    })
    expect(lines[7]?.things[0]?.planned_for).toBe(IN_A_YEAR)
    expect(lines[0]?.things[0]?.title).toBe('Pixel mit Haltung')
  })

  test('the saves of one person within an hour are one line; those of another person, and later ones, are not', async () => {
    app.setClock('2026-05-04T10:00:00Z')
    let article = await add(owner, 'Zeile')
    for (const [by, minute] of [...Array(10).keys()].map(
      (index) => [index === 4 ? editor : owner, index * 6] as const,
    )) {
      app.setClock(new Date(Date.UTC(2026, 4, 4, 10, minute)))
      article = await change(by, article, { content_markdown: `Stand ${minute}.` })
    }
    const rows = async () =>
      (await linesOf(owner, ofRecord('articles', article.id))).map(({ verb, actor, things, at }) => [
        verb,
        actor?.id === owner.id ? 'owner' : 'editor',
        things[0]?.times,
        at.slice(11, 16),
      ])
    const former = [
      ['edited', 'editor', 1, '10:24'],
      ['created', 'owner', 1, '10:00'],
    ]
    expect(await rows()).toEqual([['edited', 'owner', 9, '10:54'], ...former])
    app.setClock('2026-05-04T11:01:00Z')
    await change(owner, article, { content_markdown: 'Später.' })
    expect(await rows()).toEqual([['edited', 'owner', 1, '11:01'], ['edited', 'owner', 9, '10:54'], ...former])
  })

  test('what the database or a version refuses leaves no line', async () => {
    const article = await add(owner, 'Fest')
    await change(editor, article, { content_markdown: 'Neuer.' })
    const before = await linesOf(owner)
    const stale = await owner.call('PATCH', `/api/articles/${article.id}`, { version: article.version, title: 'Alt' })
    expect(stale.status).toBe(409)
    const lift = await refuseChangesOf(app.db, article.id)
    expect((await owner.call('DELETE', `/api/articles/${article.id}`)).status).toBe(500)
    await lift()
    expect(await linesOf(owner)).toEqual(before)
  })

  test('the server’s own publication is a line without a person', async () => {
    const soon = new Date(Date.now() + 60_000)
    const { id } = await add(owner, 'Morgens', { status: 'scheduled', published_at: soon.toISOString() })
    await run('turn-due-articles', new Date(soon.getTime() + 1000))
    const [line] = await linesOf(owner, ofRecord('articles', id))
    expect(line).toMatchObject({ verb: 'published', actor: null, automatic: true, undo: 'ready' })
  })

  test('a review, an assignment and a category are lines, too', async () => {
    const { id, version } = await add(owner, 'Zur Abnahme')
    await owner.call('PUT', `/api/articles/${id}/assignee`, { assignee_id: editor.id })
    await owner.call('POST', `/api/articles/${id}/review`, { version, reviewer_id: editor.id, note: '' })
    await editor.call('POST', `/api/articles/${id}/review/approval`, { version })
    expect(await verbsOf(owner, ofRecord('articles', id))).toEqual(['approved', 'submitted', 'assigned', 'created'])
    const { body: category } = await owner.call('POST', '/api/categories', { name: 'Kurz da' })
    await owner.call('DELETE', `/api/categories/${category.id}`)
    expect(await linesOf(owner, ofRecord('categories', category.id))).toMatchObject([
      { verb: 'purged', things: [{ title: 'Kurz da', now: 'gone' }], undo: null },
      { verb: 'created', things: [{ title: 'Kurz da', now: 'gone' }] },
    ])
  })
})

test('[TEAM-11] many at once: each save is counted once', async () => {
  const ids = []
  for (const title of ['Eins', 'Zwei', 'Drei'])
    ids.push((await owner.call('POST', '/api/links', { title, url: 'https://a.example' })).body.id)
  const people = [owner, editor]
  await Promise.all(
    ids.flatMap((id) =>
      people.flatMap(({ call }) =>
        [...Array(4).keys()].map((index) => call('PATCH', `/api/links/${id}`, { title: `Titel ${index}` })),
      ),
    ),
  )
  for (const id of ids) {
    const edits = (await linesOf(owner, ofRecord('links', id))).filter(({ verb }) => verb === 'edited')
    expect(edits.reduce((sum, { things }) => sum + (things[0]?.times ?? 0), 0)).toBe(8)
    if (DIALECT === 'sqlite') expect(edits).toHaveLength(2)
  }
})

describe('[TEAM-11] what many records have in one go', () => {
  test('is one line, which brings all of them back', async () => {
    const ids = []
    for (let index = 0; index < 12; index += 1) ids.push((await add(owner, `Serie ${index}`)).id)
    await owner.call('POST', '/api/articles/bulk', { ids, action: { do: 'remove' } })
    const [line, ...others] = await linesOf(owner, '?group=removal')
    expect(others).toEqual([])
    expect(line).toMatchObject({ verb: 'removed', count: 12, undo: 'ready' })
    expect(line?.things).toHaveLength(3)
    expect((await owner.call('GET', `/api/activity/${line?.id}/things`)).body.items).toHaveLength(12)
    const { status, body } = await owner.call('POST', `/api/activity/${line?.id}/undo`)
    expect([status, body.items.length]).toEqual([200, 12])
    expect((await owner.call('GET', `/api/articles/${ids[7]}`)).status).toBe(200)
    expect((await linesOf(owner, '?group=removal')).map(({ verb, count, undo }) => [verb, count, undo])).toEqual([
      ['restored', 12, null],
      ['removed', 12, 'changed'],
    ])
    const again = await owner.call('POST', `/api/activity/${line?.id}/undo`)
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('nicht mehr im Papierkorb')])
  })

  test('is taken back by the undo of the board and of the calendar, once and by its own person', async () => {
    const cards = []
    for (const title of ['Karte eins', 'Karte zwei'])
      cards.push((await owner.call('POST', '/api/tasks', { title, due_at: '2027-03-01T10:00:00.000Z' })).body)
    const ids = cards.map(({ id }) => id)
    await owner.call('POST', '/api/tasks/bulk', { ids, action: { do: 'priority', priority: 'high' } })
    const items = ids.map((id) => ({ noun: 'tasks', id, at: '2027-03-01T10:00:00.000Z' }))
    const moved = await owner.call('POST', '/api/planning/moves', { items, days: 2 })
    expect(moved.status).toBe(201)
    const [planned, ranked] = await linesOf(owner, '?noun=tasks')
    expect([planned, ranked].map((line) => [line?.verb, line?.count, line?.undo])).toEqual([
      ['edited', 2, 'ready'],
      ['edited', 2, 'ready'],
    ])
    expect((await linesOf(editor, '?noun=tasks'))[0]?.undo).toBeNull()
    expect((await editor.call('POST', `/api/activity/${planned?.id}/undo`)).status).toBe(404)
    for (const line of [planned, ranked])
      expect((await owner.call('POST', `/api/activity/${line?.id}/undo`)).status).toBe(200)
    const { body } = await owner.call('GET', `/api/tasks/${ids[1]}`)
    expect([body.priority, body.due_at]).toEqual([cards[1].priority, '2027-03-01T10:00:00.000Z'])
    expect((await owner.call('POST', `/api/activity/${planned?.id}/undo`)).status).toBe(404)
  })
})

test('[TEAM-11] settings, accounts, comments and imports have lines, for those who manage them', async () => {
  const said = async (account: TestAccount) =>
    (await linesOf(account)).map(({ noun, verb, count, things, undo }) => [noun, verb, count, things[0]?.title, undo])
  await owner.call('PATCH', '/api/settings', { site_title: 'Pixel & Prosa', comments: 'moderated' })
  await owner.call('PATCH', '/api/newsletter', { name: 'Post' })
  const clock = new Clock(app, new Date().toISOString())
  const { id, slug } = await publish(owner, 'Gespräch')
  for (const name of ['Eva', 'Timo']) await comment(app, clock, slug, { name, text: `Ein Beitrag von ${name}.` })
  const waiting = (await editor.call('GET', `/api/comments?state=waiting&article=${id}`)).body.items as { id: string }[]
  const ids = waiting.map((one) => one.id)
  await editor.call('PATCH', '/api/comments', { ids, state: 'shown' })
  clock.pass(60)
  await editor.call('PATCH', '/api/comments', { ids: ids.slice(0, 1), state: 'removed', reason: 'advert' })
  clock.pass(60)
  const person = await app.register('jonas@redaktion.example')
  for (const approval of ['approved', 'blocked']) {
    clock.pass(60)
    await owner.call('PATCH', `/api/users/${person.id}`, { approval })
  }
  clock.pass(60)
  expect((await said(owner))[0]).toEqual(['users', 'blocked', 1, 'jonas@redaktion.example', null])
  await owner.call('DELETE', `/api/users/${person.id}`, { articles_to: null })
  clock.pass(60)
  const form = new FormData()
  form.set('file', new File(['# Alt\n\nText.'], 'alt.md'))
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  expect((await fetch(`${app.url}/api/imports`, { method: 'POST', headers, body: form })).status).toBe(201)
  const shared = [
    ['comments', 'hidden', 1, 'Timo', null],
    ['comments', 'approved', 2, 'Timo', null],
    ['articles', 'published', 1, 'Gespräch', 'ready'],
    ['newsletter', 'edited', 1, '', null],
    ['settings', 'edited', 1, '', null],
  ]
  expect(await said(owner)).toEqual([
    ['imports', 'started', 1, 'alt.md', null],
    // Names of persons go with them.
    ['users', 'purged', 1, '', null],
    ['users', 'blocked', 1, '', null],
    ['users', 'approved', 1, '', null],
    ...shared,
  ])
  const decided = shared.slice(0, 2).map((line) => [...line.slice(0, 4), 'ready'])
  expect(await said(editor)).toEqual([...decided, ...shared.slice(2)])
  const [settings] = await linesOf(editor, '?noun=settings')
  expect(settings).toMatchObject({ actor: { name: 'Ruth Adler' }, things: [{ now: 'there' }] })
  expect(await said(await withRole('contributor'))).toEqual(
    shared.slice(2, 3).map((line) => [...line.slice(0, 4), null]),
  )
})

test('[TEAM-11] [COM-4] a decision about comments is taken back once, by its own person; they wait again, and the bell says so', async () => {
  await owner.call('PATCH', '/api/settings', { comments: 'moderated' })
  const clock = new Clock(app, new Date().toISOString())
  const { id, slug } = await publish(owner, 'Zurückgenommen')
  for (const name of ['Eva', 'Timo']) await comment(app, clock, slug, { name, text: `Ein Beitrag von ${name}.` })
  const waiting = async () => (await editor.call('GET', `/api/comments?state=waiting&article=${id}`)).body.items
  const ids = (await waiting()).map((one: { id: string }) => one.id)
  const page = async () => (await app.call<string>('GET', `/article/${slug}`)).body
  const unread = async ({ call }: TestAccount) =>
    ((await call('GET', '/api/notices')).body.items as { kind: string; read: boolean; count: number }[]).find(
      ({ kind, read }) => kind === 'comment_waiting' && !read,
    )?.count ?? 0
  const before = await unread(owner)
  await editor.call('PATCH', '/api/comments', { ids, state: 'shown' })
  expect([await unread(owner), await unread(editor)]).toEqual([before - 2, 0])
  const [shown] = await linesOf(editor, '?noun=comments')
  expect(shown).toMatchObject({ verb: 'approved', count: 2, undo: 'ready' })
  expect((await linesOf(owner, '?noun=comments'))[0]?.undo).toBeNull()
  expect((await owner.call('POST', `/api/activity/${shown?.id}/undo`)).status).toBe(404)
  expect(await page()).toContain('Ein Beitrag von Timo.')
  const undo = () => editor.call('POST', `/api/activity/${shown?.id}/undo`)
  const undone = await undo()
  expect([undone.status, undone.body.items.map((item: { outcome: string }) => item.outcome)]).toEqual([
    200,
    ['changed', 'changed'],
  ])
  expect(await page()).not.toContain('Ein Beitrag von')
  expect(await waiting()).toHaveLength(2)
  expect([await unread(owner), await unread(editor)]).toEqual([before, 0])
  expect([(await undo()).status, (await linesOf(editor, '?noun=comments&group=review'))[0]?.undo]).toEqual([404, null])
  // What was decided otherwise meanwhile stays, with the reason.
  await editor.call('PATCH', '/api/comments', { ids: ids.slice(0, 1), state: 'shown' })
  const [again] = await linesOf(editor, '?noun=comments&group=review')
  await owner.call('PATCH', '/api/comments', { ids: ids.slice(0, 1), state: 'removed', reason: 'advert' })
  const refused = await editor.call('POST', `/api/activity/${again?.id}/undo`)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringContaining('inzwischen anders entschieden'),
  ])
})

describe('[TEAM-11] taking a status back', () => {
  test('gives an article and a page the former one; what was changed since stays, with the reason', async () => {
    const article = await change(owner, await add(owner, 'Öffentlich'), { status: 'published' })
    const [line] = await linesOf(editor, ofRecord('articles', article.id))
    expect((await editor.call('POST', `/api/activity/${line?.id}/undo`)).status).toBe(200)
    const now = (await owner.call('GET', `/api/articles/${article.id}`)).body as Article
    expect(now.status).toBe('draft')
    // Text that was written since stays, and the status is taken back; steps that are not folded yet, too.
    const scheduled = await change(owner, now, { status: 'scheduled', published_at: IN_A_YEAR })
    await change(editor, scheduled, { title: 'Anders' })
    const { body: log } = await editor.call('POST', `/api/articles/${article.id}/steps/join`)
    const { length } = log.content_markdown as string
    const step = { editor: crypto.randomUUID(), n: 1, epoch: log.epoch, base: log.seq, changes: [length, [0, '!']] }
    expect((await editor.call('POST', `/api/articles/${article.id}/steps`, step)).status).toBe(200)
    const publishing = () => linesOf(owner, `${ofRecord('articles', article.id)}&group=publishing`)
    const [planned] = await publishing()
    expect(planned).toMatchObject({ verb: 'scheduled', undo: 'ready' })
    expect((await owner.call('POST', `/api/activity/${planned?.id}/undo`)).status).toBe(200)
    const written = (await owner.call('GET', `/api/articles/${article.id}`)).body as Article
    expect(written).toMatchObject({ status: 'draft', title: 'Anders', content_markdown: `${log.content_markdown}!` })
    // What readers would get again has to be what was published, and a later status is not lost.
    const live = await change(owner, written, { status: 'published' })
    const hidden = await change(editor, live, { status: 'draft' })
    await change(owner, hidden, { title: 'Noch nicht öffentlich' })
    const [withdrawn, shownBefore] = await publishing()
    expect([withdrawn, shownBefore].map((one) => [one?.verb, one?.undo])).toEqual([
      ['withdrawn', 'changed'],
      ['published', 'changed'],
    ])
    for (const one of [withdrawn, shownBefore]) {
      const refused = await owner.call('POST', `/api/activity/${one?.id}/undo`)
      expect([refused.status, refused.body.code]).toEqual([409, 'version_conflict'])
      expect(refused.body.message).toContain('inzwischen weiter geändert')
    }

    const page = (await owner.call('POST', '/api/pages', { title: 'Über', content_markdown: '.', status: 'published' }))
      .body
    await owner.call('PATCH', `/api/pages/${page.id}`, { version: page.version, title: 'Über uns' })
    const lines = await linesOf(owner, `${ofRecord('pages', page.id)}&group=publishing`)
    const shown = lines.find(({ verb }) => verb === 'published')
    expect(shown?.undo).toBe('ready')
    expect((await owner.call('POST', `/api/activity/${shown?.id}/undo`)).status).toBe(200)
    expect((await owner.call('GET', `/api/pages/${page.id}`)).body).toMatchObject({
      status: 'draft',
      title: 'Über uns',
    })
  })
})

describe('[TEAM-11] who sees the activity', () => {
  test('guests that of articles they are invited to, contributors that of the desk; nobody undoes what their role may not', async () => {
    const [writer, guest] = [await withRole('contributor'), await withRole('guest')]
    const article = await change(owner, await add(owner, 'Für alle'), { status: 'published' })
    await owner.call('POST', '/api/tasks', { title: 'Intern' })
    const own = await add(writer, 'Eigener')
    for (const { id } of [article, own]) await owner.call('PUT', `/api/articles/${id}/guests/${guest.id}`)
    await writer.call('DELETE', `/api/articles/${own.id}`)
    expect(new Set((await linesOf(guest)).map(({ noun }) => noun))).toEqual(new Set(['articles']))
    expect(new Set((await linesOf(writer)).map(({ noun }) => noun))).toEqual(new Set(['articles', 'tasks']))
    const [, published] = await linesOf(writer, ofRecord('articles', article.id))
    expect(published).toMatchObject({ verb: 'published', undo: null })
    for (const { call } of [writer, guest])
      expect((await call('POST', `/api/activity/${published?.id}/undo`)).body.code).toBe('role_forbidden')
    const [removed] = await linesOf(writer, ofRecord('articles', own.id))
    expect((await linesOf(guest, ofRecord('articles', own.id)))[0]?.undo).toBeNull()
    expect(removed).toMatchObject({ verb: 'removed', undo: 'ready' })
    expect((await writer.call('POST', `/api/activity/${removed?.id}/undo`)).status).toBe(200)
    const [task] = await linesOf(owner, '?noun=tasks')
    expect((await guest.call('GET', `/api/activity/${task?.id}/things`)).status).toBe(404)
    expect((await app.call('GET', '/api/activity')).status).toBe(401)
    const pending = await app.register()
    expect((await pending.call('GET', '/api/activity')).body.code).toBe('approval_pending')
  })

  test('the line of an account that is gone stays, without its name', async () => {
    const leaving = await withRole('editor')
    const { id } = await add(leaving, 'Bleibt')
    await owner.call('DELETE', `/api/users/${leaving.id}`, { articles_to: owner.id })
    expect(await linesOf(owner, ofRecord('articles', id))).toMatchObject([
      { verb: 'created', actor: null, automatic: false },
    ])
  })
})

describe('[TEAM-11] the list', () => {
  test('is filtered by person, kind, and day of the site’s zone, and paged', async () => {
    // 23:30 of 28 March in Berlin, 00:30 of the day on which clocks go forward, and its last minute.
    for (const [moment, title] of [
      ['2026-03-28T22:30:00Z', 'Vorabend'],
      ['2026-03-28T23:30:00Z', 'Nachts'],
      ['2026-03-29T21:59:00Z', 'Spät'],
      ['2026-03-29T22:00:00Z', 'Montag'],
    ] as const) {
      app.setClock(moment)
      await add(title === 'Spät' ? editor : owner, title)
    }
    const titles = async (query: string) => (await linesOf(owner, query)).map(({ things }) => things[0]?.title)
    expect(await titles('?day=2026-03-29')).toEqual(['Spät', 'Nachts'])
    expect(await titles(`?day=2026-03-29&person=${editor.id}`)).toEqual(['Spät'])
    expect(await titles('?group=removal')).toEqual([])
    expect(await titles('?day=9999-12-31')).toEqual([])
    for (const day of ['0001-01-01', '2026-02-30', 'gestern'])
      expect((await owner.call('GET', `/api/activity?day=${day}`)).body).toMatchObject({
        code: 'validation_failed',
        fields: expect.arrayContaining([expect.objectContaining({ field: 'day' })]),
      })
    const first = (await owner.call('GET', '/api/activity?limit=3')).body
    expect(first.items).toHaveLength(3)
    expect(await titles(`?limit=3&cursor=${first.next_cursor}`)).toEqual(['Vorabend'])
  })

  test('loses lines after 400 days', async () => {
    app.setClock('2026-01-01T12:00:00Z')
    await add(owner, 'Alt')
    app.setClock('2026-01-02T12:00:00Z')
    await add(owner, 'Jünger')
    await run('forget-activity', new Date(Date.parse('2026-01-01T13:00:00Z') + ACTIVITY_DAYS * 86_400_000))
    expect((await linesOf(owner)).map(({ things }) => things[0]?.title)).toEqual(['Jünger'])
  })
})

test('[TEAM-11] a person who deletes the own account leaves a line without a name', async () => {
  const leaving = await app.register()
  await owner.call('PATCH', `/api/users/${leaving.id}`, { approval: 'approved' })
  const { status } = await leaving.call('DELETE', '/api/account', { articles_to: null, password: leaving.password })
  expect(status).toBe(204)
  const [line] = (await owner.call('GET', '/api/activity')).body.items
  expect(line).toMatchObject({ noun: 'users', verb: 'purged', actor: null, automatic: false })
})
