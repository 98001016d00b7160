import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'
import { uploadPicture } from '../../../../../tests/support/upload-picture.ts'
import type { Article } from '../../../../contract/articles.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const create = async (input: Record<string, unknown>): Promise<Article> =>
  (await owner.call('POST', '/api/articles', input)).body
const check = (input: Record<string, unknown>) => owner.call('POST', '/api/articles/check', input)

const upload = async () => (await uploadPicture(app, owner)).url

test('own addresses without a public target are reported; others count as valid', async () => {
  const there = await create({ title: 'Da', status: 'published' })
  const draft = await create({ title: 'Noch nicht' })
  const gone = await create({ title: 'Weg', status: 'published' })
  await owner.call('DELETE', `/api/articles/${gone.id}`)
  await owner.call('PATCH', `/api/articles/${there.id}`, { version: 1, slug: 'umgezogen' })
  // A draft at the former address of a published article takes nothing from readers.
  expect((await create({ title: 'Da' })).slug).toBe('da')
  const image = await upload()
  const dead = [
    { address: `/article/${draft.slug}`, reason: 'unpublished' },
    { address: `/article/${gone.slug}#kapitel`, reason: 'missing' },
    { address: '/article/100%', reason: 'missing' },
    { address: '/storage/v1/object/public/blog-media/nie-da.png', reason: 'missing' },
  ]
  const alive = ['/article/da', '/article/umgezogen?x=1#y', image, `${image}?v=2`, '/', '/feed.xml', '#fussnote']
  const answer = await check({ slug: '', addresses: [...alive, ...dead.map(({ address }) => address)] })
  expect([answer.status, answer.body]).toEqual([200, { slug_taken: false, dead }])
})

test('a slug is taken when another article has it, not by the article itself', async () => {
  const mine = await create({ title: 'Belegt' })
  const taken = async (input: Record<string, unknown>) => (await check({ addresses: [], ...input })).body.slug_taken
  expect(await taken({ slug: 'Belegt' })).toBe(true)
  expect(await taken({ slug: 'belegt', id: mine.id })).toBe(false)
  expect(await taken({ slug: 'belegt-und-frei' })).toBe(false)
  expect((await check({ slug: 'x', addresses: 'alle' })).status).toBe(400)
  expect((await app.call('POST', '/api/articles/check', { slug: 'x', addresses: [] })).status).toBe(401)
})

test('[RUL-27] byline, canonical address, description and noindex wait in the working version until it goes live', async () => {
  const input = { title: 'Mit Angaben', status: 'published', byline: ' Mira Öztürk ', canonical_url: '' }
  const made = await create({ ...input, seo_description: 'Worum es geht' })
  expect(made).toMatchObject({ byline: 'Mira Öztürk', canonical_url: null, seo_description: 'Worum es geht' })
  const { title, slug, excerpt, content_markdown, cover_image_url, category_id } = made
  const text = { title, slug, excerpt, content_markdown, cover_image_url, category_id }
  const put = (version: number, changed: Record<string, unknown>) =>
    owner.call('PUT', `/api/articles/${made.id}/working-copy`, { version, ...text, ...changed })
  const saved = await put(1, {
    byline: null,
    canonical_url: 'https://zuerst.example/text',
    noindex: true,
  })
  expect(saved.body).toMatchObject({
    byline: 'Mira Öztürk',
    canonical_url: null,
    noindex: false,
    working_copy: {
      byline: null,
      canonical_url: 'https://zuerst.example/text',
      seo_description: 'Worum es geht',
      noindex: true,
    },
  })
  // A client without these fields does not clear them.
  expect((await put(2, { excerpt: 'neu' })).body.working_copy).toMatchObject({
    byline: null,
    canonical_url: 'https://zuerst.example/text',
    noindex: true,
  })
  const page = async () => (await app.call<string>('GET', `/article/${slug}`)).body
  expect(await page()).toContain('<a href="/autor/mira-oeztuerk">Mira Öztürk</a>')
  expect(await page()).not.toContain('name="robots"')
  await owner.call('PATCH', `/api/articles/${made.id}`, { version: 3, status: 'published' })
  const live = await page()
  expect(live).not.toContain('Mira Öztürk')
  expect(live).toContain('<meta name="robots" content="noindex"')
  expect(live).toContain('<link rel="canonical" href="https://zuerst.example/text"')
  expect(live).toContain('<meta property="og:url" content="https://zuerst.example/text"')
  expect(live).toContain('<meta name="description" content="Worum es geht"')
  expect(live).toContain('<meta property="og:description" content="Worum es geht"')
  expect((await app.call('GET', `/api/articles/by-slug/${slug}`)).body).toMatchObject({
    canonical_url: 'https://zuerst.example/text',
    seo_description: 'Worum es geht',
    noindex: true,
  })
  const refused = await put(4, { canonical_url: 'javascript:alert(1)' })
  expect([refused.status, refused.body.fields[0].field]).toEqual([400, 'canonical_url'])
})
