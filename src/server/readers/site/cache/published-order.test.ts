import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'
import { listPublished } from '../../../writing/articles/articles.public.ts'
import { newId } from '../../../platform/ids.ts'
import { PublishedOrder } from './published-order.ts'

const MANY = 2345

let app: TestApp
let owner: TestAccount
let ids: string[]

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
  const { body } = await owner.call('POST', '/api/articles', { title: 'Vorlage', status: 'draft' })
  const template = await app.db.selectFrom('articles').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow()
  const { search_id: _search, ...row } = template as typeof template & { search_id?: number }
  const rows = Array.from({ length: MANY }, (_, index) => ({
    ...row,
    id: newId(),
    slug: `nummer-${index}`,
    status: 'published',
    // Several of one instant: the id decides.
    published_at: new Date(Date.UTC(2020, 0, 1) + Math.floor(index / 3) * 60_000).toISOString(),
  }))
  for (let at = 0; at < MANY; at += 300)
    await app.db
      .insertInto('articles')
      .values(rows.slice(at, at + 300))
      .execute()
  ids = rows
    .toSorted((a, b) => (`${a.published_at} ${a.id}` < `${b.published_at} ${b.id}` ? 1 : -1))
    .map(({ id }) => id)
})
afterAll(() => app.stop())

test('finds every position in the list, skipping a thousand articles at most', async () => {
  const order = new PublishedOrder(app.db)
  expect(await order.count()).toBe(MANY)
  const offsets = [2340, 0, 999, 1000, 1001, 1990, 2000, 2344]
  const found = await Promise.all(
    offsets.map(async (offset) => {
      const way = await order.wayTo(offset)
      expect(way.offset, String(offset)).toBeLessThan(1000)
      return (await listPublished(app.db, { ...way, limit: 10 })).map(({ id }) => id)
    }),
  )
  expect(found).toEqual(offsets.map((offset) => ids.slice(offset, offset + 10)))
  // Beyond the end, too.
  expect(await listPublished(app.db, { ...(await order.wayTo(9_999_990)), limit: 10 })).toEqual([])
})

test('strangers’ page numbers: the last page exists, later ones do not, and a change is visible at once', async () => {
  const page = async (number: number) => app.call<string>('GET', `/?seite=${number}`)
  expect((await page(235)).body).toContain('Seite 235 von 235')
  expect((await page(235)).body).toContain('/article/nummer-0"')
  for (const beyond of [236, 9_999_999]) expect((await page(beyond)).status).toBe(404)
  const { body } = await owner.call('POST', '/api/articles', {
    title: 'Ganz alt',
    status: 'published',
    published_at: '2001-01-01T00:00:00Z',
  })
  expect((await page(235)).body).toContain('/article/ganz-alt"')
  await owner.call('DELETE', `/api/articles/${body.id}`)
  expect((await page(235)).body).not.toContain('/article/ganz-alt"')
})

test('a page beyond the last reads no article', async () => {
  // Reads of articles fail after this, so a 404 proves that none was read.
  await app.call('GET', '/?seite=235')
  await sql`alter table article_reading_times rename to article_reading_times_away`.execute(app.db)
  try {
    expect((await app.call('GET', '/?seite=9999999')).status).toBe(404)
    expect((await app.call('GET', '/?seite=200')).status).toBe(500)
  } finally {
    await sql`alter table article_reading_times_away rename to article_reading_times`.execute(app.db)
  }
})
