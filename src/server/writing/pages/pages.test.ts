import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { creating } from '../../../../tests/support/creating.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import type { Page, PageSummary } from '../../../contract/pages.ts'
import { RESERVED_SEGMENTS } from '../../../rules/public-paths.ts'
import { listPublishedPages } from './pages.public.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const add = creating<Page>('/api/pages', () => owner)
const patch = async (page: Page, input: Record<string, unknown>): Promise<Page> => {
  const { status, body } = await owner.call('PATCH', `/api/pages/${page.id}`, { version: page.version, ...input })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const get = async ({ id }: Pick<Page, 'id'>): Promise<Page> => (await owner.call('GET', `/api/pages/${id}`)).body
const list = async (query = ''): Promise<PageSummary[]> => (await owner.call('GET', `/api/pages?${query}`)).body.items
const titles = async (query = '') => (await list(query)).map(({ title }) => title)

describe('[RUL-48] legal pages', () => {
  test('exist from the start, as drafts with blanks, in the footer', async () => {
    const found = await list()
    expect(found.map(({ slug, status, placement }) => [slug, status, placement])).toEqual([
      ['impressum', 'draft', 'footer'],
      ['datenschutz', 'draft', 'footer'],
    ])
    for (const { blanks } of found) expect(blanks).toBeGreaterThan(3)
    expect((await app.call('GET', '/api/pages/by-slug/impressum')).status).toBe(404)
    expect((await owner.call('GET', '/api/articles')).body.items).toEqual([])
    expect((await owner.call('GET', '/api/articles/counts')).body).toEqual({ draft: 0, scheduled: 0, published: 0 })
  })

  test('keep their slug; blanks are counted in the working text', async () => {
    const [legal] = await list('q=impressum')
    const page = await get(legal as PageSummary)
    const { version } = page
    const refused = await owner.call('PATCH', `/api/pages/${page.id}`, { version, slug: 'woanders' })
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      [{ field: 'slug', reason: 'Die Adresse „/impressum“ ist fest.' }],
    ])
    const named = await patch(page, { title: 'Impressum und Kontakt', content_markdown: 'Ich, [Ort] und [Link](/).' })
    expect(named).toMatchObject({ slug: 'impressum', blanks: 1 })
    const live = await patch(named, { status: 'published' })
    const { title, slug } = live
    const put = { version: live.version, title, slug, content_markdown: 'Ich, Bonn.' }
    const saved = await owner.call('PUT', `/api/pages/${page.id}/working-copy`, put)
    expect(saved.body).toMatchObject({ blanks: 0, has_unpublished_changes: true })
    expect((await list())[0]?.blanks).toBe(0)
    await patch(saved.body, { status: 'draft' })
  })
})

describe('pages', () => {
  test('[SITE-4] are created, edited, published, found by slug, and go to the trash and back', async () => {
    const made = await add({ title: 'Über uns', content_markdown: 'Wir sind drei.' })
    expect(made).toMatchObject({
      slug: 'ueber-uns',
      status: 'draft',
      noindex: false,
      placement: 'none',
      version: 1,
      slug_is_own: false,
      working_copy: null,
      blanks: 0,
    })
    expect((await app.call('GET', '/api/pages/by-slug/ueber-uns')).status).toBe(404)
    const renamed = await patch(made, { title: 'Wer wir sind' })
    expect(renamed).toMatchObject({ slug: 'wer-wir-sind', version: 2 })
    const live = await patch(renamed, { status: 'published', placement: 'header', noindex: true, position: 7 })
    expect(live).toMatchObject({ placement: 'header', noindex: true, position: 7, slug_is_own: true })
    const open = await app.call('GET', '/api/pages/by-slug/wer-wir-sind')
    expect(Object.keys(open.body).sort()).toEqual(
      [
        'id',
        'lang',
        'title',
        'slug',
        'status',
        'noindex',
        'placement',
        'position',
        'created_at',
        'updated_at',
        'content_markdown',
      ].sort(),
    )
    expect(await titles('status=published')).toEqual(['Wer wir sind'])
    expect(await titles('placement=header')).toEqual(['Wer wir sind'])
    expect(await titles('q=DREI')).toEqual(['Wer wir sind'])

    expect((await owner.call('DELETE', `/api/pages/${made.id}`)).status).toBe(204)
    expect((await owner.call('GET', `/api/pages/${made.id}`)).status).toBe(404)
    expect((await app.call('GET', '/api/pages/by-slug/wer-wir-sind')).status).toBe(404)
    const other = await add({ title: 'Wer wir sind' })
    const restored = await owner.call('POST', `/api/trash/pages/${made.id}/restore`)
    expect(restored.body).toEqual({ noun: 'pages', id: made.id, title: 'Wer wir sind' })
    expect(await get(made)).toMatchObject({ slug: 'wer-wir-sind-2', status: 'published', position: 7 })
    await owner.call('DELETE', `/api/pages/${other.id}`)
    expect((await owner.call('DELETE', `/api/trash/pages/${other.id}`)).status).toBe(204)
  })

  test('[RUL-14] a stale save is refused with the present page, one without a version with 400', async () => {
    const made = await add({ title: 'Alt' })
    const now = await patch(made, { content_markdown: 'neu' })
    const stale = await owner.call('PATCH', `/api/pages/${made.id}`, { version: 1, content_markdown: 'meins' })
    expect([stale.status, stale.body.code, stale.body.current]).toEqual([409, 'version_conflict', now])
    const without = await owner.call('PATCH', `/api/pages/${made.id}`, { content_markdown: 'meins' })
    expect([without.status, without.body.fields]).toEqual([
      400,
      [{ field: 'version', reason: 'Die Angabe „version“ fehlt' }],
    ])
    const again = await owner.call('POST', '/api/pages', { id: made.id, title: 'Alt' })
    expect([again.status, again.body.current.id]).toEqual([409, made.id])
    expect((await get(made)).content_markdown).toBe('neu')
  })

  test('[RUL-27] the working version stays hidden until it goes live, its slug too', async () => {
    const made = await add({ title: 'Spielregeln', content_markdown: 'alt', status: 'published' })
    const copy = { title: 'Hausordnung', slug: 'hausordnung', content_markdown: 'neu' }
    const path = `/api/pages/${made.id}/working-copy`
    const { body: saved } = await owner.call('PUT', path, { version: 1, ...copy, save_id: 'e:1' })
    expect(saved).toMatchObject({ title: 'Spielregeln', working_copy: copy, version: 2, recent_saves: ['e:1'] })
    const read = async (slug: string) => (await app.call('GET', `/api/pages/by-slug/${slug}`)).body.content_markdown
    expect([await read('spielregeln'), await read('hausordnung')]).toEqual(['alt', undefined])
    const { body: back } = await owner.call('DELETE', path, { version: 2 })
    expect(back).toMatchObject({ working_copy: null, version: 3 })
    const { body: once } = await owner.call('PUT', path, { version: 3, ...copy })
    const live = await patch(once, { status: 'published' })
    expect(live).toMatchObject({ ...copy, working_copy: null })
    expect([await read('spielregeln'), await read('hausordnung')]).toEqual([undefined, 'neu'])
    const { body } = await owner.call('GET', `/api/pages/${made.id}/addresses`)
    expect(body.items.map(({ slug }: { slug: string }) => slug)).toEqual(['spielregeln'])
    expect((await owner.call('DELETE', `/api/pages/${made.id}/addresses/spielregeln`)).status).toBe(204)
    expect((await owner.call('DELETE', `/api/pages/${made.id}/addresses/spielregeln`)).status).toBe(404)
  })

  test('keep versions: live ones, manual saves, losing texts', async () => {
    const made = await add({ title: 'Fassungen', content_markdown: 'eins' })
    const second = await patch(made, { content_markdown: 'zwei', autosave: true })
    const kept = { title: 'Fassungen', excerpt: '', content_markdown: 'gab nach' }
    const third = await patch(second, { content_markdown: 'drei', kept })
    await patch(third, { status: 'published' })
    const { body } = await owner.call('GET', `/api/pages/${made.id}/revisions`)
    expect(body.items.map(({ kind }: { kind: string }) => kind)).toEqual([
      'published',
      'saved',
      'kept',
      'autosave',
      'saved',
    ])
    const { id } = body.items[2]
    const one = await owner.call('GET', `/api/pages/${made.id}/revisions/${id}`)
    expect(one.body).toMatchObject({ kind: 'kept', content_markdown: 'gab nach', excerpt: '' })
    expect((await owner.call('GET', `/api/pages/${id}/revisions`)).status).toBe(404)
  })

  test('[RUL-44] a reserved slug is refused if typed and gets a number if derived', async () => {
    for (const slug of [...RESERVED_SEGMENTS, 'Archiv', 'feed.xml', 'robots.txt']) {
      const { status, body } = await owner.call('POST', '/api/pages', { title: 'x', slug })
      expect([status, body.code, body.fields?.[0].field], slug).toEqual([400, 'validation_failed', 'slug'])
    }
    expect((await add({ title: 'Archiv' })).slug).toBe('archiv-2')
    const made = await add({ title: 'Dank' })
    expect((await add({ title: 'Dank' })).slug).toBe('dank-2')
    const taken = await owner.call('PATCH', `/api/pages/${made.id}`, { version: 1, slug: 'dank-2' })
    expect([taken.status, taken.body.code, taken.body.proposal]).toEqual([409, 'slug_taken', 'dank-2-2'])
    const status = await owner.call('PATCH', `/api/pages/${made.id}`, { version: 1, status: 'scheduled' })
    expect(status.status).toBe(400)
  })

  test('have one order, which is changed as a whole', async () => {
    const all = (await list('limit=200')).map(({ id }) => id)
    const turned = all.toReversed()
    expect((await owner.call('PUT', '/api/pages/order', { ids: turned })).status).toBe(204)
    expect((await list('limit=200')).map(({ id }) => id)).toEqual(turned)
    const last = turned.at(-1) ?? ''
    const before = await get({ id: last })
    await owner.call('PUT', '/api/pages/order', { ids: [last] })
    expect((await list('limit=200')).map(({ id }) => id)).toEqual([last, ...turned.slice(0, -1)])
    const now = await get({ id: last })
    expect([now.position, now.version, now.updated_at]).toEqual([1, before.version, before.updated_at])
    const unknown = await owner.call('PUT', '/api/pages/order', { ids: [crypto.randomUUID()] })
    expect(unknown.status).toBe(404)
  })

  test('are listed in pages, in their order', async () => {
    const all = (await list('limit=200')).map(({ id }) => id)
    const read: string[] = []
    for (let cursor = ''; ;) {
      const { body } = await owner.call('GET', `/api/pages?limit=3${cursor && `&cursor=${cursor}`}`)
      read.push(...body.items.map(({ id }: Page) => id))
      if (!body.next_cursor) break
      cursor = body.next_cursor
    }
    expect(read).toEqual(all)
    expect((await owner.call('GET', '/api/pages?cursor=quatsch')).status).toBe(400)
  })

  test('[RUL-30] only editors read or write them', async () => {
    const waiting = await app.register()
    const { id } = await add({ title: 'Geheim' })
    for (const who of [app.call, waiting.call]) {
      const refused = who === app.call ? 401 : 403
      expect((await who('GET', '/api/pages')).status).toBe(refused)
      expect((await who('GET', `/api/pages/${id}`)).status).toBe(refused)
      expect((await who('POST', '/api/pages', { title: 'x' })).status).toBe(refused)
      expect((await who('PATCH', `/api/pages/${id}`, { version: 1, title: 'x' })).status).toBe(refused)
      expect((await who('DELETE', `/api/pages/${id}`)).status).toBe(refused)
    }
  })

  test('[RUL-19] a column that is not public is in no public response', async () => {
    await sql`alter table pages add column secret_note text not null default 'geheim'`.execute(app.db)
    const made = await add({ title: 'Offen', status: 'published' })
    const { body } = await app.call('GET', '/api/pages/by-slug/offen')
    expect(JSON.stringify(body)).not.toContain('geheim')
    const listed = (await listPublishedPages(app.db)).find(({ id }) => id === made.id)
    expect(Object.keys(listed ?? {}).sort()).toEqual(['id', 'noindex', 'placement', 'slug', 'title', 'updated_at'])
  })

  test('[MEDIA-3] their pictures are known, and stay readable while they are published', async () => {
    const url = '/storage/v1/object/public/blog-media/seite.webp'
    const image = await owner.call('POST', '/api/pages', { title: 'Bild', content_markdown: `![](${url})` })
    const rows = () => app.db.selectFrom('page_media_usage').select(['page_id', 'working', 'address']).execute()
    expect(await rows()).toEqual([{ page_id: image.body.id, working: 0, address: 'seite.webp)' }])
    const live = await patch(image.body, { status: 'published' })
    const copy = { version: live.version, title: 'Bild', slug: 'bild', content_markdown: '' }
    await owner.call('PUT', `/api/pages/${live.id}/working-copy`, { ...copy, content_markdown: `a ${url} b` })
    expect(await rows()).toHaveLength(2)
    await patch(await get(live), { status: 'draft' })
    expect(await rows()).toEqual([{ page_id: live.id, working: 0, address: 'seite.webp b' }])
  })
})
