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

const counts = async () => (await owner.call('GET', '/api/articles/counts')).body
const list = async (query = ''): Promise<Article[]> =>
  (await owner.call('GET', `/api/articles?limit=200${query}`)).body.items
const bySlug = (slug: string) => app.call('GET', `/api/articles/by-slug/${slug}`)

test('[DATA-3] every call of specification §7 on articles, with every field of §3', async () => {
  const named = async (noun: string, name: string) => (await owner.call('POST', `/api/${noun}`, { name })).body
  const [category, other] = [await named('categories', 'Maschinen'), await named('categories', 'Menschen')]
  const tags = [await named('tags', 'Übersicht'), await named('tags', 'Aktuell')]
  const nothing = { draft: 0, scheduled: 0, published: 0 }
  expect(await counts()).toEqual(nothing)

  // Insert, with every optional field.
  const input = {
    title: 'Größenwahn & Maß',
    slug: 'eigene-adresse',
    content_markdown: 'Erste Zeile\r\n\r\n\tZweite „Zeile“ 😀\n',
    excerpt: 'Ein Auszug',
    cover_image_url: '/storage/v1/object/public/blog-media/bild.webp',
    status: 'published',
    category_id: category.id,
    published_at: '2026-03-03T08:15:00.000Z',
  }
  const inserted = await owner.call('POST', '/api/articles', input)
  expect(inserted.status).toBe(201)
  const article: Article = inserted.body
  expect(article).toMatchObject({ ...input, author_id: owner.id, category, tags: [], version: 1 })
  expect(article.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(article.updated_at >= article.created_at).toBe(true)
  const tagged = await owner.call('PUT', `/api/articles/${article.id}/tags`, { tag_ids: tags.map(({ id }) => id) })
  expect(tagged.status).toBe(200)

  // By slug, published, with category and tags, and by id with tags.
  const plain = ({ id, name, slug }: { id: string; name: string; slug: string }) => ({ id, name, slug })
  const alphabetical = [tags[1], tags[0]].map((tag) => expect.objectContaining({ name: tag.name, slug: tag.slug }))
  expect((await bySlug('eigene-adresse')).body).toMatchObject({
    title: input.title,
    slug: input.slug,
    content_markdown: input.content_markdown,
    excerpt: input.excerpt,
    cover_image_url: input.cover_image_url,
    published_at: input.published_at,
    category: { name: 'Maschinen', slug: 'maschinen' },
    tags: alphabetical,
  })
  const { body: byId } = await owner.call('GET', `/api/articles/${article.id}`)
  expect(byId).toMatchObject({ ...input, category: plain(category), tags: alphabetical })
  expect((await owner.call('GET', '/api/articles?limit=1')).body.items).toMatchObject([{ id: article.id }])

  // Counts per status, and the list: category names, newest created first, by status.
  for (const status of ['draft', 'scheduled', 'draft'] as const)
    expect((await owner.call('POST', '/api/articles', { title: `Noch ${status}`, status })).status).toBe(201)
  expect(await counts()).toEqual({ draft: 2, scheduled: 1, published: 1 })
  const rows = (items: Article[]) => items.map(({ title, category: of }) => [title, of?.name ?? null])
  expect(rows(await list())).toEqual([
    ['Noch draft', null],
    ['Noch scheduled', null],
    ['Noch draft', null],
    [input.title, 'Maschinen'],
  ])
  const created = (await list()).map(({ created_at }) => created_at)
  expect(created).toEqual([...created].sort().reverse())
  for (const [status, titles] of [
    ['draft', ['Noch draft', 'Noch draft']],
    ['scheduled', ['Noch scheduled']],
    ['published', [input.title]],
  ] as const)
    expect((await list(`&status=${status}`)).map(({ title }) => title)).toEqual(titles)
  for (const hidden of await list('&status=draft')) expect((await bySlug(hidden.slug)).status).toBe(404)

  // Update by id: each field alone changes nothing else.
  let { version } = byId as Article
  let expected: Record<string, unknown> = { ...input }
  for (const change of [
    { title: 'Anders' },
    { slug: 'neue-adresse' },
    { content_markdown: '# Neu\n' },
    { excerpt: '' },
    { cover_image_url: null },
    { category_id: other.id },
    { published_at: '2026-03-04T08:15:00.000Z' },
    { status: 'draft', published_at: null },
  ]) {
    const { status, body } = await owner.call('PATCH', `/api/articles/${article.id}`, { version, ...change })
    expect(status, JSON.stringify([change, body])).toBe(200)
    expected = { ...expected, ...change }
    expect(body, JSON.stringify(change)).toMatchObject(expected)
    expect((await owner.call('GET', `/api/articles/${article.id}`)).body).toEqual(body)
    version = body.version
  }
  expect(await counts()).toEqual({ draft: 3, scheduled: 1, published: 0 })

  // Delete by id.
  expect((await owner.call('DELETE', `/api/articles/${article.id}`)).status).toBe(204)
  expect((await owner.call('GET', `/api/articles/${article.id}`)).status).toBe(404)
  expect((await list()).map(({ id }) => id)).not.toContain(article.id)
  expect(await counts()).toEqual({ draft: 2, scheduled: 1, published: 0 })
})
