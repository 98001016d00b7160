import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { creating } from '../../../../../tests/support/creating.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'
import type { Article } from '../../../../contract/articles.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const create = creating<Article>('/api/articles', () => owner)
const publish = (title: string, more: Record<string, unknown> = {}) => create({ title, status: 'published', ...more })
const rename = async (article: Article, slug: string): Promise<Article> => {
  const { status, body } = await owner.call('PATCH', `/api/articles/${article.id}`, { version: article.version, slug })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
/** Status of an address, and the new address of a 301. */
const visit = async (slug: string): Promise<[number, string | null]> => {
  const answer = await app.call('GET', `/article/${slug}`)
  return [answer.status, answer.headers.get('location')]
}
const addresses = async (id: string): Promise<string[]> =>
  (await owner.call('GET', `/api/articles/${id}/addresses`)).body.items.map(({ slug }: { slug: string }) => slug)

describe('[RUL-5] former slugs', () => {
  test('every one redirects straight to the present one, A → B → A included', async () => {
    let article = await publish('Adresse eins')
    await visit('adresse-eins')
    for (const slug of ['adresse-zwei', 'adresse-drei', 'adresse-vier']) article = await rename(article, slug)
    for (const slug of ['adresse-eins', 'adresse-zwei', 'adresse-drei'])
      expect(await visit(slug), slug).toEqual([301, '/article/adresse-vier'])
    expect(await visit('adresse-vier')).toEqual([200, null])
    expect((await app.call('GET', '/article/adresse-vier')).body).toContain(
      `<link rel="canonical" href="http://localhost:${new URL(app.url).port}/article/adresse-vier"`,
    )
    expect((await app.call('GET', '/')).body).toContain('href="/article/adresse-vier"')

    article = await rename(article, 'adresse-eins')
    expect(await visit('adresse-eins')).toEqual([200, null])
    for (const slug of ['adresse-zwei', 'adresse-drei', 'adresse-vier'])
      expect(await visit(slug), slug).toEqual([301, '/article/adresse-eins'])
    expect((await addresses(article.id)).sort()).toEqual(['adresse-drei', 'adresse-vier', 'adresse-zwei'])
  })

  test('a new article at a former slug wins once it is public, and releases it when it moves on', async () => {
    const first = await rename(await publish('Begehrt'), 'begehrt-frueher')
    const { body: draft } = await owner.call('POST', '/api/articles', { title: 'Begehrt' })
    expect(draft.slug).toBe('begehrt')
    // A draft takes no address from readers.
    expect(await visit('begehrt')).toEqual([301, '/article/begehrt-frueher'])
    const { body: second } = await owner.call('PATCH', `/api/articles/${draft.id}`, { version: 1, status: 'published' })
    expect(await visit('begehrt')).toEqual([200, null])
    expect(await addresses(first.id)).toEqual([])
    await rename(second, 'begehrt-spaeter')
    expect(await visit('begehrt')).toEqual([301, '/article/begehrt-spaeter'])
    expect([await addresses(first.id), await addresses(second.id)]).toEqual([[], ['begehrt']])
  })

  test('one that was never public redirects nowhere, nor does one of a non-public article', async () => {
    const { body: draft } = await owner.call('POST', '/api/articles', { title: 'Nie gesehen' })
    await rename(draft, 'gesehen')
    expect(await visit('nie-gesehen')).toEqual([404, null])
    const shown = await rename(await publish('Verschwindet'), 'verschwindet-gleich')
    await owner.call('DELETE', `/api/articles/${shown.id}`)
    for (const slug of ['verschwindet', 'verschwindet-gleich']) expect(await visit(slug), slug).toEqual([410, null])
    await owner.call('POST', `/api/trash/articles/${shown.id}/restore`)
    expect(await visit('verschwindet')).toEqual([301, '/article/verschwindet-gleich'])
  })

  test('can be removed', async () => {
    const article = await rename(await publish('Aufgegeben'), 'behalten')
    const other = await publish('Fremd')
    const give = (id: string, slug: string) => owner.call('DELETE', `/api/articles/${id}/addresses/${slug}`)
    expect((await give(other.id, 'aufgegeben')).status).toBe(404)
    expect(await visit('aufgegeben')).toEqual([301, '/article/behalten'])
    expect((await give(article.id, 'aufgegeben')).status).toBe(204)
    expect(await visit('aufgegeben')).toEqual([410, null])
    expect((await give(article.id, 'aufgegeben')).status).toBe(404)
  })
})

test('[RUL-5] [RUL-20] a trashed article frees its slug; restored, it gets a suffix and readers find both', async () => {
  const first = await publish('Doppelgänger')
  await visit('doppelgaenger')
  await owner.call('DELETE', `/api/articles/${first.id}`)
  expect(await visit('doppelgaenger')).toEqual([410, null])
  const second = await publish('Doppelgänger')
  expect(second.slug).toBe('doppelgaenger')
  await owner.call('POST', `/api/trash/articles/${first.id}/restore`)
  expect((await app.call('GET', '/api/articles/by-slug/doppelgaenger')).body.id).toBe(second.id)
  expect((await app.call('GET', '/api/articles/by-slug/doppelgaenger-2')).body.id).toBe(first.id)
  // Requests for its former address lead to it again as soon as that is free.
  await owner.call('DELETE', `/api/articles/${second.id}`)
  expect(await visit('doppelgaenger')).toEqual([301, '/article/doppelgaenger-2'])
})

test('[RUL-5] [EDIT-6] transliterated, suffixed, refused with a free proposal, replaced by its id if empty', async () => {
  expect((await publish('Ärger über Øresund – groß & „schön“')).slug).toBe('aerger-ueber-oresund-gross-schoen')
  expect((await publish('Ärger über Øresund: groß & schön')).slug).toBe('aerger-ueber-oresund-gross-schoen-2')
  const nothing = await publish('…?!')
  expect(nothing.slug).toBe(`artikel-${nothing.id.replaceAll('-', '').slice(-8)}`)
  const refused = await owner.call('PATCH', `/api/articles/${nothing.id}`, {
    version: nothing.version,
    slug: 'Ärger über Øresund groß schön',
  })
  expect([refused.status, refused.body.code, refused.body.proposal, refused.body.fields[0].field]).toEqual([
    409,
    'slug_taken',
    'aerger-ueber-oresund-gross-schoen-3',
    'slug',
  ])
})

test('[RUL-5] a link to a draft stays valid when its slug changes before publication; others reveal nothing', async () => {
  const add = async (input: Record<string, unknown>) => (await owner.call('POST', '/api/articles', input)).body
  const rename = async (id: string, input: Record<string, unknown>) => {
    const { version } = (await owner.call('GET', `/api/articles/${id}`)).body
    expect((await owner.call('PATCH', `/api/articles/${id}`, { version, ...input })).status).toBe(200)
  }
  const { id } = await add({ title: 'Arbeitstitel' })
  const addresses = async () =>
    (await owner.call('GET', `/api/articles/${id}/addresses`)).body.items.map(({ slug }: { slug: string }) => slug)
  await add({ title: 'Verweis', status: 'published', content_markdown: 'Siehe [dort](/article/arbeitstitel "Mehr").' })
  await owner.call('POST', '/api/pages', {
    title: 'Anderes',
    content_markdown: '<https://blog.example/article/zwischentitel>',
  })
  expect(await addresses()).toEqual([])
  await rename(id, { title: 'Ungenannt' })
  await rename(id, { title: 'Zwischentitel' })
  expect(await addresses()).toEqual(['arbeitstitel'])
  expect((await visit('arbeitstitel'))[0]).toBe(404)
  await rename(id, { title: 'Endgültig', status: 'published' })
  expect(await visit('arbeitstitel')).toEqual([301, '/article/endgueltig'])
  expect((await visit('ungenannt'))[0]).toBe(404)
  // An address in use is not taken over.
  const other = await add({ title: 'Arbeitstitel' })
  await add({ title: 'Noch ein Verweis', content_markdown: '/article/arbeitstitel' })
  await rename(other.id, { title: 'Späteres' })
  expect(await visit('arbeitstitel')).toEqual([301, '/article/endgueltig'])
})
