import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accountWithRole,
  DIALECT,
  startTestApp,
  type Answer,
  type TestAccount,
  type TestApp,
} from '../../../../tests/support/test-app.ts'
import { turnDueArticles } from './publication/publication.service.ts'

type Sent = { what: string; answer: Answer }

let app: TestApp
/** A second instance on the same database; a SQLite file has only one. */
let other: TestApp
let owner: TestAccount
let calls: TestAccount['call'][]

beforeAll(async () => {
  app = await startTestApp()
  other = DIALECT === 'postgres' ? await startTestApp({ beside: app }) : app
  owner = await app.register()
  const beside: TestAccount['call'] = (method, path, body) =>
    other.call(method, path, body, { authorization: `Bearer ${owner.accessToken}` })
  calls = [owner.call, beside]
})
afterAll(async () => {
  if (other !== app) await other.stop()
  await app.stop()
})

/** Sends all requests concurrently, half of them to each instance. */
function flood(requests: [what: string, method: string, path: string, body?: unknown][]): Promise<Sent[]> {
  return Promise.all(
    requests.map(async ([what, method, path, body], index) => ({
      what,
      answer: await calls[index % 2]!(method, path, body),
    })),
  )
}

/** Checks responses: the requested result, or an explicit conflict. */
function judge(sent: Sent[], right: Record<string, number[]>): void {
  const wrong = sent.filter(({ what, answer }) => !right[what]?.includes(answer.status))
  expect(wrong.map(({ what, answer }) => `${what}: ${answer.status} ${JSON.stringify(answer.body)}`)).toEqual([])
}

const create = async (path: string, body: unknown) => (await owner.call('POST', path, body)).body

test('96 concurrent changes of the same articles: no 5xx, and every response is true afterwards', async () => {
  const articles: { id: string; version: number }[] = []
  for (let i = 0; i < 6; i += 1) articles.push(await create('/api/articles', { title: 'Viele zugleich' }))
  const tags: { id: string }[] = []
  for (let i = 0; i < 12; i += 1) tags.push(await create('/api/tags', { name: `Gleichzeitig ${i}` }))
  const categories: { id: string }[] = []
  for (let i = 0; i < 4; i += 1) categories.push(await create('/api/categories', { name: `Zugleich ${i}` }))
  const ids = articles.map(({ id }) => id)
  const chosen = crypto.randomUUID()

  const requests: Parameters<typeof flood>[0] = []
  for (let i = 0; i < 8; i += 1) {
    const { id, version } = articles[i % articles.length]!
    const path = `/api/articles/${id}`
    const tag = tags[i % 6]!.id
    requests.push(
      ['create', 'POST', '/api/articles', { title: 'Viele zugleich', tag_ids: [tag] }],
      ['create with id', 'POST', '/api/articles', { id: chosen, title: 'Viele zugleich' }],
      ['change', 'PATCH', path, { version, title: `Viele zugleich, anders ${i % 3}`, tag_ids: [tag] }],
      ['publish', 'PATCH', path, { version: version + 1, status: 'published', slug: `zugleich-${i % 4}` }],
      ['tags', 'PUT', `${path}/tags`, { tag_ids: [tag, tags[6 + (i % 6)]!.id] }],
      ['trash', 'DELETE', path],
      ['restore', 'POST', `/api/trash/articles/${id}/restore`],
      ['bulk', 'POST', '/api/articles/bulk', { ids, action: { do: 'tags', add: [tag], remove: [] } }],
      ['bulk', 'POST', '/api/articles/bulk', { ids: ids.toReversed(), action: { do: 'restore' } }],
      [
        'category',
        'POST',
        '/api/articles/bulk',
        { ids, action: { do: 'category', category_id: categories[i % 2]!.id } },
      ],
      ['rename', 'PATCH', `/api/tags/${tag}`, { name: `Gleichzeitig neu ${i}` }],
      i % 4 === 0
        ? ['merge', 'POST', `/api/tags/${tags[6 + (i % 6)]!.id}/merge`, { into_id: tag }]
        : [
            'copy',
            'PUT',
            `${path}/working-copy`,
            {
              version,
              title: 'Kopie',
              slug: `kopie-${i % 3}`,
              excerpt: '',
              content_markdown: 'x',
              cover_image_url: null,
              category_id: null,
            },
          ],
    )
  }
  const sent = await flood(requests)
  judge(sent, {
    create: [201],
    'create with id': [201, 409],
    change: [200, 404, 409],
    publish: [200, 404, 409],
    tags: [200, 400, 404],
    trash: [204, 404],
    restore: [200, 404],
    bulk: [200],
    category: [200],
    rename: [200, 404, 409],
    merge: [200, 400, 404],
    copy: [200, 400, 404, 409],
  })
  const failed = sent.flatMap(({ what, answer }) =>
    what === 'bulk' || what === 'category'
      ? answer.body.items.filter((item: any) => item.outcome === 'failed' && /Fehler/.test(item.reason))
      : [],
  )
  expect(failed).toEqual([])

  const made = sent.filter(({ what, answer }) => what.startsWith('create') && answer.status === 201)
  expect(sent.filter(({ what, answer }) => what === 'create with id' && answer.status === 201)).toHaveLength(1)
  const rows = await app.db.selectFrom('articles').select(['id', 'slug', 'deleted_at']).execute()
  expect(rows).toHaveLength(articles.length + made.length)
  for (const { answer } of made) expect(rows.find(({ id }) => id === answer.body.id)?.slug).toBe(answer.body.slug)
  // Trashed articles have no slug, all others a unique one.
  expect(rows.filter(({ slug, deleted_at }) => (slug === null) !== (deleted_at !== null))).toEqual([])
  const living = rows.filter(({ slug }) => slug !== null)
  expect(new Set(living.map(({ slug }) => slug)).size).toBe(living.length)
})

test('210 concurrent saves, creations and restores: no 5xx', async () => {
  const articles: { id: string; version: number }[] = []
  for (let i = 0; i < 40; i += 1) articles.push(await create('/api/articles', { title: `Noch einmal ${i}` }))
  const gone = articles.splice(0, 10)
  const ids = gone.map(({ id }) => id)
  await owner.call('POST', '/api/articles/bulk', { ids, action: { do: 'remove' } })
  const requests: Parameters<typeof flood>[0] = []
  for (const [i, { id, version }] of articles.entries()) {
    const again = { id, title: `Noch einmal ${i}` }
    requests.push(
      ['again', 'POST', '/api/articles', again],
      ['change', 'PATCH', `/api/articles/${id}`, { version, title: 'Alle heißen gleich' }],
      ['again', 'POST', '/api/articles', again],
      ['restore', 'POST', `/api/trash/articles/${gone[i % 10]!.id}/restore`],
      ['again', 'POST', '/api/articles', { ...again, id: gone[i % 10]!.id }],
      ['publish', 'PATCH', `/api/articles/${id}`, { version: version + 1, status: 'published', slug: `gleich-${i}` }],
      ['again', 'POST', '/api/articles', again],
    )
  }
  const sent = await flood(requests)
  judge(sent, { again: [404, 409], change: [200], restore: [200, 404], publish: [200, 409] })
  expect(sent.filter(({ what, answer }) => what === 'restore' && answer.status === 200)).toHaveLength(10)
})

test('257 concurrent changes over all nouns: no 5xx', async () => {
  const article = await create('/api/articles', { title: 'Alles zugleich' })
  const item = await create('/api/research', { title: 'Quelle' })
  const task = await create('/api/tasks', { title: 'Karte', status: 'idea' })
  const tasks = [task, await create('/api/tasks', { title: 'Zweite', status: 'idea' })]
  const entry = await create('/api/inbox', { title: 'https://quelle.example/a' })
  const feed = await create('/api/feeds', { url: 'https://feed.example/rss' })
  const leaving = await app.register()
  await owner.call('PATCH', `/api/users/${leaving.id}`, { approval: 'approved' })
  const requests: Parameters<typeof flood>[0] = []
  for (let i = 0; i < 16; i += 1) {
    const status = ['idea', 'draft'][i % 2]
    requests.push(
      ['made', 'POST', '/api/tasks', { title: 'Neu', status: 'idea', article_id: article.id }],
      ['changed', 'PUT', `/api/tasks/${tasks[i % 2].id}/position`, { status, after_id: tasks[(i + 1) % 2].id }],
      ['changed', 'PATCH', `/api/tasks/${task.id}`, { status, article_id: article.id }],
      ['made', 'POST', '/api/research', { title: 'Neu', article_id: article.id }],
      ['changed', 'PATCH', `/api/research/${item.id}`, { note: `n${i}`, article_id: i % 2 ? article.id : null }],
      ['made', 'POST', `/api/research/${item.id}/links`, { url: `https://x.example/${i}`, title: 'x' }],
      ['made', 'POST', `/api/inbox/${entry.id}/conversion`, { to: ['article', 'task', 'research', 'link'][i % 4] }],
      ['changed', 'PATCH', `/api/inbox/${entry.id}`, { status: 'processed' }],
      ['feed', 'POST', '/api/feeds', { url: `https://feed.example/${i % 3}` }],
      ['gone', 'DELETE', `/api/feeds/${feed.id}`],
      ['gone', 'DELETE', `/api/trash/feeds/${feed.id}`],
      ['changed', 'PATCH', '/api/settings', { site_title: `Titel ${i}` }],
      ['changed', 'PATCH', `/api/users/${leaving.id}`, { approval: i % 2 ? 'approved' : 'pending' }],
      ['changed', 'PUT', `/api/articles/${article.id}/presence/e${i % 3}`],
      ['gone', 'DELETE', `/api/articles/${article.id}`],
      ['restored', 'POST', `/api/trash/articles/${article.id}/restore`],
    )
  }
  requests.push(['gone', 'DELETE', `/api/users/${leaving.id}`, { articles_to: null }])
  const sent = await flood(requests)
  const faults = sent.filter(({ answer }) => answer.status >= 500)
  expect(faults.map(({ what, answer }) => `${what} ${answer.status} ${JSON.stringify(answer.body)}`)).toEqual([])
  // The addresses have to be the product's: a wrong one would test nothing.
  for (const what of ['made', 'changed', 'feed', 'restored'])
    expect(sent.filter((one) => one.what === what && one.answer.status < 300).length, what).toBeGreaterThan(0)
})

test('[TEAM-9] 168 concurrent acts of several people on the same texts: no 5xx, and only what was approved is ever public', async () => {
  const [approver, guest, leaving] = [
    await accountWithRole(app, owner, 'editor'),
    await accountWithRole(app, owner, 'guest'),
    await accountWithRole(app, owner, 'editor'),
  ]
  await owner.call('PATCH', '/api/settings', { four_eyes: true })
  const made: { id: string; version: number; approved: string[] }[] = []
  for (let i = 0; i < 4; i += 1) {
    const { id } = await create('/api/articles', { title: `Zu viert ${i}`, content_markdown: 'abcdefgh '.repeat(9) })
    const { body } = await approver.call('POST', `/api/articles/${id}/review/approval`, { version: 1 })
    const planned = { version: body.version, status: 'scheduled', published_at: new Date(Date.now() + 60_000) }
    const { version } = (await owner.call('PATCH', `/api/articles/${id}`, planned)).body
    made.push({ id, version, approved: [body.content_markdown] })
  }
  const as = (by: TestAccount, index: number) => async (method: string, path: string, body?: unknown) =>
    (index % 2 ? other : app).call(method, path, body, { authorization: `Bearer ${by.accessToken}` })
  const seen: { of: (typeof made)[number]; text: string }[] = []
  const faults: string[] = []
  const acts = Array.from({ length: 12 }, (_, round) => {
    const of = made[round % made.length]!
    const path = `/api/articles/${of.id}`
    const [writer, reviewer] = [as(owner, round), as(approver, round + 1)]
    const now = async () => (await writer('GET', path)).body
    const turn = () =>
      turnDueArticles((round % 2 ? other : app).db, new Date(Date.now() + 120_000))
        .catch(() => {})
        .then(() => ({ status: 200, body: null }))
    const suggestion = { id: crypto.randomUUID(), n: 1 }
    return [
      async () => {
        const { status, body } = await writer('POST', `${path}/steps/join`)
        if (status !== 200) return { status, body }
        const { length } = body.content_markdown
        const changes = [length, [0, round % 2 ? 'x' : 'y']]
        const sent = { editor: crypto.randomUUID(), n: 1, epoch: body.epoch, base: body.seq, changes }
        return writer('POST', `${path}/steps`, sent)
      },
      async () => {
        const answer = await reviewer('POST', `${path}/review/approval`, { version: (await now()).version })
        if (answer.status === 200) of.approved.push((answer.body.working_copy ?? answer.body).content_markdown)
        return answer
      },
      async () =>
        writer('PATCH', path, { version: (await now()).version, content_markdown: null, status: 'published' }),
      async () => writer('PATCH', path, { version: (await now()).version, content_markdown: null, status: 'draft' }),
      async () => reviewer('DELETE', `${path}/review`, { version: (await now()).version }),
      async () => {
        const items = [{ ...suggestion, parts: [[0, 2, 'zz']] }]
        await as(guest, round)('POST', `${path}/suggestions`, { version: (await now()).version, items })
        return writer('POST', `${path}/suggestions/decisions`, { decision: 'accept', items: [suggestion] })
      },
      () => writer('PUT', `${path}/guests/${guest.id}`),
      () => writer(round % 3 ? 'PUT' : 'DELETE', `${path}/guests/${guest.id}`),
      () => writer('PUT', `${path}/assignee`, { assignee_id: round % 2 ? leaving.id : approver.id }),
      () => (round < 4 ? writer('DELETE', path) : writer('POST', `/api/trash/articles/${of.id}/restore`)),
      () => as(guest, round)('POST', `${path}/remarks`, { body: 'Stimmt das?', quote: 'gh' }),
      turn,
      turn,
      () => (round === 5 ? writer('DELETE', `/api/users/${leaving.id}`, { articles_to: null }) : writer('GET', path)),
    ].map(async (act) => {
      const { status, body } = await act()
      if (status >= 500) faults.push(`${status} ${JSON.stringify(body)}`)
      const { body: text } = await writer('GET', path)
      if (text.status === 'published') seen.push({ of, text: text.content_markdown })
    })
  })
  await Promise.all(acts.flat())
  await owner.call('PATCH', '/api/settings', { four_eyes: false })
  expect(faults).toEqual([])
  expect(seen.length).toBeGreaterThan(0)
  expect(seen.filter(({ of, text }) => !of.approved.includes(text))).toEqual([])
})

test('two concurrent changes of one record are both kept', async () => {
  for (const [noun, input, changes] of [
    [
      'links',
      { title: 'a', url: 'https://x.example/', category: 'KI Tools' },
      [{ title: 'Apfel' }, { description: 'Birne' }],
    ],
    ['prompts', { title: 'a', content: 'b' }, [{ title: 'Apfel' }, { content: 'Birne' }]],
    ['research', { title: 'a' }, [{ title: 'Apfel' }, { note: 'Birne' }]],
    ['inbox', { title: 'a' }, [{ title: 'Apfel' }, { note: 'Birne' }]],
  ] as const) {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await create(`/api/${noun}`, input)
      const sent = await flood(changes.map((change) => ['change', 'PATCH', `/api/${noun}/${id}`, change]))
      judge(sent, { change: [200] })
      for (const word of ['Apfel', 'Birne']) {
        const found = (await owner.call('GET', `/api/${noun}?q=${word}&limit=200`)).body.items
        expect(
          found.map((item: { id: string }) => item.id),
          `${noun} ${word}`,
        ).toContain(id)
      }
    }
  }
})

test.runIf(DIALECT === 'postgres')('work that collided is begun anew, and told once', async () => {
  const { inTransaction } = await import('../../platform/db/transaction.ts')
  const { sql } = await import('kysely')
  const both = [0, 1].map((own) => {
    const met = Promise.withResolvers<void>()
    return { own, met, runs: 0 }
  })
  for (const { own } of both)
    await app.db
      .insertInto('meta')
      .values({ key: `zusammenstoß-${own}`, value: '' })
      .execute()
  const add = (tx: typeof app.db, key: number, text: string) =>
    sql`update meta set value = value || ${text} where key = ${`zusammenstoß-${key}`}`.execute(tx)
  await Promise.all(
    both.map((one) =>
      inTransaction(one.own === 0 ? app.db : other.db, async (tx) => {
        one.runs += 1
        await add(tx, one.own, String(one.own))
        one.met.resolve()
        // Each holds its row before it requests the other's.
        await both[1 - one.own]?.met.promise
        await add(tx, 1 - one.own, String(one.own))
      }),
    ),
  )
  expect(both.reduce((sum, { runs }) => sum + runs, 0)).toBe(3)
  const rows = await app.db.selectFrom('meta').select('value').where('key', 'like', 'zusammenstoß-%').execute()
  for (const { value } of rows) expect([...value].sort()).toEqual(['0', '1'])
})
