import { afterAll, beforeAll, expect, test } from 'vitest'
import { creating } from '../../../../tests/support/creating.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import type { Article } from '../../../contract/articles.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const create = creating<Article>('/api/articles', () => owner)
const read = async (path: string) => (await fetch(app.url + path)).text()
const pin = (id: string, method = 'PUT') => owner.call(method, `/api/articles/${id}/pin`)

test('[DESK-9] paid and AI content is labelled on the page, in lists and in feeds; external links are sponsored', async () => {
  const made = await create({
    title: 'Ein Messer',
    status: 'published',
    advert: 'anzeige',
    ai_share: 'assisted',
    series: 'Küche',
    content_markdown: 'Siehe [den Laden](https://laden.example/), <https://noch.example/> und [uns](/archiv).',
  })
  const front = (await owner.call('POST', '/api/pages', { title: 'Vorn', status: 'published' })).body
  const beside = await create({ title: 'Daneben', status: 'published', content_markdown: '[x](https://x.example/)' })
  const page = await read(`/article/${made.slug}`)
  expect(page).toContain('<b class="badge">Anzeige</b>')
  expect(page).toContain('Mit KI-Unterstützung')
  expect(page).toContain('"@type":"AdvertiserContentArticle"')
  expect(page).toContain('CompositeWithTrainedAlgorithmicMediaDigitalSource')
  expect(page.match(/rel="sponsored noopener"/g)).toHaveLength(2)
  expect(await read(`/article/${beside.slug}`)).not.toContain('sponsored')
  expect(await read(`/article/${beside.slug}`)).toContain('Anzeige: Ein Messer')
  for (const list of ['/', '/suche?q=Messer', `/archiv/${new Date().getUTCFullYear()}`])
    expect(await read(list), list).toContain('Anzeige')
  await create({ title: 'Obenauf', status: 'published' })
  // On lists of titles the word belongs to the title: telephones have no room for the column of the category.
  const titles = ['/?sections', '/?page', `/archiv/${new Date().getUTCFullYear()}`, '/suche?q=nirgends', '/messer']
  for (const list of titles) {
    await owner.call('PATCH', '/api/appearance', { landing: list === '/?sections' ? 'abschnitte' : 'liste' })
    await owner.call('PATCH', '/api/settings', { front_page: list === '/?page' ? front.id : null })
    expect(await read(list), list).toContain('>Anzeige: Ein Messer</a>')
  }
  for (const feed of ['/feed.xml', '/atom.xml', '/feed.json']) {
    const text = await read(feed)
    expect(text, feed).toContain('Anzeige: Ein Messer')
    expect(text, feed).toContain('Anzeige · Mit KI-Unterstützung')
    expect(text, feed).toContain('sponsored')
  }
  // Removed, the label disappears everywhere, including the year's list.
  await owner.call('PATCH', `/api/articles/${made.id}`, { version: made.version, advert: null, ai_share: null })
  for (const path of ['/', `/article/${made.slug}`, `/article/${beside.slug}`, '/feed.xml', '/archiv/2026'])
    expect(await read(path), path).not.toContain('Anzeige')
  const refused = await owner.call('PATCH', `/api/articles/${made.id}`, { version: made.version + 1, advert: 'spam' })
  expect(refused).toMatchObject({ status: 400, body: { fields: [{ field: 'advert' }] } })
})

test('[DESK-9] the article pinned last is first on the landing page, three at most, also concurrently', async () => {
  const made: Article[] = []
  for (let number = 1; number <= 5; number++)
    made.push(
      await create({
        title: `Nummer ${number}`,
        status: 'published',
        published_at: `2020-01-0${number}T00:00:00.000Z`,
        content_markdown: '',
      }),
    )
  const [one, two, three, four] = made as [Article, Article, Article, Article]
  const places = async () => [...(await read('/')).matchAll(/href="\/article\/([^"]+)">/g)].map(([, slug]) => slug)
  await places()
  for (const { id } of [one, two, three, four]) expect((await pin(id)).status).toBe(200)
  expect((await places()).slice(0, 3)).toEqual([four.slug, three.slug, two.slug])
  expect(await read('/')).toContain('Angeheftet')
  expect((await owner.call('GET', `/api/articles/${one.id}`)).body.pinned_at).toBeNull()
  // Each is shown there once, and leaves with its publication.
  expect((await places()).filter((slug) => slug === two.slug)).toHaveLength(1)
  await owner.call('PATCH', `/api/articles/${four.id}`, { version: four.version, status: 'draft' })
  expect((await places())[0]).toBe(three.slug)
  // Published again with its former date, after all others, it is still pinned.
  await owner.call('PATCH', `/api/articles/${four.id}`, {
    version: four.version + 1,
    status: 'published',
    published_at: '2019-05-05T00:00:00.000Z',
  })
  expect((await places())[0]).toBe(four.slug)
  expect((await pin(four.id, 'DELETE')).body).toMatchObject({ pinned_at: null, version: four.version + 2 })
  expect((await places())[0]).toBe(three.slug)
  await Promise.all(made.map(({ id }) => pin(id)))
  const { body } = await owner.call('GET', '/api/articles?limit=200')
  expect(body.items.filter((item: Article) => item.pinned_at !== null)).toHaveLength(3)
})

test('[DESK-9] a copy is a draft of the working text, with its own title and slug', async () => {
  const { body: tag } = await owner.call('POST', '/api/tags', { name: 'Kopiert' })
  const { body: category } = await owner.call('POST', '/api/categories', { name: 'Vorbild' })
  const original = await create({
    title: 'Vorbild',
    status: 'published',
    content_markdown: 'Alt.',
    correction: 'Es war anders.',
    canonical_url: 'https://anderswo.example/',
    advert: 'werbung',
    cover_image_url: '/favicon.svg',
    category_id: category.id,
    tag_ids: [tag.id],
  })
  await owner.call('PUT', `/api/articles/${original.id}/working-copy`, {
    ...original,
    content_markdown: 'Neu.\r\n',
    tag_ids: [tag.id],
  })
  const { status, body: copy } = await owner.call('POST', `/api/articles/${original.id}/duplicate`)
  expect(status).toBe(201)
  expect(copy).toMatchObject({
    title: 'Kopie von „Vorbild“',
    slug: 'kopie-von-vorbild',
    status: 'draft',
    content_markdown: 'Neu.\r\n',
    cover_image_url: '/favicon.svg',
    category_id: category.id,
    advert: 'werbung',
    correction: null,
    canonical_url: null,
    tags: [{ id: tag.id }],
    version: 1,
  })
  const { body: again } = await owner.call('POST', `/api/articles/${copy.id}/duplicate`)
  expect(again).toMatchObject({ title: 'Kopie von „Vorbild“', slug: 'kopie-von-vorbild-2' })
  const missing = await owner.call('POST', '/api/articles/01919191-9191-7191-9191-919191919191/duplicate')
  expect(missing.status).toBe(404)
})

test('[DESK-9] templates: three are built in, own ones are made from an article, the blanks belong to the template by name', async () => {
  const list = async () => (await owner.call('GET', '/api/templates')).body.items as { key: string; name: string }[]
  expect((await list()).map(({ name }) => name)).toEqual(['Kritik', 'Nachricht', 'Interview'])
  const made = (await owner.call('POST', '/api/templates/kritik/article')).body as Article
  expect(made).toMatchObject({ status: 'draft', template: 'Kritik' })
  expect(made.content_markdown).toContain('[Titel des Werks]')

  const { body: tag } = await owner.call('POST', '/api/tags', { name: 'Vergänglich' })
  const article = await create({ title: 'Rezept', content_markdown: '[Zutat]', tag_ids: [tag.id] })
  const keep = (name: string, replace = false) =>
    owner.call('POST', '/api/templates', { name, article_id: article.id, replace })
  const several = await Promise.all([keep('Rezept'), keep('rezept'), keep('REZEPT')])
  expect(several.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1)
  expect(await keep('Kritik', true)).toMatchObject({ status: 409, body: { code: 'name_taken' } })
  expect(await keep('  ')).toMatchObject({ status: 400, body: { fields: [{ field: 'name' }] } })
  await owner.call('PATCH', `/api/articles/${article.id}`, { version: 1, content_markdown: '[Zutat] und [Menge]' })
  const { body: kept } = await keep('Rezept', true)
  await owner.call('DELETE', `/api/tags/${tag.id}`)
  const used = await owner.call('POST', `/api/templates/${kept.key}/article`)
  expect(used).toMatchObject({
    status: 201,
    body: { title: 'Rezept', template: 'Rezept', content_markdown: '[Zutat] und [Menge]', tags: [] },
  })
  expect(await list()).toHaveLength(4)
  expect((await owner.call('DELETE', `/api/templates/${kept.key}`)).status).toBe(204)
  expect((await owner.call('POST', `/api/templates/${kept.key}/article`)).status).toBe(404)
  expect((await owner.call('POST', '/api/templates/nichts/article')).status).toBe(400)
})

test('[DESK-9] AI use in a picture is shown beside it', async () => {
  const bytes = await (await fetch(`${app.url}/icon-512.png`)).arrayBuffer()
  const uploaded = await fetch(`${app.url}/api/media?filename=bild.png`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.accessToken}`, 'content-type': 'image/png' },
    body: bytes,
  })
  const asset = (await uploaded.json()) as { id: string; url: string }
  const made = await create({
    title: 'Mit Bild',
    status: 'published',
    cover_image_url: asset.url,
    content_markdown: `![Ein Bild](${asset.url})`,
  })
  expect(await read(`/article/${made.slug}`)).not.toContain('KI-generiert')
  const changed = await owner.call('PATCH', `/api/media/${asset.id}`, { credit: 'Jana', ai_share: 'generated' })
  expect(changed.body).toMatchObject({ credit: 'Jana', ai_share: 'generated' })
  const page = await read(`/article/${made.slug}`)
  expect(page.match(/Jana · Bild KI-generiert/g)?.length).toBeGreaterThanOrEqual(2)
  expect(await read('/feed.xml')).toContain('Titelbild: Jana · Bild KI-generiert')
})
