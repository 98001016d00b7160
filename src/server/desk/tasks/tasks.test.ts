import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { creating } from '../../../../tests/support/creating.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import type { Task, TaskStatus } from '../../../contract/tasks.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const add = creating<Task>('/api/tasks', () => owner)
const move = (id: string, status: TaskStatus, after_id?: string | null) =>
  owner.call('PUT', `/api/tasks/${id}/position`, { status, after_id })
const column = async (status: TaskStatus): Promise<string[]> =>
  (await owner.call('GET', '/api/tasks/board')).body.items
    .filter((item: Task) => item.status === status)
    .map((item: Task) => item.title)

describe('tasks', () => {
  test('[DATA-7] [DATA-2] [SESS-11] are inserted with their defaults, listed newest first, their status updated by id', async () => {
    const first = await add({ title: 'Bildrechte klären' })
    expect(first).toMatchObject({ priority: 'med', status: 'idea', due_at: null, article: null, author_id: owner.id })
    const { body: article } = await owner.call('POST', '/api/articles', { title: 'Nordsee' })
    const second = await add({
      title: 'Zweite Lesung',
      priority: 'high',
      due_at: '2026-03-09T08:00:00+01:00',
      article_id: article.id,
    })
    expect(second).toMatchObject({ due_at: '2026-03-09T07:00:00.000Z', article: { title: 'Nordsee', status: 'draft' } })
    const titles = async (query = '') =>
      (await owner.call('GET', `/api/tasks${query}`)).body.items.map((item: Task) => item.title)
    expect(await titles()).toEqual(['Zweite Lesung', 'Bildrechte klären'])
    expect(await titles('?q=KLAREN')).toEqual(['Bildrechte klären'])
    const moved = await owner.call('PATCH', `/api/tasks/${first.id}`, { status: 'published' })
    expect(moved.body.status).toBe('published')
    expect(await titles('?status=published')).toEqual(['Bildrechte klären'])
    // RUL-7: moving a card never publishes anything.
    await owner.call('PATCH', `/api/tasks/${second.id}`, { status: 'published' })
    expect((await owner.call('GET', `/api/articles/${article.id}`)).body.status).toBe('draft')
    await owner.call('DELETE', `/api/tasks/${first.id}`)
    await owner.call('DELETE', `/api/tasks/${second.id}`)
    expect(await titles()).toEqual([])
  })

  test('keep their manual order, in every column', async () => {
    const [a, b, c] = [await add({ title: 'A' }), await add({ title: 'B' }), await add({ title: 'C' })]
    expect(await column('idea')).toEqual(['A', 'B', 'C'])
    await move(c.id, 'idea', null)
    expect(await column('idea')).toEqual(['C', 'A', 'B'])
    await move(c.id, 'idea', a.id)
    expect(await column('idea')).toEqual(['A', 'C', 'B'])
    await move(b.id, 'ready')
    await move(a.id, 'ready', null)
    await move(c.id, 'ready', a.id)
    expect(await column('ready')).toEqual(['A', 'C', 'B'])
    expect(await column('idea')).toEqual([])
    // A missing neighbour puts the card last.
    await owner.call('DELETE', `/api/tasks/${b.id}`)
    await move(a.id, 'ready', b.id)
    expect(await column('ready')).toEqual(['C', 'A'])
  })

  test('moved 100 times concurrently by two people: the same order for both, none lost, none duplicated', async () => {
    const editor = await app.register()
    await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'approved' })
    const cards = await Promise.all(
      Array.from({ length: 8 }, (_, number) => add({ title: `Karte ${number}`, status: 'editing' })),
    )
    const ids = cards.map((card) => card.id)
    const one = (account: TestAccount, turn: number) => {
      const id = ids[(turn * 5) % 8] ?? ''
      const after = turn % 3 === 0 ? null : ids[(turn * 3 + 1) % 8]
      const status = turn % 4 === 0 ? 'scheduled' : 'editing'
      return account.call('PUT', `/api/tasks/${id}/position`, { status, after_id: after === id ? null : after })
    }
    for (let turn = 0; turn < 50; turn += 1) {
      const answers = await Promise.all([one(owner, turn), one(editor, turn + 1)])
      expect(answers.map((answer) => answer.status)).toEqual([200, 200])
    }
    const seen = async (account: TestAccount) =>
      (await account.call('GET', '/api/tasks/board')).body.items
        .filter((item: Task) => ids.includes(item.id))
        .map((item: Task) => `${item.status} ${item.title}`)
    const order: string[] = await seen(owner)
    expect(order).toEqual(await seen(editor))
    expect(order).toHaveLength(8)
    expect(new Set(order).size).toBe(8)
    const places = await app.db
      .selectFrom('editorial_tasks')
      .select(['status', 'position'])
      .where('id', 'in', ids)
      .execute()
    expect(new Set(places.map((row) => `${row.status} ${row.position}`)).size).toBe(8)
  })

  test('cards that came to share a position are spread out when one moves between them', async () => {
    const [a, b, c] = [
      await add({ title: 'X1', status: 'draft' }),
      await add({ title: 'X2', status: 'draft' }),
      await add({ title: 'X3' }),
    ]
    await app.db.updateTable('editorial_tasks').set({ position: 'a0' }).where('id', 'in', [a.id, b.id]).execute()
    await move(c.id, 'draft', a.id)
    expect(await column('draft')).toEqual(['X1', 'X3', 'X2'])
  })

  test('[DESK-8] have notes, a checklist with concurrent ticks, people, research, and a history', async () => {
    const editor = await app.register()
    await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'approved' })
    const { body: research } = await owner.call('POST', '/api/research', { title: 'Fotos' })
    const { id } = await add({ title: 'Bildrechte' })
    const at = `/api/tasks/${id}`
    const changed = await owner.call('PATCH', at, {
      notes: '**Nur** mit Namen',
      assignee_id: editor.id,
      research_id: research.id,
      due_at: '2026-03-02T22:59:00Z',
    })
    expect(changed.body).toMatchObject({
      notes: '**Nur** mit Namen',
      assignee_id: editor.id,
      research: { id: research.id, title: 'Fotos' },
    })
    for (const text of ['Liste', 'Freigabe', 'Rückruf']) await owner.call('POST', `${at}/checklist`, { text })
    const { checklist } = (await owner.call('GET', at)).body as Task
    const both = await Promise.all(
      checklist.map((item, index) =>
        (index % 2 === 0 ? owner : editor).call('PATCH', `${at}/checklist/${item.id}`, { done: true }),
      ),
    )
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(((await owner.call('GET', at)).body as Task).checklist.map(({ done }) => done)).toEqual([true, true, true])
    await owner.call('DELETE', `${at}/checklist/${checklist[1]?.id}`)
    expect(((await owner.call('GET', at)).body as Task).checklist.map(({ text }) => text)).toEqual(['Liste', 'Rückruf'])
    expect((await owner.call('PATCH', `${at}/checklist/${checklist[1]?.id}`, { done: false })).status).toBe(404)
    await owner.call('PUT', `${at}/position`, { status: 'editing' })

    // `Artikel daraus`, clicked twice concurrently, makes one.
    const made = await Promise.all([owner.call('POST', `${at}/article`), editor.call('POST', `${at}/article`)])
    expect(made.map(({ status }) => status).sort((one, other) => one - other)).toEqual([201, 400])
    const { article } = (await owner.call('GET', at)).body as Task
    expect(article).toMatchObject({ title: 'Bildrechte', status: 'draft' })
    const drafts = (await owner.call('GET', '/api/articles?q=Bildrechte')).body.items
    expect(drafts).toHaveLength(1)

    const history = (await owner.call('GET', `${at}/history`)).body.items
    expect(history.map(({ field, value }: { field: string; value: string | null }) => [field, value])).toEqual([
      ['article_id', 'Bildrechte'],
      ['status', 'editing'],
      ...history.slice(2, 5).map(({ field, value }: { field: string; value: string | null }) => [field, value]),
      ['created', null],
    ])
    expect(new Set(history.slice(2, 5).map(({ field }: { field: string }) => field))).toEqual(
      new Set(['due_at', 'assignee_id', 'research_id']),
    )
    const stranger = '01919191-9191-7191-9191-919191919191'
    expect((await owner.call('PATCH', at, { assignee_id: stranger })).body.fields).toEqual([
      { field: 'assignee_id', reason: 'Diese Person gibt es hier nicht' },
    ])
    expect((await owner.call('PATCH', at, { research_id: stranger })).body.fields[0].field).toBe('research_id')
    expect((await owner.call('POST', `${at}/checklist`, { text: ' ' })).body.fields[0].field).toBe('text')
    expect((await owner.call('GET', `/api/tasks/${stranger}/history`)).status).toBe(404)
    await owner.call('DELETE', at)
  })

  test.each([
    [{ title: ' ' }, 'title', 'Bitte Titel eingeben'],
    [{ title: 'x', priority: 'urgent' }, 'priority', 'Diese Priorität gibt es nicht'],
    [{ title: 'x', status: 'done' }, 'status', 'Diese Spalte gibt es nicht'],
    [{ title: 'x', due_at: 'bald' }, 'due_at', 'Kein Zeitpunkt nach ISO 8601'],
    [{ title: 'x', article_id: '01919191-9191-7191-9191-919191919191' }, 'article_id', 'Diesen Artikel gibt es nicht'],
  ])('refuses %j', async (input, field, reason) => {
    const { status, body } = await owner.call('POST', '/api/tasks', input)
    expect([status, body.fields]).toEqual([400, [{ field, reason }]])
  })
})
