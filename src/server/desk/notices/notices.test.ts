import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refuseChangesOf } from '../../../../tests/support/broken-article.ts'
import { openLive } from '../../../../tests/support/live-stream.ts'
import {
  callAs,
  DIALECT,
  startTestApp,
  type Answer,
  type TestAccount,
  type TestApp,
} from '../../../../tests/support/test-app.ts'
import type { Article } from '../../../contract/articles.ts'
import type { Notice, NoticeChoices, UnreadNotices } from '../../../contract/notices.ts'
import type { Task } from '../../../contract/tasks.ts'
import { readConfig } from '../../config.ts'
import { changesOf, inTransaction } from '../../platform/db/transaction.ts'
import { runIfDue } from '../../platform/job.ts'
import { createLog } from '../../platform/log.ts'
import { Metrics } from '../../platform/metrics.ts'
import { notify } from '../../platform/notify.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { SCHEDULE } from '../../schedule.ts'

let app: TestApp
/** A second instance on the same PostgreSQL; a file of SQLite has one. */
let beside: TestApp
let owner: TestAccount
let editor: TestAccount
let waiting: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  beside = DIALECT === 'postgres' ? await startTestApp({ beside: app }) : app
  owner = await app.register()
  editor = await app.register()
  await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'approved' })
  await owner.call('PATCH', '/api/account', { display_name: 'Ruth Adler' })
  waiting = await app.register()
})
afterAll(async () => {
  if (beside !== app) await beside.stop()
  await app.stop()
})
beforeEach(async () => {
  await app.db.deleteFrom('notices').execute()
  await app.db.deleteFrom('notice_choices').execute()
})

const listOf = async ({ call }: TestAccount, query = ''): Promise<Notice[]> =>
  (await call('GET', `/api/notices${query}`)).body.items
const unreadOf = async ({ call }: TestAccount): Promise<UnreadNotices> =>
  (await call('GET', '/api/notices/unread')).body
const kindsOf = async (account: TestAccount) => (await listOf(account)).map(({ kind }) => kind)
const addTask = async (by: TestAccount, title: string, more: object = {}): Promise<Task> =>
  (await by.call('POST', '/api/tasks', { title, ...more })).body
const addArticle = async (by: TestAccount, title: string, more: object = {}): Promise<Article> =>
  (await by.call('POST', '/api/articles', { title, content_markdown: 'Text.', ...more })).body
const runtimeOf = (instance: TestApp, now = new Date()) =>
  ({
    db: instance.db,
    log: createLog('silent'),
    metrics: new Metrics(),
    config: readConfig({ DATA_DIR: instance.dataDir, PORT: '1' }),
    clock: () => now,
  }) as Runtime
const job = (name: string) => SCHEDULE.find((one) => one.name === name)!
const NOBODY: UnreadNotices = { me: 0, desk: 0, system: 0 }

describe('[TEAM-10] assignments', () => {
  test('three of one person are one row that counts three, and lead to the newest', async () => {
    const tasks = []
    for (const title of ['Bildrechte', 'Lektorat', 'Titelbild'])
      tasks.push(await addTask(owner, title, { assignee_id: editor.id }))
    const [row, ...others] = await listOf(editor)
    expect(others).toEqual([])
    expect(row).toMatchObject({ kind: 'assigned', count: 3, read: false, reason: null })
    expect(row?.actor).toEqual({ id: owner.id, name: 'Ruth Adler' })
    expect(row?.things[0]).toEqual({ noun: 'tasks', id: tasks[2]?.id, title: 'Titelbild' })
    expect(await unreadOf(editor)).toEqual({ me: 3, desk: 0, system: 0 })
    expect(await unreadOf(owner)).toEqual(NOBODY)
  })

  test('the same card again counts once; handed on, it leaves the first person’s row', async () => {
    const { id } = await addTask(owner, 'Hin und her', { assignee_id: editor.id })
    await owner.call('PATCH', `/api/tasks/${id}`, { assignee_id: null })
    expect(await listOf(editor)).toEqual([])
    await owner.call('PUT', `/api/tasks/${id}/position`, { status: 'draft', assignee_id: editor.id })
    await owner.call('PATCH', `/api/tasks/${id}`, { title: 'Umbenannt' })
    expect(await listOf(editor)).toMatchObject([{ kind: 'assigned', count: 1 }])
    await owner.call('DELETE', `/api/tasks/${id}`)
    expect(await unreadOf(editor)).toEqual(NOBODY)
  })

  test('nobody is notified of their own', async () => {
    await addTask(editor, 'Selbst genommen', { assignee_id: editor.id })
    expect(await listOf(editor)).toEqual([])
  })

  test('an article has a responsible person, who is notified; its version stays', async () => {
    const { id, version } = await addArticle(owner, 'Pixel mit Haltung')
    const assign = (assignee_id: string | null) => owner.call('PUT', `/api/articles/${id}/assignee`, { assignee_id })
    expect((await assign(editor.id)).body).toMatchObject({ assignee_id: editor.id, version })
    expect(await listOf(editor)).toMatchObject([{ kind: 'assigned', things: [{ noun: 'articles', id }] }])
    const mine = await owner.call('GET', `/api/articles?assignee_id=${editor.id}`)
    expect(mine.body.items).toMatchObject([{ id, assignee_id: editor.id }])
    expect((await assign(waiting.id)).body).toMatchObject({
      code: 'validation_failed',
      fields: [{ field: 'assignee_id' }],
    })
    expect((await assign(null)).body.assignee_id).toBeNull()
    expect(await listOf(editor)).toEqual([])
  })

  test('of a bulk change make one row, and its undo takes it back', async () => {
    const ids = []
    for (let index = 0; index < 4; index += 1) ids.push((await addTask(owner, `Karte ${index}`)).id)
    const action = { do: 'assign', assignee_id: editor.id }
    const { body } = await owner.call('POST', '/api/tasks/bulk', { ids, action })
    expect(await listOf(editor)).toMatchObject([{ kind: 'assigned', count: 4 }])
    await owner.call('POST', `/api/tasks/bulk/${body.undo_id}/undo`)
    expect(await listOf(editor)).toEqual([])
  })
})

describe('[TEAM-10] what the editors are notified of', () => {
  test('an article that appears, everybody but the one who published it', async () => {
    const { id } = await addArticle(editor, 'Das Ende der Ladebildschirme', { status: 'published' })
    expect(await kindsOf(editor)).toEqual([])
    expect(await listOf(owner)).toMatchObject([{ kind: 'published', count: 1, things: [{ noun: 'articles', id }] }])
    await addArticle(editor, 'Nachtzug', { status: 'published' })
    expect(await listOf(owner)).toMatchObject([{ kind: 'published', count: 2 }])
    const { body } = await editor.call('GET', `/api/articles/${id}`)
    await editor.call('PATCH', `/api/articles/${id}`, { version: body.version, status: 'draft' })
    expect(await listOf(owner)).toMatchObject([{ kind: 'published', count: 1, things: [{ title: 'Nachtzug' }] }])
  })

  test('a scheduled article that does not appear, once while it fails; then that it has', async () => {
    const { id } = await addArticle(owner, 'Zwölf Wochen Linux', {
      status: 'scheduled',
      published_at: '2027-03-01T10:00:00Z',
    })
    const mend = await refuseChangesOf(app.db, id)
    const at = (second: number) => new Date(Date.parse('2027-03-01T10:00:00Z') + second * 1000)
    const turn = (second: number) => runIfDue(runtimeOf(app, at(second)), job('turn-due-articles'))
    for (const second of [1, 2, 3]) await turn(second)
    for (const account of [owner, editor])
      expect(await listOf(account)).toMatchObject([
        { kind: 'not_published', count: 1, reason: expect.stringContaining('Server'), things: [{ id }] },
      ])
    await mend()
    await turn(4)
    expect(await kindsOf(editor)).toEqual(['published'])
  })

  test('a feed that cannot be read, once until it can be again', async () => {
    const { body: feed } = await owner.call('POST', '/api/feeds', { url: 'http://127.0.0.1:9/feed' })
    const read = () => owner.call('POST', '/functions/v1/import-rss-feed', { feedId: feed.id })
    await read()
    await read()
    expect(await listOf(editor)).toMatchObject([{ kind: 'feed_broken', count: 1, reason: expect.any(String) }])
    const [row] = await listOf(editor)
    await editor.call('PATCH', `/api/notices/${row?.id}`, { read: true })
    await read()
    expect(await unreadOf(editor)).toEqual(NOBODY)
    await owner.call('DELETE', `/api/feeds/${feed.id}`)
  })
})

describe('[TEAM-10] [RUL-30] what owners alone are notified of', () => {
  test('an account that waits, until one of them has decided', async () => {
    const account = await app.register()
    expect(await listOf(owner)).toMatchObject([{ kind: 'account_waiting', count: 1, things: [{ id: account.id }] }])
    expect(await listOf(editor)).toEqual([])
    await account.call('PATCH', '/api/account', { display_name: 'Tarek Benali' })
    expect(await unreadOf(owner)).toEqual({ me: 0, desk: 0, system: 1 })
    await owner.call('PATCH', `/api/users/${account.id}`, { approval: 'approved' })
    expect(await listOf(owner)).toEqual([])
  })

  test('a former owner no longer sees them', async () => {
    const second = await app.register()
    await owner.call('PATCH', `/api/users/${second.id}`, { approval: 'approved', role: 'owner' })
    await app.register()
    expect(await kindsOf(second)).toEqual(['account_waiting'])
    await owner.call('PATCH', `/api/users/${second.id}`, { role: 'editor' })
    expect(await listOf(second)).toEqual([])
    expect(await unreadOf(second)).toEqual(NOBODY)
    const { body } = await second.call('PATCH', '/api/notices/choices', { kind: 'backup_failed', bell: false })
    expect(body).toMatchObject({ code: 'validation_failed', fields: [{ field: 'kind' }] })
  })
})

describe('[TEAM-10] a task that is due the next day', () => {
  test('is reported once in the site’s zone, from eight o’clock, by however many instances', async () => {
    await owner.call('PATCH', '/api/settings', { timezone: 'Pacific/Auckland' })
    const due = { due_at: '2027-05-11T10:59:00Z', assignee_id: editor.id }
    await addTask(owner, 'Morgen', due)
    await addTask(owner, 'Auch morgen', due)
    await addTask(owner, 'Fertig', { ...due, status: 'published' })
    await addTask(owner, 'Übermorgen', { ...due, due_at: '2027-05-12T10:59:00Z' })
    const own = await addTask(owner, 'Von mir', { due_at: due.due_at })
    await app.db.deleteFrom('notices').execute()
    const run = (instance: TestApp, at: string) => {
      const runtime = runtimeOf(instance, new Date(at))
      const { hasWork, run } = job('note-due-tomorrow')
      return hasWork!(runtime).then((has) => (has ? run(runtime) : undefined))
    }
    // 07:59 in Auckland, the day before.
    await run(app, '2027-05-09T19:59:00Z')
    expect(await listOf(editor)).toEqual([])
    await Promise.all([app, beside, app, beside].map((instance) => run(instance, '2027-05-09T20:00:00Z')))
    expect(await listOf(editor)).toMatchObject([{ kind: 'due_tomorrow', count: 2, actor: null }])
    expect(await listOf(owner)).toMatchObject([{ kind: 'due_tomorrow', count: 1, things: [{ id: own.id }] }])
    const [row] = await listOf(editor)
    await editor.call('PATCH', `/api/notices/${row?.id}`, { read: true })
    await run(app, '2027-05-10T09:00:00Z')
    expect(await unreadOf(editor)).toEqual(NOBODY)
    await owner.call('PATCH', '/api/settings', { timezone: 'Europe/Berlin' })
  })
})

describe('[TEAM-10] reading', () => {
  test('a row that was read takes no further things; unread again, it counts again', async () => {
    await addTask(owner, 'Eins', { assignee_id: editor.id })
    const [first] = await listOf(editor)
    expect((await editor.call('PATCH', `/api/notices/${first?.id}`, { read: true })).body).toEqual(NOBODY)
    await addTask(owner, 'Zwei', { assignee_id: editor.id })
    expect(await listOf(editor)).toMatchObject([
      { count: 1, read: false },
      { count: 1, read: true, id: first?.id },
    ])
    const again = await editor.call('PATCH', `/api/notices/${first?.id}`, { read: false })
    expect(again.body).toEqual({ me: 2, desk: 0, system: 0 })
  })

  test('all of them, or a group, up to the newest that was shown', async () => {
    await addTask(owner, 'Für mich', { assignee_id: editor.id })
    await addArticle(owner, 'Erschienen', { status: 'published' })
    const [newest] = await listOf(editor)
    const read = (input: object) => editor.call('POST', '/api/notices/read', input)
    expect((await read({ up_to: '2020-01-01T00:00:00Z' })).body).toEqual({ me: 1, desk: 1, system: 0 })
    expect((await read({ up_to: newest?.at, group: 'desk' })).body).toEqual({ me: 1, desk: 0, system: 0 })
    expect((await listOf(editor, '?group=me')).map(({ kind }) => kind)).toEqual(['assigned'])
    expect((await read({ up_to: newest?.at })).body).toEqual(NOBODY)
  })

  test('belongs to the account alone: 404 for others, 403 while waiting, 401 for strangers', async () => {
    await addTask(owner, 'Nur deine', { assignee_id: editor.id })
    const [row] = await listOf(editor)
    const mark = ({ call }: Pick<TestAccount, 'call'>) => call('PATCH', `/api/notices/${row?.id}`, { read: true })
    expect((await mark(owner)).status).toBe(404)
    expect((await mark(waiting)).body.code).toBe('approval_pending')
    expect((await mark(app)).status).toBe(401)
    expect((await listOf(editor))[0]?.read).toBe(false)
  })

  test('pages from the newest to the oldest without a gap', async () => {
    for (let index = 0; index < 5; index += 1) {
      await addTask(owner, `Seite ${index}`, { assignee_id: editor.id })
      const [row] = await listOf(editor)
      await editor.call('PATCH', `/api/notices/${row?.id}`, { read: true })
    }
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: Answer = await editor.call('GET', `/api/notices?limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...body.items.map(({ things }: Notice) => things[0]?.title))
      cursor = body.next_cursor
    }
    expect(seen).toEqual(['Seite 4', 'Seite 3', 'Seite 2', 'Seite 1', 'Seite 0'])
    expect((await editor.call('GET', '/api/notices?cursor=unsinn')).status).toBe(400)
  })
})

describe('[TEAM-10] [RUL-62] choices', () => {
  test('have defaults, are kept per kind, and silence a kind', async () => {
    const { body }: { body: NoticeChoices } = await editor.call('GET', '/api/notices/choices')
    expect(body).toMatchObject({ mail: false, hour: 8 })
    expect(body.kinds.map(({ kind }) => kind)).toEqual([
      'assigned',
      'mentioned',
      'submitted',
      'approved',
      'returned',
      'suggestion_decided',
      'due_tomorrow',
      'published',
      'not_published',
      'comment_waiting',
      'comment_reported',
      'feed_broken',
    ])
    const chosen = await editor.call('PATCH', '/api/notices/choices', { kind: 'published', bell: false })
    expect(chosen.body.kinds).toContainEqual({ kind: 'published', bell: false, mail: false })
    await addArticle(owner, 'Leise', { status: 'published' })
    expect(await listOf(editor)).toEqual([])
    expect((await editor.call('PATCH', '/api/notices/choices', { kind: 'nichts' })).status).toBe(400)
    expect((await editor.call('PUT', '/api/notices/digest', { hour: 3 })).body.fields).toMatchObject([
      { field: 'hour' },
    ])
  })

  test('of two tabs at once both take effect', async () => {
    await Promise.all([
      editor.call('PATCH', '/api/notices/choices', { kind: 'due_tomorrow', bell: false }),
      editor.call('PATCH', '/api/notices/choices', { kind: 'due_tomorrow', mail: true }),
    ])
    const { body } = await editor.call('GET', '/api/notices/choices')
    expect(body.kinds).toContainEqual({ kind: 'due_tomorrow', bell: false, mail: true })
  })
})

test('[TEAM-10] many events at once, on PostgreSQL of two instances, make one row', async () => {
  const elsewhere = { ...owner, call: callAs(beside.url, owner.accessToken) }
  await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      addTask(index % 2 === 0 ? owner : elsewhere, `Zugleich ${index}`, { assignee_id: editor.id }),
    ),
  )
  expect(await listOf(editor)).toMatchObject([{ kind: 'assigned', count: 24 }])
})

test('[TEAM-10] events and reading at once lose nothing: each thing is in a read row or an unread one', async () => {
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      if (index % 4 === 3)
        await editor.call('POST', '/api/notices/read', { up_to: new Date(Date.now() + 1000).toISOString() })
      else await addTask(owner, `Gemischt ${index}`, { assignee_id: editor.id })
    }),
  )
  const rows = await listOf(editor)
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(15)
  expect(rows.filter(({ read }) => !read).length).toBeLessThanOrEqual(1)
})

test('[TEAM-10] [RUL-35] the live stream reports a notice to its account alone', async () => {
  const mine = await openLive(app.url, editor.accessToken)
  const other = await openLive(app.url, owner.accessToken)
  const task = await addTask(owner, 'Live', { assignee_id: editor.id })
  const until = async (stream: typeof mine, noun: string) => {
    const nouns: string[] = []
    while (!nouns.includes(noun))
      nouns.push(String(((await stream.next())?.data as { noun?: string } | undefined)?.noun))
    return nouns
  }
  expect(await until(mine, 'notices')).toContain('tasks')
  await owner.call('POST', '/api/links', { title: 'Ende', url: 'https://example.org' })
  expect(await until(other, 'links')).not.toContain('notices')
  await mine.close()
  await other.close()
  await owner.call('DELETE', `/api/tasks/${task.id}`)
})

test('[TEAM-10] a notice is gone when its cause is rolled back', async () => {
  const work = inTransaction(app.db, async (tx) => {
    const things = [{ noun: 'tasks', id: crypto.randomUUID(), title: 'Nie gewesen' }]
    await notify(tx, { kind: 'assigned', things, to: [editor.id], by: owner.id, at: new Date() })
    throw new Error('zurück')
  })
  await expect(work).rejects.toThrow('zurück')
  expect(await listOf(editor)).toEqual([])
})

test('[TEAM-10] an import notifies nobody of what it publishes', async () => {
  const things = [{ noun: 'articles', id: crypto.randomUUID(), title: 'Alt' }]
  await inTransaction(app.db, (tx) => notify(tx, { kind: 'published', things, by: null, at: new Date() }), {
    quiet: true,
  })
  expect(await listOf(editor)).toEqual([])
  expect(changesOf(app.db).listeners).toBeGreaterThan(0)
})

test('[TEAM-10] read notices go after 30 days, others after 90, and an account keeps at most 500', async () => {
  const now = new Date('2027-09-01T00:00:00Z')
  const row = (days: number, read: boolean) => ({
    id: crypto.randomUUID(),
    user_id: editor.id,
    kind: 'assigned',
    open_key: null,
    actor_id: null,
    bell: 1,
    changed_at: new Date(now.getTime() - days * 86_400_000).toISOString(),
    read_at: read ? now.toISOString() : null,
  })
  const rows = [row(29, true), row(31, true), row(89, false), row(91, false)]
  await app.db.insertInto('notices').values(rows).execute()
  await job('forget-notices').run(runtimeOf(app, now))
  const ids = async () => (await app.db.selectFrom('notices').select('id').execute()).map(({ id }) => id)
  expect((await ids()).toSorted()).toEqual([rows[0]!.id, rows[2]!.id].toSorted())
  const many = Array.from({ length: 510 }, () => row(1, false))
  await app.db.insertInto('notices').values(many).execute()
  await job('forget-notices').run(runtimeOf(app, now))
  expect(await ids()).toHaveLength(500)
})
