import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { creating } from '../../../../tests/support/creating.ts'
import { hold } from '../../../../tests/support/held-rows.ts'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import type { Article } from '../../../contract/articles.ts'
import type { FoundPlaces, Replacement } from '../../../contract/replacements.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const create = creating<Article>('/api/articles', () => owner)
const get = async (id: string): Promise<Article> => (await owner.call('GET', `/api/articles/${id}`)).body

async function search(wanted: object): Promise<FoundPlaces[]> {
  const items: FoundPlaces[] = []
  let cursor: string | null | undefined
  do {
    const { status, body } = await owner.call('POST', '/api/replacements/search', {
      ...wanted,
      cursor: cursor ?? undefined,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    items.push(...body.items)
    cursor = body.next_cursor
  } while (cursor)
  return items
}

async function work(order: Replacement): Promise<Replacement> {
  let now = order
  for (let round = 0; now.state === 'running' || now.state === 'undoing'; round++) {
    expect(round).toBeLessThan(20)
    now = (await owner.call('POST', `/api/replacements/${order.id}/work`)).body
  }
  return now
}

const chosen = (items: FoundPlaces[]) =>
  items.map(({ id, version, places }) => ({ id, version, places: places.map(({ index }) => index) }))

test('[DESK-10] words are replaced where chosen, one version per article, and restored byte for byte; concurrent edits are not lost', async () => {
  const draft = await create({ title: 'Firefox lahmt', content_markdown: 'firefox, Firefox\r\nund Firefoxes.' })
  const live = await create({ title: 'Live', status: 'published', content_markdown: 'Firefox hier.' })
  const both = await create({ title: 'Beides', status: 'published', content_markdown: 'Firefox alt.' })
  await owner.call('PUT', `/api/articles/${both.id}/working-copy`, {
    ...both,
    content_markdown: 'Firefox neu.',
    tag_ids: [],
  })
  const busy = await create({ title: 'Umkämpft', content_markdown: 'Firefox.' })
  const before = await Promise.all([draft, live, both].map(({ id }) => get(id)))

  const wanted = { find: 'Firefox', match_case: true, whole_words: true }
  const found = await search(wanted)
  expect(found.map(({ id, places }) => [id, places.length])).toEqual([
    [draft.id, 2],
    [live.id, 1],
    [both.id, 1],
    [busy.id, 1],
  ])
  expect(found[0]?.places[1]).toEqual({
    index: 1,
    field: 'content_markdown',
    before: 'firefox, ',
    hit: 'Firefox',
    after: ' und Firefoxes.',
  })
  expect(found[2]).toMatchObject({ has_unpublished_changes: true, places: [{ after: ' neu.' }] })

  const articles = chosen(found)
  articles[0]!.places = [1]
  const { status, body: order } = await owner.call('POST', '/api/replacements', {
    ...wanted,
    replacement: 'Falkon$&',
    articles,
  })
  expect(status).toBe(201)
  // An edit after the preview.
  await owner.call('PATCH', `/api/articles/${busy.id}`, { version: 1, content_markdown: 'Firefox, mehr.' })
  // Two concurrent calls do it once.
  await Promise.all([1, 2].map(() => owner.call('POST', `/api/replacements/${order.id}/work`)))
  const done = await work(order)
  expect(done).toMatchObject({ state: 'done', total: 4, left: 0, replaced: 3, skipped: [{ article_id: busy.id }] })
  expect(await get(draft.id)).toMatchObject({
    version: 2,
    title: 'Firefox lahmt',
    content_markdown: 'firefox, Falkon$&\r\nund Firefoxes.',
  })
  expect(await get(live.id)).toMatchObject({
    version: 2,
    content_markdown: 'Firefox hier.',
    working_copy: { content_markdown: 'Falkon$& hier.' },
  })
  expect((await get(busy.id)).content_markdown).toBe('Firefox, mehr.')
  const stale = await owner.call('PATCH', `/api/articles/${draft.id}`, { version: 1, content_markdown: 'x' })
  expect(stale.status).toBe(409)

  await owner.call('POST', `/api/replacements/${order.id}/undo`)
  const undone = await work({ ...done, state: 'undoing' })
  expect(undone).toMatchObject({ state: 'undone', left: 0, replaced: 0 })
  for (const former of before) {
    const { version: _v, updated_at: _u, working_copy: copy, ...text } = await get(former.id)
    expect(text).toMatchObject({ title: former.title, content_markdown: former.content_markdown, slug: former.slug })
    expect(copy?.content_markdown).toBe(former.working_copy?.content_markdown)
  }
  expect((await owner.call('POST', `/api/replacements/${order.id}/undo`)).status).toBe(404)
})

test('[DESK-10] published at once if chosen, except with other unpublished changes; later edits are not undone', async () => {
  const plain = await create({ title: 'Sofort', status: 'published', content_markdown: 'Opera' })
  const writing = await create({ title: 'Später', status: 'published', content_markdown: 'Opera' })
  await owner.call('PUT', `/api/articles/${writing.id}/working-copy`, {
    ...writing,
    content_markdown: 'Opera!',
    tag_ids: [],
  })
  const only = await create({ title: 'Opera', content_markdown: '' })
  const wanted = { find: 'opera', match_case: false, whole_words: false }
  const input = { ...wanted, replacement: '', live: true, articles: chosen(await search(wanted)) }
  const done = await work((await owner.call('POST', '/api/replacements', input)).body)
  expect(done).toMatchObject({ replaced: 2, skipped: [{ article_id: only.id, reason: 'Der Titel wäre leer.' }] })
  expect(await get(plain.id)).toMatchObject({ content_markdown: '', working_copy: null })
  expect(await get(writing.id)).toMatchObject({ content_markdown: 'Opera', working_copy: { content_markdown: '!' } })
  await owner.call('PATCH', `/api/articles/${plain.id}`, { version: 2, excerpt: 'Anders' })
  await owner.call('POST', `/api/replacements/${done.id}/undo`)
  const undone = await work({ ...done, state: 'undoing' })
  expect(undone.skipped.map(({ article_id }) => article_id).sort((a, b) => a.localeCompare(b))).toEqual(
    [plain.id, only.id].sort((a, b) => a.localeCompare(b)),
  )
  expect((await get(writing.id)).working_copy?.content_markdown).toBe('Opera!')
  const { body } = await owner.call('GET', '/api/replacements')
  expect(body.items[0]).toMatchObject({ id: done.id, state: 'undone' })

  for (const [input, field] of [
    [{ ...wanted, find: '' }, 'find'],
    [{ ...wanted, cursor: 'nichts' }, 'cursor'],
  ] as const)
    expect(await owner.call('POST', '/api/replacements/search', input)).toMatchObject({
      status: 400,
      body: { fields: [{ field }] },
    })
  const refused = await owner.call('POST', '/api/replacements', { ...wanted, replacement: 'x', articles: [] })
  expect(refused).toMatchObject({ status: 400, body: { fields: [{ field: 'articles' }] } })
})

test('[DESK-10] views belong to an account, one per name, fifty at most', async () => {
  const other = await app.register()
  await owner.call('PATCH', `/api/users/${other.id}`, { approval: 'approved' })
  const save = (name: string, query: string) => owner.call('POST', '/api/views', { name, query })
  const { status, body: view } = await save('Meine Entwürfe', 'status=draft&sort=title&ohne=datum')
  expect(status).toBe(201)
  expect((await save('meine entwürfe', 'status=draft')).body).toMatchObject({ id: view.id, query: 'status=draft' })
  expect((await other.call('GET', '/api/views')).body.items).toEqual([])
  expect((await other.call('DELETE', `/api/views/${view.id}`)).status).toBe(404)
  expect(await save('', '')).toMatchObject({ status: 400, body: { fields: [{ field: 'name' }] } })
  const many = await Promise.all(Array.from({ length: 52 }, (_, number) => save(`Nummer ${number}`, '')))
  expect(many.filter((answer) => answer.status === 201)).toHaveLength(49)
  expect((await owner.call('DELETE', `/api/views/${view.id}`)).status).toBe(204)
  expect((await owner.call('GET', '/api/views')).body.items).toHaveLength(49)
})

/** An order that replaces one word in one new article, which is long enough to need space. */
async function ordered(word: string): Promise<{ article: Article; order: Replacement }> {
  const article = await create({ title: word, content_markdown: `${word} ${'Text. '.repeat(40_000)}` })
  const wanted = { find: word, match_case: true, whole_words: true }
  const articles = chosen(await search(wanted))
  const answer = await owner.call('POST', '/api/replacements', { ...wanted, replacement: 'Neu', articles, live: false })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return { article, order: answer.body }
}

test.runIf(DIALECT === 'sqlite')(
  '[DESK-10] on a full disk an order waits: it skips nothing and goes on once there is room',
  async () => {
    const { article, order } = await ordered('Vollplatte')
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(app.db)
    await sql`pragma max_page_count = ${sql.lit(rows[0]!.page_count)}`.execute(app.db)
    const refused = await owner.call('POST', `/api/replacements/${order.id}/work`)
    expect([refused.status, refused.body.code]).toEqual([507, 'storage_full'])
    await sql`pragma max_page_count = 1073741823`.execute(app.db)
    const [waiting] = (await owner.call('GET', '/api/replacements')).body.items
    expect(waiting).toMatchObject({ id: order.id, state: 'running', left: 1, skipped: [] })
    expect(await work(order)).toMatchObject({ state: 'done', replaced: 1, skipped: [] })
    expect((await get(article.id)).content_markdown).toMatch(/^Neu Text/)
  },
)

test.runIf(DIALECT === 'postgres')(
  '[DESK-10] an order that is taken back while it works on an article leaves none replaced',
  async () => {
    const { article, order } = await ordered('Zugleich')
    const holder = await hold(app, { table: 'replacement_items', key: 'article_id', id: article.id })
    const working = owner.call('POST', `/api/replacements/${order.id}/work`)
    await holder.untilWaited(1)
    // The scope of the undo is known only once this article is done.
    const undoing = owner.call('POST', `/api/replacements/${order.id}/undo`)
    await holder.untilWaited(2)
    await holder.release()
    expect([(await working).status, (await undoing).status]).toEqual([200, 200])
    expect(await work({ ...order, state: 'undoing' })).toMatchObject({ state: 'undone' })
    expect((await get(article.id)).content_markdown).toMatch(/^Zugleich Text/)
  },
)
