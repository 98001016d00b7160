import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DIALECT, type Answer, type TestAccount } from '../../tests/support/test-app.ts'
import { uploadPicture } from '../../tests/support/upload-picture.ts'
import { startTwoInstances, type TwoInstances } from '../../tests/support/two-instances.ts'

const MANY = 12

let { app, beside, owner, editor, stop } = {} as TwoInstances
beforeAll(async () => void ({ app, beside, owner, editor, stop } = await startTwoInstances()))
afterAll(() => stop())

type Request = [method: string, path: string, body?: unknown, by?: TestAccount]

/** Sends all requests concurrently, half of them to each instance. */
const atOnce = (requests: Request[]): Promise<Answer[]> =>
  Promise.all(
    requests.map(([method, path, body, by = owner], index) =>
      (index % 2 ? beside : app).call(method, path, body, { authorization: `Bearer ${by.accessToken}` }),
    ),
  )
const same = (...request: Request): Request[] => Array.from({ length: MANY }, () => request)
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort((a, b) => a - b)
const oneOf = (first: number, rest: number) => [first, ...Array.from({ length: MANY - 1 }, () => rest)]
const create = async (path: string, body: unknown) => (await owner.call('POST', path, body)).body

test.each(['article', 'task', 'research', 'link'])(
  'of an entry that is made a %s twelve times one is made',
  async (to) => {
    const entry = await create('/api/inbox', { title: `Einmal ${to}`, url: `https://quelle.example/${to}` })
    const answers = await atOnce(same('POST', `/api/inbox/${entry.id}/conversion`, { to }))
    expect(statuses(answers)).toEqual(oneOf(201, 409))
    const late = answers.find(({ status }) => status === 409)?.body
    expect(late).toMatchObject({ code: 'version_conflict', current: { id: entry.id, status: 'processed' } })
    expect(late.message).toMatch(/schon erledigt. Öffnen Sie ihn wieder/)
    await owner.call('PATCH', `/api/inbox/${entry.id}`, { status: 'open' })
    expect((await owner.call('POST', `/api/inbox/${entry.id}/conversion`, { to: 'task' })).status).toBe(201)
  },
)

test('[WEEK-15] one of many concurrent requests adds the address, in whatever spelling; the others get the existing entry', async () => {
  const spellings = [
    'https://www.seite.example/x/',
    'http://seite.example/x',
    'https://seite.example/x?utm_source=rss#teil',
  ]
  const add = (more: object) =>
    Array.from({ length: MANY }, (_, i): Request => {
      return ['POST', '/api/inbox', { title: spellings[i % 3], ...more }, i % 4 ? owner : editor]
    })
  const answers = await atOnce(add({}))
  expect(statuses(answers)).toEqual(oneOf(201, 409))
  const first = answers.find(({ status }) => status === 201)?.body
  for (const { status, body } of answers)
    if (status === 409) expect([body.code, body.current.id]).toEqual(['already_in_inbox', first.id])
  expect(statuses(await atOnce(add({ allow_duplicate: true })))).toEqual(Array.from({ length: MANY }, () => 201))
})

test('[DESK-12] an entry sent concurrently under one id is added once, and every request is answered with it', async () => {
  const id = v7()
  const answers = await atOnce(same('POST', '/api/inbox', { id, title: 'https://unterwegs.example/a' }))
  expect(statuses(answers)).toEqual(Array.from({ length: MANY }, () => 201))
  expect(new Set(answers.map(({ body }) => body.id))).toEqual(new Set([id]))
  const { items } = (await owner.call('GET', '/api/inbox?q=unterwegs')).body
  expect(items).toHaveLength(1)
  // Another account cannot reach the entry by its id.
  const other = await editor.call('POST', '/api/inbox', { id, title: 'Fremd' })
  expect([other.status, other.body.code, other.body.current]).toEqual([409, 'version_conflict', undefined])
})

test('[DESK-12] a move sent concurrently is made once, and a later repeat takes nothing back', async () => {
  const [first, second] = [await create('/api/tasks', { title: 'Eins' }), await create('/api/tasks', { title: 'Zwei' })]
  const move = { status: 'idea', after_id: null, move_id: v7() }
  const answers = await atOnce(same('PUT', `/api/tasks/${second.id}/position`, move))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.position}`)).size).toBe(1)
  const since = (await owner.call('PUT', `/api/tasks/${second.id}/position`, { status: 'ready', move_id: v7() })).body
  const again = await owner.call('PUT', `/api/tasks/${second.id}/position`, move)
  expect([again.status, again.body.status, again.body.position]).toEqual([200, 'ready', since.position])
  expect((await owner.call('GET', `/api/tasks/${first.id}`)).body.status).toBe('idea')
})

test('of feeds with one address one is on the list, whether added or restored from the trash', async () => {
  const url = 'https://feed.example/einmal'
  expect(statuses(await atOnce(same('POST', '/api/feeds', { url })))).toEqual(oneOf(201, 409))
  const trashed: string[] = []
  for (let i = 0; i < MANY; i += 1) {
    const known = (await owner.call('GET', '/api/feeds?limit=200')).body.items.find((feed: any) => feed.url === url)
    const feed = known ?? (await create('/api/feeds', { url }))
    await owner.call('DELETE', `/api/feeds/${feed.id}`)
    trashed.push(feed.id)
  }
  const answers = await atOnce(trashed.map((id) => ['POST', `/api/trash/feeds/${id}/restore`]))
  expect(statuses(answers)).toEqual(oneOf(200, 409))
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('feed_exists')
})

test.each(['categories', 'tags'])('of %s with one name one is made, and a record is restored once', async (noun) => {
  const names = Array.from({ length: MANY }, (_, i): Request => [
    'POST',
    `/api/${noun}`,
    { name: i % 2 ? 'Einmal' : 'EINMAL' },
  ])
  expect(statuses(await atOnce(names))).toEqual(oneOf(201, 409))
  const task = await create('/api/tasks', { title: 'Einmal zurück' })
  await owner.call('DELETE', `/api/tasks/${task.id}`)
  expect(statuses(await atOnce(same('POST', `/api/trash/tasks/${task.id}/restore`)))).toEqual(oneOf(200, 404))
})

test('an owner’s change of registration survives an editor’s concurrent save', async () => {
  for (let round = 0; round < 10; round += 1) {
    await owner.call('PATCH', '/api/settings', { registration: 'freigabe' })
    const others = same('PATCH', '/api/settings', { registration: 'freigabe', site_title: `${round}` }, editor)
    const answers = await atOnce([...others, ['PATCH', '/api/settings', { registration: 'geschlossen' }], ...others])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect((await owner.call('GET', '/api/settings')).body.registration).toBe('geschlossen')
  }
})

test('a card moved while its title changes keeps the new position', async () => {
  for (let round = 0; round < 10; round += 1) {
    const first = await create('/api/tasks', { title: 'Erste', status: 'idea' })
    const card = await create('/api/tasks', { title: 'Karte', status: 'idea' })
    const titles = Array.from({ length: MANY }, (_, i): Request => [
      'PATCH',
      `/api/tasks/${card.id}`,
      { title: `Karte ${i}` },
    ])
    const move: Request = ['PUT', `/api/tasks/${card.id}/position`, { status: 'idea', after_id: null }]
    const answers = await atOnce([...titles.slice(6), move, ...titles.slice(0, 6)])
    expect(new Set(statuses(answers))).toEqual(new Set([200]))
    const position = async (id: string) => (await owner.call('GET', `/api/tasks/${id}`)).body.position
    expect((await position(card.id)) < (await position(first.id)), `${round}`).toBe(true)
    expect(await position(card.id)).toBe(answers[6]?.body.position)
  }
})

test.runIf(DIALECT === 'postgres')('what goes between the look and the write is 404', async () => {
  const item = await create('/api/research', { title: 'Geht gleich' })
  const sent = await app.db.transaction().execute(async (tx) => {
    await sql`delete from research_items where id = ${item.id}`.execute(tx)
    const answer = owner.call('POST', `/api/research/${item.id}/links`, { url: 'https://x.example/', title: 'x' })
    // The request has found the item and waits for its row.
    const waiting = async () => {
      const { rows } = await sql<{ count: string }>`
        select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%research_items%'`.execute(
        app.db,
      )
      return Number(rows[0]?.count)
    }
    await expect.poll(waiting).toBe(1)
    return { answer }
  })
  expect(await sent.answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('[RUL-20] [MEDIA-3] a picture that goes while articles with it are published is served as long as it is there, by each instance', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { id, url } = await uploadPicture(app, owner, { width: 8 + round })
    const draft = await create('/api/articles', { title: `Bild ${round}`, content_markdown: '', cover_image_url: url })
    const publish: Request = ['PATCH', `/api/articles/${draft.id}`, { version: 1, status: 'published' }]
    const answers = await atOnce([
      publish,
      ['DELETE', `/api/media/${id}`],
      ['PATCH', `/api/media/${id}`, { alt_text: 'Neu' }],
      ['DELETE', `/api/trash/media/${id}`],
      ['POST', `/api/trash/media/${id}/restore`],
      publish,
    ])
    expect(answers.filter(({ status }) => ![200, 204, 404, 409].includes(status))).toEqual([])
    expect(statuses([answers[0]!, answers[5]!])).toEqual([200, 409])
    const isLeft = await app.db.selectFrom('media_assets').select('id').where('id', '=', id).executeTakeFirst()
    for (const instance of [app, beside]) {
      expect((await instance.call('GET', url)).status).toBe(isLeft ? 200 : 404)
      expect((await instance.call('GET', `/article/bild-${round}`)).status).toBe(200)
    }
  }
})
