import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { refuseChangesOf, refuseRowsOf } from '../../../../tests/support/broken-article.ts'
import { creating } from '../../../../tests/support/creating.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import type { Task, TaskStatus } from '../../../contract/tasks.ts'
import type { TaskBulkResult } from '../../../contract/tasks/bulk.ts'

let app: TestApp
let owner: TestAccount
let editor: TestAccount
const STRANGER = '01919191-9191-7191-9191-919191919191'

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
  editor = await app.register()
  await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'approved' })
})
beforeEach(() => app.db.deleteFrom('editorial_tasks').execute())
afterAll(() => app.stop())

const add = creating<Task>('/api/tasks', () => owner)
const board = async () => (await owner.call('GET', '/api/tasks/board')).body as { items: Task[]; limits: object }
const column = async (status: TaskStatus) =>
  (await board()).items.filter((task) => task.status === status).map(({ title }) => title)
const outcomes = ({ items }: TaskBulkResult) => items.map(({ outcome }) => outcome)
const bulk = (ids: string[], action: object, account = owner) =>
  account.call('POST', '/api/tasks/bulk', { ids, action })
const undo = (id: string | null, account = owner) => account.call('POST', `/api/tasks/bulk/${id}/undo`)

test('[DESK-8] limits of columns are set one by one by every approved account, and block nothing', async () => {
  expect((await board()).limits).toEqual({})
  const set = (limits: object, account = owner) => account.call('PUT', '/api/tasks/limits', { limits })
  expect((await set({ idea: 1, ready: 4 })).body.limits).toEqual({ idea: 1, ready: 4 })
  expect((await set({ ready: 5, editing: 2 }, editor)).body.limits).toEqual({ idea: 1, ready: 5, editing: 2 })
  expect((await set({ editing: null })).body.limits).toEqual({ idea: 1, ready: 5 })
  for (const title of ['eins', 'zwei']) expect((await add({ title })).status).toBe('idea')
  const { id } = await add({ title: 'drei', status: 'draft' })
  expect((await owner.call('PUT', `/api/tasks/${id}/position`, { status: 'idea' })).status).toBe(200)
  expect(await column('idea')).toEqual(['eins', 'zwei', 'drei'])
  for (const limits of [{ idea: 0 }, { idea: 1000 }, { idea: 1.5 }, { nowhere: 3 }])
    expect((await set(limits)).status).toBe(400)
  const stranger = await app.register()
  expect((await set({ idea: 3 }, stranger)).status).toBe(403)
  // Two concurrent requests for different columns: neither is lost.
  await Promise.all([set({ draft: 7 }), set({ scheduled: 8 }, editor)])
  expect((await board()).limits).toEqual({ idea: 1, ready: 5, draft: 7, scheduled: 8 })
  await set({ idea: null, ready: null, draft: null, scheduled: null })
})

test('[DESK-8] a move may also set the assignee, and the history shows it', async () => {
  const { id } = await add({ title: 'Lektorat' })
  const move = (to: object) => owner.call('PUT', `/api/tasks/${id}/position`, to)
  expect((await move({ status: 'ready', assignee_id: editor.id })).body).toMatchObject({
    status: 'ready',
    assignee_id: editor.id,
  })
  expect((await move({ status: 'ready' })).body.assignee_id).toBe(editor.id)
  expect((await move({ status: 'ready', assignee_id: null })).body.assignee_id).toBeNull()
  const refused = await move({ status: 'idea', assignee_id: STRANGER })
  expect([refused.status, refused.body.fields]).toEqual([
    400,
    [{ field: 'assignee_id', reason: 'Diese Person gibt es hier nicht' }],
  ])
  expect(await column('ready')).toEqual(['Lektorat'])
  const { items } = (await owner.call('GET', `/api/tasks/${id}/history`)).body
  expect(items.map(({ field }: { field: string }) => field).toSorted()).toEqual([
    'assignee_id',
    'assignee_id',
    'created',
    'status',
  ])
})

test('[DESK-8] several cards are moved at once in their order, each with its result, and one undo restores all', async () => {
  const [a, b, c, d] = [
    await add({ title: 'A' }),
    await add({ title: 'B' }),
    await add({ title: 'C' }),
    await add({ title: 'D', status: 'ready' }),
  ]
  const { status, body } = await bulk([a.id, c.id, d.id, STRANGER], { do: 'move', status: 'ready' })
  expect([status, outcomes(body)]).toEqual([200, ['changed', 'changed', 'unchanged', 'failed']])
  expect(body.items[3]).toMatchObject({ id: STRANGER, title: null })
  expect([await column('idea'), await column('ready')]).toEqual([['B'], ['D', 'A', 'C']])
  // Another card is put at the position of one of them: that one comes back after it.
  await owner.call('PUT', `/api/tasks/${b.id}/position`, { status: 'idea', after_id: null })
  const back = await undo(body.undo_id)
  expect([back.status, outcomes(back.body)]).toEqual([200, ['changed', 'changed']])
  expect((await column('idea')).toSorted()).toEqual(['A', 'B', 'C'])
  expect((await column('idea')).indexOf('A')).toBeLessThan((await column('idea')).indexOf('C'))
  expect(await column('ready')).toEqual(['D'])
  expect((await undo(body.undo_id)).status).toBe(404)
})

test('[DESK-8] an undo of several cards restores each one’s position, person, priority and day, also from the trash', async () => {
  const given = await Promise.all([
    add({ title: 'A', priority: 'low', assignee_id: editor.id, due_at: '2026-03-02T22:59:00.000Z' }),
    add({ title: 'B', priority: 'high', status: 'draft' }),
  ])
  const ids = given.map(({ id }) => id)
  const before = (await board()).items
  for (const [action, now] of [
    [{ do: 'assign', assignee_id: owner.id }, { assignee_id: owner.id }],
    [{ do: 'priority', priority: 'med' }, { priority: 'med' }],
    [{ do: 'due', due_at: '2026-05-05T21:59:00.000Z' }, { due_at: '2026-05-05T21:59:00.000Z' }],
    [{ do: 'move', status: 'editing' }, { status: 'editing' }],
  ] as const) {
    const { body } = await bulk(ids, action)
    expect(outcomes(body)).toEqual(['changed', 'changed'])
    for (const task of (await board()).items) expect(task).toMatchObject(now)
    expect((await undo(body.undo_id)).status).toBe(200)
    expect((await board()).items).toEqual(before)
  }
  const { body } = await bulk(ids, { do: 'remove' })
  expect((await board()).items).toEqual([])
  await undo(body.undo_id)
  expect((await board()).items).toEqual(before)
})

test('[DESK-8] later changes stay; an undo belongs to its maker, is valid for a day and works once, also when repeated', async () => {
  const [a, b] = [await add({ title: 'A' }), await add({ title: 'B' })]
  const { body } = await bulk([a.id, b.id], { do: 'priority', priority: 'high' })
  await editor.call('PATCH', `/api/tasks/${b.id}`, { priority: 'low' })
  expect((await undo(body.undo_id, editor)).status).toBe(404)
  const twice = await Promise.all([undo(body.undo_id), undo(body.undo_id)])
  expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  const answer = twice.find(({ status }) => status === 200)
  expect(answer?.body.items).toMatchObject([
    { outcome: 'changed', reason: null },
    {
      outcome: 'failed',
      reason: 'Die Aufgabe ist inzwischen weiter geändert worden und bleibt, wie sie ist.',
    },
  ])
  expect((await board()).items.map(({ priority }) => priority)).toEqual(['med', 'low'])
  const late = (await bulk([a.id], { do: 'assign', assignee_id: editor.id })).body as TaskBulkResult
  await app.db
    .updateTable('task_undos')
    .set({ created_at: '2020-01-01T00:00:00.000Z' })
    .where('id', '=', late.undo_id ?? '')
    .execute()
  expect((await undo(late.undo_id)).status).toBe(404)
  expect((await bulk([], { do: 'remove' })).status).toBe(400)
  expect(
    (
      await bulk(
        Array.from({ length: 201 }, () => a.id),
        { do: 'remove' },
      )
    ).status,
  ).toBe(400)
  const unknown = await bulk([a.id], { do: 'assign', assignee_id: STRANGER })
  expect([outcomes(unknown.body), unknown.body.undo_id]).toEqual([['failed'], null])
})

test('[DESK-8] an undo that fails halfway has changed nothing and can be repeated', async () => {
  const [a, b, c] = [await add({ title: 'A' }), await add({ title: 'B' }), await add({ title: 'C' })]
  const { body } = await bulk([a.id, b.id, c.id], { do: 'priority', priority: 'high' })
  await editor.call('PATCH', `/api/tasks/${c.id}`, { priority: 'low' })
  const priorities = async () => (await board()).items.map(({ priority }) => priority)
  const lift = await refuseChangesOf(app.db, b.id, 'editorial_tasks')
  expect((await undo(body.undo_id)).status).toBe(500)
  expect(await priorities()).toEqual(['high', 'high', 'low'])
  await lift()
  expect(outcomes((await undo(body.undo_id)).body)).toEqual(['changed', 'changed', 'failed'])
  expect(await priorities()).toEqual(['med', 'med', 'low'])
  expect((await undo(body.undo_id)).status).toBe(404)
})

test('[DESK-8] several cards that cannot be changed together with their undo are not changed', async () => {
  const [a, b] = [await add({ title: 'A' }), await add({ title: 'B' })]
  const before = (await board()).items
  for (const refuse of [
    () => refuseRowsOf(app.db, 'task_undos'),
    () => refuseChangesOf(app.db, b.id, 'editorial_tasks'),
  ]) {
    const lift = await refuse()
    expect((await bulk([a.id, b.id], { do: 'priority', priority: 'high' })).status).toBe(500)
    expect((await board()).items).toEqual(before)
    await lift()
  }
})

test('[DESK-8] a card can be stored as a template; cards made from it get its notes and an unticked checklist', async () => {
  const templates = async () => (await owner.call('GET', '/api/task-templates')).body.items
  expect(await templates()).toEqual([])
  const { id } = await add({ title: 'Kolumne', priority: 'high', assignee_id: editor.id })
  await owner.call('PATCH', `/api/tasks/${id}`, { notes: 'Immer **dienstags**' })
  for (const text of ['Bild', 'Lektorat']) await owner.call('POST', `/api/tasks/${id}/checklist`, { text })
  const { checklist } = (await owner.call('GET', `/api/tasks/${id}`)).body as Task
  await owner.call('PATCH', `/api/tasks/${id}/checklist/${checklist[0]?.id}`, { done: true })

  const keep = (name: string, more: object = {}) =>
    owner.call('POST', '/api/task-templates', { name, task_id: id, ...more })
  const kept = await keep(' Kolumne ')
  expect([kept.status, kept.body]).toMatchObject([
    201,
    { name: 'Kolumne', title: 'Kolumne', priority: 'high', assignee_id: editor.id, checks: 2 },
  ])
  // The same name, ignoring case, is taken unless it is replaced; of two concurrent requests one gets it.
  expect([(await keep('KOLUMNE')).status, (await keep('kolumne', { replace: true })).status]).toEqual([409, 201])
  const both = await Promise.all([keep('Interview'), keep('Interview')])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect((await templates()).map(({ name }: { name: string }) => name)).toEqual(['Interview', 'kolumne'])

  const [interview, column] = await templates()
  const made = await editor.call('POST', `/api/task-templates/${column.id}/task`, { status: 'draft' })
  expect(made.body).toMatchObject({
    title: 'Kolumne',
    status: 'draft',
    priority: 'high',
    assignee_id: editor.id,
    notes: 'Immer **dienstags**',
    author_id: editor.id,
    due_at: null,
  })
  const texts = (made.body as Task).checklist.map(({ text, done }) => [text, done])
  expect(texts).toEqual([
    ['Bild', false],
    ['Lektorat', false],
  ])

  const rename = (of: string, name: string) => owner.call('PATCH', `/api/task-templates/${of}`, { name })
  expect((await rename(interview.id, 'Kolumne')).status).toBe(409)
  expect((await rename(interview.id, 'Gespräch')).body.name).toBe('Gespräch')
  expect((await rename(interview.id, ' ')).body.fields[0].field).toBe('name')
  expect((await owner.call('DELETE', `/api/task-templates/${interview.id}`)).status).toBe(204)
  for (const answer of [
    await rename(interview.id, 'Weg'),
    await owner.call('DELETE', `/api/task-templates/${interview.id}`),
    await owner.call('POST', `/api/task-templates/${interview.id}/task`, {}),
    await owner.call('POST', '/api/task-templates', { name: 'X', task_id: STRANGER }),
  ])
    expect(answer.status).toBe(404)

  // An account blocked in the meantime does not become the assignee.
  await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'blocked' })
  expect((await owner.call('POST', `/api/task-templates/${column.id}/task`, {})).body).toMatchObject({
    assignee_id: null,
    status: 'idea',
  })
  await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'approved' })
})

test('[WEEK-27] cards are aligned with their articles at once, and one undo restores all', async () => {
  const article = async (status: string) =>
    (await owner.call('POST', '/api/articles', { title: `Artikel ${status}`, content_markdown: 'x', status })).body.id
  const [live, planned, draft] = [await article('published'), await article('scheduled'), await article('draft')]
  const cards = [
    await add({ title: 'erschienen', status: 'editing', article_id: live }),
    await add({ title: 'geplant', status: 'published', article_id: planned }),
    await add({ title: 'Entwurf', status: 'scheduled', article_id: draft }),
    await add({ title: 'passt', status: 'draft', article_id: draft }),
    await add({ title: 'ohne Artikel', status: 'ready' }),
  ]
  const ids = cards.map(({ id }) => id)
  const statuses = async () => {
    const { items } = await board()
    return ids.map((id) => items.find((task) => task.id === id)?.status)
  }
  const { body } = await bulk([...ids, STRANGER], { do: 'align' })
  expect(outcomes(body)).toEqual(['changed', 'changed', 'changed', 'unchanged', 'unchanged', 'failed'])
  expect(await statuses()).toEqual(['published', 'scheduled', 'editing', 'draft', 'ready'])
  expect(outcomes((await undo(body.undo_id)).body)).toEqual(['changed', 'changed', 'changed'])
  expect(await statuses()).toEqual(cards.map(({ status }) => status))
  // Of many at once one aligns each card, and the others find it aligned.
  const all = await Promise.all([1, 2, 3, 4].map(() => bulk(ids, { do: 'align' })))
  expect(all.flatMap((one) => outcomes(one.body)).filter((outcome) => outcome === 'changed')).toHaveLength(3)
})
