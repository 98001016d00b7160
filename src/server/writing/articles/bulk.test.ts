import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseChangesOf } from '../../../../tests/support/broken-article.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import type { Article } from '../../../contract/articles.ts'
import type { BulkAction, BulkResult } from '../../../contract/articles/bulk.ts'

const NOBODY = '01919191-9191-7191-9191-919191919191'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const create = async (input: Record<string, unknown>): Promise<Article> =>
  (await owner.call('POST', '/api/articles', input)).body
const get = async (id: string): Promise<Article> => (await owner.call('GET', `/api/articles/${id}`)).body
const bulk = async (ids: string[], action: BulkAction): Promise<BulkResult['items']> => {
  const { status, body } = await owner.call('POST', '/api/articles/bulk', { ids, action })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.items
}
const undo = async (items: BulkResult['items']) => {
  const states = items.flatMap(({ before }) => before ?? [])
  return bulk(
    states.map(({ id }) => id),
    { do: 'undo', states },
  )
}

test('status: every possible one is changed, others are named, and undo restores dates', async () => {
  const draft = await create({ title: 'Entwurf' })
  const planned = await create({ title: 'Geplant', status: 'scheduled', published_at: '2031-01-01T08:00:00.000Z' })
  const live = await create({ title: 'Live', status: 'published', published_at: '2026-01-01T08:00:00.000Z' })
  const halfWritten = await create({ title: 'Angefangen', status: 'published' })
  await owner.call('PUT', `/api/articles/${halfWritten.id}/working-copy`, {
    version: 1,
    title: 'Angefangen',
    slug: halfWritten.slug,
    excerpt: '',
    content_markdown: 'halber Sa',
    cover_image_url: null,
    category_id: null,
  })
  app.setClock('2026-05-01T09:00:00.000Z')
  const published = await bulk([draft.id, planned.id, live.id, NOBODY], { do: 'status', status: 'published' })
  app.setClock()
  expect(published.map(({ title, outcome }) => [title, outcome])).toEqual([
    ['Entwurf', 'changed'],
    ['Geplant', 'changed'],
    ['Live', 'unchanged'],
    [null, 'failed'],
  ])
  expect(published[3]?.reason).toMatch(/gibt es nicht/)
  expect(await get(draft.id)).toMatchObject({
    status: 'published',
    published_at: '2026-05-01T09:00:00.000Z',
    version: 2,
  })
  expect(await get(live.id)).toMatchObject({ published_at: '2026-01-01T08:00:00.000Z', version: 1 })
  expect((await app.call('GET', `/api/articles/by-slug/${draft.slug}`)).status).toBe(200)

  await undo(published)
  expect(await get(draft.id)).toMatchObject({ status: 'draft', published_at: null })
  expect(await get(planned.id)).toMatchObject({ status: 'scheduled', published_at: '2031-01-01T08:00:00.000Z' })
  expect((await app.call('GET', `/api/articles/by-slug/${draft.slug}`)).status).toBe(404)

  const withdrawn = await bulk([live.id, halfWritten.id], { do: 'status', status: 'draft' })
  expect(withdrawn.map(({ outcome }) => outcome)).toEqual(['changed', 'failed'])
  expect(withdrawn[1]?.reason).toMatch(/unveröffentlichte Änderungen/)
  expect(await get(halfWritten.id)).toMatchObject({ status: 'published', has_unpublished_changes: true })
  await undo(withdrawn)
  expect(await get(live.id)).toMatchObject({ status: 'published', published_at: '2026-01-01T08:00:00.000Z' })
})

test('[DATA-4] category and tags are added, removed and undone; an unknown one is reported for each article', async () => {
  const { body: old } = await owner.call('POST', '/api/categories', { name: 'Alt' })
  const { body: fresh } = await owner.call('POST', '/api/categories', { name: 'Neu' })
  const tags = await Promise.all(
    ['eins', 'zwei', 'drei'].map(async (name) => (await owner.call('POST', '/api/tags', { name })).body),
  )
  const [a, b] = [
    await create({ title: 'A', category_id: old.id, tag_ids: [tags[0].id, tags[1].id] }),
    await create({ title: 'B', tag_ids: [tags[2].id] }),
  ]
  const ids = [a.id, b.id]
  const moved = await bulk(ids, { do: 'category', category_id: fresh.id })
  expect([(await get(a.id)).category?.name, (await get(b.id)).category?.name]).toEqual(['Neu', 'Neu'])
  await undo(moved)
  expect([(await get(a.id)).category?.name, (await get(b.id)).category]).toEqual(['Alt', null])

  const tagged = await bulk(ids, { do: 'tags', add: [tags[2].id], remove: [tags[0].id] })
  const names = async (id: string) => (await get(id)).tags.map(({ name }) => name)
  expect([await names(a.id), await names(b.id)]).toEqual([['drei', 'zwei'], ['drei']])
  expect(tagged.map(({ outcome }) => outcome)).toEqual(['changed', 'unchanged'])
  await undo(tagged)
  expect([await names(a.id), await names(b.id)]).toEqual([['eins', 'zwei'], ['drei']])

  const refused = await bulk(ids, { do: 'category', category_id: NOBODY })
  expect(refused.map(({ title, outcome, reason }) => [title, outcome, reason])).toEqual([
    ['A', 'failed', 'Diese Kategorie gibt es nicht'],
    ['B', 'failed', 'Diese Kategorie gibt es nicht'],
  ])
})

test('[RUL-27] category and tags reach the working version; undo restores it', async () => {
  const add = async (noun: string, name: string) => (await owner.call('POST', `/api/${noun}`, { name })).body.id
  const [old, own, fresh] = [
    await add('categories', 'K1'),
    await add('categories', 'K2'),
    await add('categories', 'K3'),
  ]
  const [a, b, c] = [await add('tags', 'T1'), await add('tags', 'T2'), await add('tags', 'T3')]
  const live = await create({ title: 'Zwei Fassungen', status: 'published', category_id: old, tag_ids: [a] })
  const { title, slug, excerpt, content_markdown, cover_image_url } = live
  const working = { category_id: own, tag_ids: [a, b] }
  const text = { version: 1, title, slug, excerpt, content_markdown, cover_image_url }
  await owner.call('PUT', `/api/articles/${live.id}/working-copy`, { ...text, ...working })
  const state = async () => {
    const { category_id, tags, working_copy } = await get(live.id)
    return { category_id, tag_ids: tags.map(({ id }) => id), working: working_copy }
  }
  const before = await state()

  const tagged = await bulk([live.id], { do: 'tags', add: [c], remove: [a] })
  expect(await state()).toMatchObject({ tag_ids: [c], working: { tag_ids: [b, c] } })
  await undo(tagged)
  expect(await state()).toMatchObject({ tag_ids: [a], working: { tag_ids: [a, b], category_id: own } })

  const moved = await bulk([live.id], { do: 'category', category_id: fresh })
  expect(await state()).toMatchObject({ category_id: fresh, working: { category_id: fresh } })
  await undo(moved)
  expect(await state()).toMatchObject({ ...before, working: working })
})

test('undo changes only articles unchanged since, and only the fields of the action', async () => {
  const [own, theirs] = ['Unberührt', 'Berührt'].map((title) =>
    create({ title, unpublish_at: '2026-01-02T08:00:00.000Z' }),
  )
  const [a, b] = [await own!, await theirs!]
  const published = await bulk([a.id, b.id], { do: 'status', status: 'published' })
  expect(await get(a.id)).toMatchObject({ status: 'published', unpublish_at: null, version: 2 })
  // Another change of one of them in the meantime, as by a job.
  await owner.call('PATCH', `/api/articles/${b.id}`, { version: 2, status: 'scheduled' })
  expect((await undo(published)).map(({ title, outcome, reason }) => [title, outcome, reason])).toEqual([
    ['Unberührt', 'changed', null],
    ['Berührt', 'failed', 'Der Artikel ist inzwischen weiter geändert worden und bleibt, wie er ist.'],
  ])
  const { published_at, unpublish_at } = a
  expect(await get(a.id)).toMatchObject({ status: 'draft', published_at, unpublish_at })
  expect(await get(b.id)).toMatchObject({ status: 'scheduled', version: 3 })

  // Fields outside the action keep later changes.
  const moved = await bulk([a.id], { do: 'status', status: 'scheduled' })
  expect(moved[0]?.before).toEqual({ id: a.id, version: 4, status: { status: 'draft', published_at, unpublish_at } })
})

test('an unexpected error is one failure among the others', async () => {
  const [a, broken, c] = [
    await create({ title: 'Erster' }),
    await create({ title: 'Kaputt' }),
    await create({ title: 'C' }),
  ]
  const lift = await refuseChangesOf(app.db, broken.id)
  const changed = await bulk([a.id, broken.id, c.id], { do: 'status', status: 'scheduled' })
  await lift()
  expect(changed.map(({ title, outcome, reason }) => [title, outcome, reason])).toEqual([
    ['Erster', 'changed', null],
    ['Kaputt', 'failed', 'Auf dem Server ist ein Fehler aufgetreten.'],
    ['C', 'changed', null],
  ])
  await undo(changed)
  expect((await get(c.id)).status).toBe('draft')
})

test('[RUL-20] deleting moves to the trash and can be undone with the slug', async () => {
  const [a, b] = [await create({ title: 'Weg eins', status: 'published' }), await create({ title: 'Weg zwei' })]
  await bulk([a.id, b.id], { do: 'remove' })
  expect((await owner.call('GET', `/api/articles/${a.id}`)).status).toBe(404)
  expect((await app.call('GET', `/article/${a.slug}`)).status).toBe(410)
  const again = await bulk([a.id], { do: 'remove' })
  expect(again[0]).toMatchObject({ outcome: 'failed', title: null })
  const back = await bulk([a.id, b.id], { do: 'restore' })
  expect(back.map(({ title, outcome }) => [title, outcome])).toEqual([
    ['Weg eins', 'changed'],
    ['Weg zwei', 'changed'],
  ])
  expect((await app.call('GET', `/article/${a.slug}`)).status).toBe(200)
})

test('accepts at most 200 articles, without duplicates, and known actions', async () => {
  const { id } = await create({ title: 'Einmal' })
  expect(await bulk([id, id], { do: 'status', status: 'scheduled' })).toHaveLength(1)
  for (const input of [
    { ids: [], action: { do: 'remove' } },
    { ids: Array.from({ length: 201 }, () => NOBODY), action: { do: 'remove' } },
    { ids: [id], action: { do: 'explode' } },
    { ids: [id], action: { do: 'status', status: 'live' } },
    { ids: [id] },
  ]) {
    expect((await owner.call('POST', '/api/articles/bulk', input)).status).toBe(400)
  }
})

test('[WEEK-13] date: drafts and planned ones are scheduled, published ones get another date, others are named, and undo restores all', async () => {
  const draft = await create({ title: 'Noch ohne' })
  const planned = await create({
    title: 'Schon geplant',
    status: 'scheduled',
    published_at: '2031-01-01T08:00:00.000Z',
  })
  const live = await create({ title: 'Steht da', status: 'published', published_at: '2026-01-01T08:00:00.000Z' })
  await owner.call('PUT', `/api/articles/${live.id}/working-copy`, {
    version: live.version,
    title: 'Steht anders da',
    slug: live.slug,
    excerpt: '',
    content_markdown: 'halber Sa',
    cover_image_url: null,
    category_id: null,
  })
  const ids = [draft.id, planned.id, live.id, NOBODY]
  const later = await bulk(ids, { do: 'date', published_at: '2032-02-03T08:00:00.000Z' })
  expect(later.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['changed', null],
    ['changed', null],
    ['failed', 'Der Artikel ist schon veröffentlicht und kann kein Datum in der Zukunft haben.'],
    ['failed', 'Das gibt es nicht oder nicht mehr.'],
  ])
  for (const id of [draft.id, planned.id])
    expect(await get(id)).toMatchObject({ status: 'scheduled', published_at: '2032-02-03T08:00:00.000Z' })
  expect((await bulk([draft.id], { do: 'date', published_at: '2032-02-03T08:00:00.000Z' }))[0]?.outcome).toBe(
    'unchanged',
  )
  expect((await undo(later)).map(({ outcome }) => outcome)).toEqual(['changed', 'changed'])
  expect(await get(draft.id)).toMatchObject({ status: 'draft', published_at: null })
  expect(await get(planned.id)).toMatchObject({ status: 'scheduled', published_at: '2031-01-01T08:00:00.000Z' })

  const earlier = await bulk([planned.id, live.id], { do: 'date', published_at: '2025-05-05T08:00:00.000Z' })
  expect(earlier.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['failed', 'Der Termin liegt in der Vergangenheit.'],
    ['changed', null],
  ])
  // The working text stays unpublished in both directions.
  expect(await get(live.id)).toMatchObject({ title: 'Steht da', published_at: '2025-05-05T08:00:00.000Z' })
  await undo(earlier)
  expect(await get(live.id)).toMatchObject({
    title: 'Steht da',
    status: 'published',
    published_at: '2026-01-01T08:00:00.000Z',
    working_copy: { title: 'Steht anders da' },
  })
})
