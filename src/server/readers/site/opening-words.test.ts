import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import type { Article } from '../../../contract/articles.ts'
import { up } from '../../migrations/0027-opening-words.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const create = async (input: Record<string, unknown>): Promise<Article> => {
  const { status, body } = await owner.call('POST', '/api/articles', { status: 'published', ...input })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const read = async (address: string) =>
  (await app.call<string>('GET', address, undefined, { 'accept-encoding': 'identity' })).body.toString()
const json = async (address: string) => (await app.call('GET', address)).body
/** Every response that names an article without its text. */
const PLACES = ['/', '/kategorie/moor', '/article/torf', '/feed.xml', '/atom.xml', '/llms.txt', '/suche?q=birke']

test('[SITE-16] [RUL-104] a text without an excerpt gets opening words in lists, head, data, feeds, llms.txt and hits', async () => {
  const category = (await owner.call('POST', '/api/categories', { name: 'Moor' })).body
  const words = 'Torf wächst einen Millimeter im Jahr.'
  const article = await create({
    title: 'Torf und Birke',
    slug: 'torf',
    category_id: category.id,
    content_markdown: `# Torf\n\n![Ein Moor](/media/m.png)\n\nTorf **wächst** einen Millimeter im Jahr.\n\n<!--more-->\n\n${'Ende. '.repeat(50)}`,
  })
  for (const place of PLACES) expect(await read(place), place).toContain(words)
  const page = await read('/article/torf')
  expect(page).toContain(`<meta name="description" content="${words}"/>`)
  expect(page).toContain(`<meta property="og:description" content="${words}"/>`)
  expect(page).toContain(`"description":"${words}"`)
  expect(page).not.toContain('class="excerpt"')
  const feed = await json('/feed.json')
  expect((typeof feed === 'string' ? JSON.parse(feed) : feed).items[0].summary).toBe(words)
  // They are not stored in the article.
  expect((await owner.call('GET', `/api/articles/${article.id}`)).body).toMatchObject({ excerpt: '', version: 1 })
  expect(await read('/article/torf.md')).not.toContain('excerpt:')
})

test('[SITE-16] [SITE-15] the words follow the live text at once, also one of the same length, and give way to an excerpt', async () => {
  const [before, after] = ['Der erste Satz.', 'Ein neuer Satz.']
  const { id, title, slug } = await create({ title: 'Stand', content_markdown: before })
  const expectWords = async (words: string, not: string) => {
    for (const place of ['/', '/feed.xml', '/llms.txt', '/article/stand']) {
      expect(await read(place), place).toContain(words)
      expect(await read(place), place).not.toContain(not)
    }
  }
  await expectWords(before, after)
  await owner.call('PATCH', `/api/articles/${id}`, { version: 1, content_markdown: after })
  await expectWords(after, before)
  const copy = {
    title,
    slug,
    excerpt: '',
    cover_image_url: null,
    category_id: null,
    content_markdown: 'Im Entwurf!!!!!',
  }
  await owner.call('PUT', `/api/articles/${id}/working-copy`, { version: 2, ...copy })
  await expectWords(after, 'Im Entwurf')
  const { body } = await owner.call('PATCH', `/api/articles/${id}`, { version: 3, status: 'published' })
  await expectWords('Im Entwurf', after)
  await owner.call('PATCH', `/api/articles/${id}`, { version: body.version, excerpt: 'Von Hand.' })
  for (const place of ['/', '/llms.txt']) {
    expect(await read(place)).toContain('Von Hand.')
    expect(await read(place)).not.toContain('Im Entwurf')
  }
})

test('[SITE-16] a long first sentence is cut at a word, after 200 characters at most', async () => {
  await create({ title: 'Lang', content_markdown: `Wortreich ${'und so fort '.repeat(2000)}` })
  const [, words = ''] = /<p class="excerpt">(Wortreich[^<]*)</.exec(await read('/')) ?? []
  expect(words).toMatch(/^Wortreich und .* (?:und|so|fort)…$/)
  expect(words.length).toBeLessThanOrEqual(200)
})

test('[SITE-10] [RUL-98] llms.txt names the newest 50 that are not excluded, however many of those are newer', async () => {
  for (let index = 0; index < 50; index += 1)
    await create({ title: `Zeile ${index}`, slug: `zeile-${index}`, published_at: `2020-01-01T00:00:${index + 10}Z` })
  const [hidden] = await Promise.all(
    Array.from({ length: 45 }, (_, index) =>
      create({ title: `Still ${index}`, slug: `still-${index}`, noindex: true }),
    ),
  )
  const named = async () => [...(await read('/llms.txt')).matchAll(/\/article\/([\w-]+)\.md/g)].map(([, slug]) => slug)
  const lines = await named()
  expect(lines).toHaveLength(50)
  expect(lines.filter((slug) => slug?.startsWith('still'))).toEqual([])
  await owner.call('PATCH', `/api/articles/${hidden!.id}`, { version: 1, noindex: false })
  expect(await named()).toContain(hidden!.slug)
})

test('[SITE-16] an upgrade finds the words that a former release stored once more', async () => {
  const { id } = await create({ title: 'Hinweis', slug: 'hinweis', content_markdown: '> [!NOTE]\n> Das gilt heute.' })
  const former = { opening: '[!NOTE] Das gilt heute.' }
  await app.db.updateTable('article_reading_times').set(former).where('article_id', '=', id).execute()
  await up(app.db as never)
  const list = await read('/')
  expect(list).toContain('Das gilt heute.')
  expect(list).not.toContain('[!NOTE]')
})
