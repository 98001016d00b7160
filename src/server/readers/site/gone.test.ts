import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import type { Article } from '../../../contract/articles.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const create = async (title: string, more: Record<string, unknown> = {}): Promise<Article> => {
  const { status, body } = await owner.call('POST', '/api/articles', { title, ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const patch = async (article: Article, input: Record<string, unknown>): Promise<Article> => {
  const { status, body } = await owner.call('PATCH', `/api/articles/${article.id}`, {
    version: article.version,
    ...input,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
/** Uncompressed: the compressed form of a page becomes available at an unknown time. */
const PLAIN = { 'accept-encoding': 'identity' }
const visit = (slug: string) => app.call<string>('GET', `/article/${slug}`, undefined, PLAIN)
const statuses = async (...slugs: string[]) => Promise.all(slugs.map(async (slug) => (await visit(slug)).status))

test('[SITE-11] [RUL-46] withdrawn is 410 at every address it had, never public is 404, and nothing else differs', async () => {
  let article = await create('Eins', { status: 'published' })
  article = await patch(article, { slug: 'zwei' })
  article = await patch(article, { status: 'draft' })
  expect(await statuses('eins', 'zwei')).toEqual([410, 410])
  // Addresses assigned while not public do not reveal that they are taken.
  article = await patch(article, { slug: 'drei' })
  article = await patch(article, { slug: 'vier' })
  expect(await statuses('eins', 'zwei', 'drei', 'vier')).toEqual([410, 410, 404, 404])
  const [gone, unknown] = [await visit('zwei'), await visit('gibt-es-nicht')]
  expect(gone.body).toBe(unknown.body)
  const headersOf = ({ headers }: typeof gone) =>
    [...headers].filter(([name]) => !['date', 'server-timing'].includes(name))
  expect(headersOf(gone)).toEqual(headersOf(unknown))

  article = await patch(article, { status: 'scheduled', published_at: '2040-01-01T00:00:00Z' })
  expect(await statuses('zwei', 'vier')).toEqual([410, 404])
  article = await patch(article, { status: 'published', published_at: null })
  expect(await statuses('eins', 'zwei', 'vier')).toEqual([301, 301, 200])
  expect((await visit('eins')).headers.get('location')).toBe('/article/vier')
  expect((await visit('drei')).status).toBe(404)

  await owner.call('DELETE', `/api/articles/${article.id}`)
  expect(await statuses('eins', 'zwei', 'drei', 'vier')).toEqual([410, 410, 404, 410])
  // Another draft at a freed address changes nothing; once published it is shown.
  const other = await create('Vier')
  expect([other.slug, ...(await statuses('vier'))]).toEqual(['vier', 410])
  expect((await owner.call('DELETE', `/api/trash/articles/${article.id}`)).status).toBe(204)
  expect(await statuses('eins', 'zwei', 'vier')).toEqual([404, 404, 404])
  await patch(other, { status: 'published' })
  expect(await statuses('vier')).toEqual([200])
})

test('[SITE-11] [RUL-97] withdrawn is 410 in every spelling that led to it', async () => {
  const article = await create('Über Äpfel', { status: 'published' })
  const { slug } = await patch(article, { status: 'draft' })
  const spellings = [
    `/article/${slug}/`,
    `/Article/${slug.toUpperCase()}`,
    `/article/${slug.toUpperCase()}`,
    `/article/${slug.toUpperCase()}.md`,
    `/article/${slug.toUpperCase()}/card.png`,
    `/article/${slug}?seite=1`,
    `/article/${slug}.md`,
    `/ARTICLE/${slug.toUpperCase()}.MD/`,
    `/article/${slug}/card.png`,
    `//article/./${slug}`,
    `/article/%${slug.charCodeAt(0).toString(16)}${slug.slice(1)}`,
    `/article/${slug}?utm_source=brief`,
  ]
  for (const spelling of spellings) {
    const { status } = await app.call('GET', spelling, undefined, PLAIN)
    expect(status, spelling).toBe(410)
    const other = spelling.replace(new RegExp(slug.slice(1), 'i'), 'x')
    expect((await app.call('GET', other, undefined, PLAIN)).status, other).not.toBe(410)
  }
  const { status } = await owner.call('POST', '/api/redirects', { from: '/?p=77', article_id: article.id, status: 301 })
  expect(status).toBe(201)
  expect((await app.call('GET', '/?p=77', undefined, PLAIN)).status).toBe(410)
})

test('[SITE-11] [RUL-67] an undone publication does not count: no 410', async () => {
  let article = await create('Zurück', { status: 'published' })
  article = await patch(article, { status: 'draft' })
  article = await patch(article, { slug: 'anders' })
  article = await patch(article, { status: 'published' })
  expect(await statuses('zurueck', 'anders')).toEqual([301, 200])
  const undone = await owner.call('POST', `/api/articles/${article.id}/undo`, { version: article.version })
  expect(undone.status, JSON.stringify(undone.body)).toBeLessThan(300)
  expect(await statuses('zurueck', 'anders')).toEqual([410, 404])
})
