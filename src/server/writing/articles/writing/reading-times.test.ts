import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'
import type { Article } from '../../../../contract/articles.ts'
import { createLog } from '../../../platform/log.ts'
import { measureReadingTimes } from '../../../schedule.ts'
import { measuredTexts } from './reading-times.service.ts'

let app: TestApp
let owner: TestAccount
let number = 0

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.db.deleteFrom('articles').execute()
})

const words = (count: number) => 'Wort '.repeat(count)
const kept = () => app.db.selectFrom('article_reading_times').select(['article_id', 'minutes']).execute()
const create = async (input: Record<string, unknown>): Promise<Article> =>
  (await owner.call('POST', '/api/articles', { title: `Lesezeit ${(number += 1)}`, ...input })).body
/** The reading times on the landing page, from the newest article on. */
const said = async () =>
  [...(await app.call<string>('GET', '/')).body.matchAll(/(\d+) Min\. Lesezeit/g)].map(([, minutes]) => Number(minutes))

test('minutes are stored when a text goes live, and again when it changes', async () => {
  const { id } = await create({ content_markdown: words(600) })
  expect(await kept()).toEqual([])
  await owner.call('PATCH', `/api/articles/${id}`, { version: 1, status: 'published' })
  expect(await kept()).toEqual([{ article_id: id, minutes: 3 }])
  await owner.call('PATCH', `/api/articles/${id}`, { version: 2, content_markdown: words(1000) })
  expect(await kept()).toEqual([{ article_id: id, minutes: 5 }])
  expect(await said()).toEqual([5])
})

test('the working version counts once it is live', async () => {
  const { id, title, slug } = await create({ content_markdown: words(600), status: 'published' })
  const copy = { title, slug, excerpt: '', cover_image_url: null, category_id: null, content_markdown: words(1400) }
  await owner.call('PUT', `/api/articles/${id}/working-copy`, { version: 1, ...copy })
  expect(await said()).toEqual([3])
  await owner.call('PATCH', `/api/articles/${id}`, { version: 2, status: 'published' })
  expect(await kept()).toEqual([{ article_id: id, minutes: 7 }])
  expect(await said()).toEqual([7])
})

test('a text of a former release is measured by the list, and stored', async () => {
  const { id } = await create({ content_markdown: words(600), status: 'published' })
  const { id: other } = await create({ content_markdown: words(600), status: 'published' })
  // It knows only the articles' own columns.
  await app.db
    .updateTable('articles')
    .set({ content_markdown: words(1000) })
    .where('id', '=', id)
    .execute()
  await app.db.deleteFrom('article_reading_times').where('article_id', '=', other).execute()
  expect(await said()).toEqual([3, 5])
  expect(new Map((await kept()).map((row) => [row.article_id, row.minutes]))).toEqual(
    new Map([
      [id, 5],
      [other, 3],
    ]),
  )
})

test('a measure outdated by a concurrent save is not stored', async () => {
  const { id } = await create({ content_markdown: words(600), status: 'published' })
  await app.db.deleteFrom('article_reading_times').execute()
  const [times, saved] = await Promise.all([
    measuredTexts(app.db, [id]),
    owner.call('PATCH', `/api/articles/${id}`, { version: 1, content_markdown: words(1000) }),
  ])
  expect([times.size, saved.status]).toEqual([1, 200])
  expect((await measuredTexts(app.db, [id])).get(id)?.minutes).toBe(5)
})

test('the nightly job measures the rest, except drafts and trash', async () => {
  const published = await Promise.all(
    [1, 2, 3].map((count) => create({ content_markdown: words(count * 400), status: 'published' })),
  )
  await create({ content_markdown: words(400) })
  const gone = await create({ content_markdown: words(400), status: 'published' })
  await owner.call('DELETE', `/api/articles/${gone.id}`)
  await app.db.deleteFrom('article_reading_times').execute()
  const runtime = { db: app.db, log: createLog('error') }
  await measureReadingTimes.run(runtime as unknown as Parameters<typeof measureReadingTimes.run>[0])
  const found = new Map((await kept()).map((row) => [row.article_id, row.minutes]))
  expect(found).toEqual(new Map(published.map(({ id }, index) => [id, (index + 1) * 2])))
})

test('a long text is measured in a worker, with the same result as on its page', async () => {
  const { slug } = await create({ content_markdown: words(20_000), status: 'published' })
  expect(await said()).toEqual([100])
  expect((await app.call<string>('GET', `/article/${slug}`)).body).toContain('100 Min. Lesezeit')
})

test('an article deleted for good takes its minutes along', async () => {
  await create({ content_markdown: words(400), status: 'published' })
  await app.db.deleteFrom('articles').execute()
  expect(await kept()).toEqual([])
})
