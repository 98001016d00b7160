import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Article } from '../../../../contract/articles.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

let day = 0
const publish = async (title: string, input: Record<string, unknown> = {}): Promise<Article> => {
  const published_at = new Date(Date.UTC(2026, 0, 1) + (day += 1) * 86_400_000).toISOString()
  const { status, body } = await owner.call('POST', '/api/articles', {
    title,
    status: 'published',
    published_at,
    ...input,
  })
  expect([status, body.message]).toEqual([201, undefined])
  return body
}
const named = async (noun: 'tags' | 'categories', name: string): Promise<string> =>
  (await owner.call('POST', `/api/${noun}`, { name })).body.id
const page = async ({ slug }: Article) => (await app.call<string>('GET', `/article/${slug}`)).body
const related = async (article: Article) =>
  [...(await page(article)).matchAll(/<article><p class="meta">.*?<h3><a[^>]*>(.*?)<\/a>/g)].map(([, title]) => title)
const timing = async ({ slug }: Article) => (await app.call('GET', `/article/${slug}`)).headers.get('server-timing')
const change = async (article: Article, values: Record<string, unknown>): Promise<Article> => {
  const { body: now } = await owner.call('GET', `/api/articles/${article.id}`)
  const { status, body } = await owner.call('PATCH', `/api/articles/${article.id}`, { version: now.version, ...values })
  expect([status, body.message]).toEqual([200, undefined])
  return body
}

test('shared tags first, then the category, at most three; in both directions, and only affected pages are dropped', async () => {
  const [salt, pepper, kitchen] = [
    await named('tags', 'Salz'),
    await named('tags', 'Pfeffer'),
    await named('categories', 'Küche'),
  ]
  const strange = await publish('Fremd')
  const alone = await publish('Nur Küche', { category_id: kitchen })
  const one = await publish('Ein Wort', { tag_ids: [salt] })
  const both = await publish('Zwei Worte', { tag_ids: [salt, pepper] })
  for (const between of [1, 2, 3]) await publish(`Dazwischen ${between}`)
  for (const article of [strange, alone, one, both]) await page(article)
  const main = await publish('Die Sache', { category_id: kitchen, tag_ids: [salt, pepper] })
  expect(await related(main)).toEqual(['Zwei Worte', 'Ein Wort', 'Nur Küche'])
  expect(await timing(strange)).toContain('hit')
  expect(await related(one)).toEqual(['Die Sache', 'Zwei Worte'])
  expect(await related(strange)).toEqual([])
  await change(both, { status: 'draft' })
  expect(await related(main)).toEqual(['Ein Wort', 'Nur Küche'])
  await change(one, { title: 'Anders genannt' })
  expect(await related(main)).toEqual(['Anders genannt', 'Nur Küche'])
  await owner.call('DELETE', `/api/tags/${salt}`)
  expect(await related(main)).toEqual(['Nur Küche'])
})

test('parts of a series link to each other, only published ones', async () => {
  const first = await publish('Teil eins', { series: 'Rechnen im Keller' })
  expect(await page(first)).not.toContain('Rechnen im Keller')
  const second = await publish('Teil zwei', { series: 'Rechnen im Keller' })
  const draft = (await owner.call('POST', '/api/articles', { title: 'Teil drei', series: 'Rechnen im Keller' })).body
  expect(await page(first)).toMatch(/Rechnen im Keller.*Sie lesen diesen Teil.*Teil zwei/s)
  expect(await page(second)).not.toContain('Teil drei')
  await change(draft, { status: 'published' })
  expect(await page(first)).toContain('Teil drei')
  await change(second, { series: null })
  expect(await page(second)).not.toContain('Rechnen im Keller')
  expect(await page(first)).not.toContain('>Teil zwei</a></li>')
})

test('shows when its text was changed after publication, and what was corrected', async () => {
  const article = await publish('Mit Fehler', { content_markdown: 'Zwei und zwei ist fünf.' })
  expect(await page(article)).not.toContain('Aktualisiert am')
  await change(article, { canonical_url: 'https://anderswo.example/' })
  expect(await page(article)).not.toContain('Aktualisiert am')
  await change(article, { content_markdown: 'Zwei und zwei ist vier.', correction: 'Hier stand „fünf“.\nDanke!' })
  expect(await page(article)).toMatch(/<a class="text" href="#korrektur">Aktualisiert am <time/)
  expect(await page(article)).toMatch(/id="korrektur".*Hier stand „fünf“\.\nDanke!/s)
  const again = await change(article, { status: 'draft' })
  await change(again, { status: 'published' })
  expect(await page(article)).not.toContain('Aktualisiert am')
})

test('the working version hides series and correction until it goes live', async () => {
  const { id, version, slug, title } = await publish('Leise')
  const copy = { title, slug, excerpt: '', content_markdown: '', cover_image_url: null, category_id: null }
  const saved = await owner.call('PUT', `/api/articles/${id}/working-copy`, {
    ...copy,
    version,
    correction: 'Noch geheim',
  })
  expect(saved.body.working_copy).toMatchObject({ correction: 'Noch geheim', series: null })
  expect(await page({ slug } as Article)).not.toContain('geheim')
  await owner.call('PATCH', `/api/articles/${id}`, { version: saved.body.version, status: 'published' })
  expect(await page({ slug } as Article)).toContain('Noch geheim')
})
