import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import type { CountedAuthor } from '../../../contract/authors.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const call = async (method: string, path: string, body?: unknown, status = 200) => {
  const answer = await owner.call(method, path, body)
  expect([answer.status, answer.body?.fields ?? null], `${method} ${path}`).toEqual([
    status,
    answer.body?.fields ?? null,
  ])
  return answer.body
}
const add = (values: object): Promise<CountedAuthor> => call('POST', '/api/authors', values, 201)
const list = async (): Promise<CountedAuthor[]> => (await call('GET', '/api/authors')).items
const named = async (name: string) => (await list()).find((author) => author.name === name)
const publish = (title: string, byline: string | null, values: object = {}) =>
  call('POST', '/api/articles', { title, byline, status: 'published', content_markdown: 'Ein Text.', ...values }, 201)
const read = async (path: string) => {
  const answer = await fetch(app.url + path, { redirect: 'manual' })
  return { status: answer.status, to: answer.headers.get('location'), body: await answer.text() }
}
const article = (id: string) => call('GET', `/api/articles/${id}`)

describe('[SITE-18] [RUL-99] authors are records', () => {
  test('with name, address, words, picture, links and account', async () => {
    const fields = {
      text: ' Schreibt über Sprache. ',
      picture: '/favicon.svg',
      links: [{ label: 'Mastodon', url: 'https://social.example/@mira' }, { url: 'https://mira.example/' }],
      account_id: owner.id,
    }
    const mira = await add({ name: 'Mira Engel', ...fields })
    expect(mira).toMatchObject({ name: 'Mira Engel', slug: 'mira-engel', text: 'Schreibt über Sprache.' })
    expect(mira.links[1]).toEqual({ label: 'mira.example', url: 'https://mira.example/' })
    expect(await call('GET', `/api/authors/${mira.id}`)).toMatchObject({
      account_id: owner.id,
      picture: '/favicon.svg',
    })
    expect(await named('Mira Engel')).toMatchObject({ id: mira.id, article_count: 0 })
    expect(await call('PATCH', `/api/authors/${mira.id}`, { text: 'Anders.' })).toMatchObject({
      text: 'Anders.',
      links: mira.links,
    })
    await call('DELETE', `/api/authors/${mira.id}`, undefined, 204)
    await call('GET', `/api/authors/${mira.id}`, undefined, 404)
  })

  test.each([
    [{ name: ' ' }, 'name', 400],
    [{ name: 'Anna und Ben' }, 'name', 400],
    [{ name: 'Anna, Ben' }, 'name', 400],
    [{ name: 'X', links: [{ url: 'javascript:alert(1)' }] }, 'links.0.url', 400],
    [{ name: 'X', picture: 'data:image/png;base64,AA' }, 'picture', 400],
    [{ name: 'X', account_id: '019bb8a4-0000-7000-8000-000000000000' }, 'account_id', 400],
    [{ name: 'X', slug: '—' }, 'slug', 400],
    [{ name: 'VERGEBEN' }, 'name', 409],
    [{ name: 'Anders', slug: 'vergeben' }, 'slug', 409],
  ])('%j is refused at %s', async (input, field, status) => {
    if (!(await named('Vergeben'))) await add({ name: 'Vergeben' })
    const before = await list()
    const answer = await owner.call('POST', '/api/authors', input)
    expect([answer.status, answer.body.fields?.[0]?.field]).toEqual([status, field])
    expect(await list()).toEqual(before)
  })

  test('strangers get none of it', async () => {
    expect((await app.call('GET', '/api/authors')).status).toBe(401)
  })
})

describe('[SITE-18] an author line is read as several people', () => {
  test('each is a record with a page, and a joined address redirects to the first', async () => {
    const text = await publish('Zu dritt', 'Jana Öztürk, Ali Kaya und Timo Brandt')
    await publish('Allein', 'Ali Kaya', { published_at: '2024-01-02T10:00:00Z' })
    await publish('Von und zu', 'Ina von und zu Moor und Kai Au')
    for (const name of ['Ina von und zu Moor', 'Kai Au']) expect(await named(name)).toMatchObject({ article_count: 1 })
    expect(text.byline).toBe('Jana Öztürk, Ali Kaya und Timo Brandt')
    for (const name of ['Jana Öztürk', 'Timo Brandt']) expect(await named(name)).toMatchObject({ article_count: 1 })
    expect(await named('Ali Kaya')).toMatchObject({ article_count: 2 })
    const { body } = await read('/article/zu-dritt')
    expect(body).toContain(
      '<b><a href="/autor/jana-oeztuerk">Jana Öztürk</a>, <a href="/autor/ali-kaya">Ali Kaya</a> und <a href="/autor/timo-brandt">Timo Brandt</a></b>',
    )
    expect(body.match(/<meta name="author" content="[^"]+"/g)).toHaveLength(3)
    expect(body).toContain('"author":[{"@type":"Person","name":"Jana Öztürk"')
    expect([...body.matchAll(/class="p-author" value="([^"]+)"/g)].map(([, name]) => name)).toEqual([
      ...['Jana Öztürk', 'Ali Kaya', 'Timo Brandt'],
    ])
    const ali = (await read('/autor/ali-kaya')).body
    expect([...ali.matchAll(/<h2><a [^>]*href="\/article\/([^"]+)/g)].map(([, slug]) => slug)).toEqual([
      'zu-dritt',
      'allein',
    ])
    const joined = '/autor/jana-oeztuerk-ali-kaya-und-timo-brandt'
    expect(await read(joined)).toMatchObject({ status: 301, to: '/autor/jana-oeztuerk' })
    expect(await read(`${joined}/feed.xml`)).toMatchObject({ status: 301, to: '/autor/jana-oeztuerk/feed.xml' })
    expect((await read('/feeds.opml')).body).toContain('/autor/timo-brandt/feed.xml')
    expect((await read('/sitemap.xml')).body).not.toContain(joined)
  })

  test('feeds name each', async () => {
    expect((await read('/feed.xml')).body.match(/<dc:creator>(?:Jana|Ali|Timo)/g)).toHaveLength(4)
    expect((await read('/atom.xml')).body).toMatch(/<author>\n<name>Ali Kaya<\/name>/)
    const { items } = JSON.parse((await read('/autor/timo-brandt/feed.json')).body) as { items: { authors: unknown }[] }
    expect(items.map(({ authors }) => authors)).toEqual([
      [{ name: 'Jana Öztürk' }, { name: 'Ali Kaya' }, { name: 'Timo Brandt' }],
    ])
  })

  test('one without a line has the people of the settings', async () => {
    await call('PATCH', '/api/settings', { author_name: 'Jana Öztürk & Redaktion Nord' })
    await publish('Ohne Zeile', null)
    expect(await named('Redaktion Nord')).toMatchObject({ article_count: 1 })
    expect(await named('Jana Öztürk')).toMatchObject({ article_count: 2 })
    expect((await read('/autor/redaktion-nord')).body).toContain('/article/ohne-zeile')
    expect((await read('/article/ohne-zeile')).body).toContain('<a href="/autor/redaktion-nord">Redaktion Nord</a>')
    await call('PATCH', '/api/settings', { author_name: '' })
    expect((await read('/autor/redaktion-nord')).status).toBe(404)
  })

  test('an author with drafts alone has no page', async () => {
    await add({ name: 'Nur Entwurf', text: 'Geheim' })
    await call('POST', '/api/articles', { title: 'Verborgen', byline: 'Nur Entwurf' }, 201)
    expect(await named('Nur Entwurf')).toMatchObject({ article_count: 1 })
    expect((await read('/autor/nur-entwurf')).status).toBe(404)
  })

  test('many at once make one record of each', async () => {
    await Promise.all(
      Array.from({ length: 12 }, (_, number) =>
        publish(`Gleichzeitig ${number}`, number % 2 ? 'Zwei Hand, Eins Hand' : 'Eins Hand und Zwei Hand'),
      ),
    )
    for (const name of ['Eins Hand', 'Zwei Hand']) expect(await named(name)).toMatchObject({ article_count: 12 })
  })
})

describe('[SITE-18] the page of an author', () => {
  test('shows words, face and links as h-card and ProfilePage', async () => {
    const { id } = await add({
      name: 'Vera Voss',
      text: 'Zeichnet <Karten>.',
      picture: '/favicon.svg',
      links: [{ label: 'Mastodon', url: 'https://social.example/@vera' }],
      account_id: owner.id,
    })
    await publish('Karten', 'Vera Voss')
    const { body } = await read('/autor/vera-voss')
    expect(body).toContain('<h1 class="p-name">Vera Voss</h1>')
    expect(body).toContain('Zeichnet &lt;Karten&gt;.')
    expect(body).toMatch(/<img src="\/favicon\.svg"[^>]* class="u-photo"[^>]* alt="Porträt von Vera Voss"/)
    expect(body).toContain('rel="me" href="https://social.example/@vera"')
    expect(body).toContain('"@type":"ProfilePage"')
    expect(body).toContain('"sameAs":["https://social.example/@vera"]')
    expect(body).not.toContain(owner.id)
    const text = (await read('/article/karten')).body
    expect(text).toContain('Geschrieben von')
    expect(text).toContain('<meta name="fediverse:creator" content="@vera@social.example"/>')
    expect(text).toContain('<p class="name"><a href="/autor/vera-voss">Vera Voss</a></p>')
    await call('PATCH', `/api/authors/${id}`, { text: '', picture: null, links: [] })
    expect((await read('/article/karten')).body).not.toMatch(/Geschrieben von|fediverse:creator/)
    expect((await read('/autor/vera-voss')).body).not.toContain('Zeichnet')
  })

  test('lists the three newest articles in full, older ones as titles by year, and the year of the first', async () => {
    const days = [2026, 2025, 2024, 2024, 2023, 2022, 2021, 2020, 2019, 2018].map((year) => `${year}-05-04T10:00:00Z`)
    for (const [place, published_at] of [...days, '2017-12-31T23:30:00Z'].entries())
      await publish(`Lothar ${place}`, 'Lothar Lang', { published_at })
    const page = async (path: string) => {
      const { body } = await read(path)
      const main = /<main.*<\/main>/s.exec(body)?.[0] ?? ''
      return { main, full: main.match(/<article/g)?.length ?? 0, years: [...main.matchAll(/<h2>(\d+)<\/h2>/g)] }
    }
    const first = await page('/autor/lothar-lang')
    expect(first.full).toBe(3)
    expect(first.years.map(([, year]) => year)).toEqual(['2024', '2023', '2022', '2021', '2020', '2019', '2018'])
    // In the zone of the site.
    expect(first.main).toContain('<span>seit 2018</span>')
    expect(first.main).toContain('<time dateTime="2018-05-04">4.5.</time>')
    const second = await page('/autor/lothar-lang?seite=2')
    expect(second.full).toBe(0)
    expect(second.years).toHaveLength(1)
    expect(second.main).toContain('<a href="/article/lothar-10">Lothar 10</a>')
  })

  test('a private blog shows none', async () => {
    await call('PATCH', '/api/settings', { visibility: 'privat' })
    expect(await read('/autor/vera-voss')).toMatchObject({ status: 302 })
    await call('PATCH', '/api/settings', { visibility: 'öffentlich' })
  })
})

describe('[SITE-18] authors are managed like categories', () => {
  test('another name stands in all lines at once, and the former address redirects', async () => {
    const text = await publish('Umbenannt', 'Alter Name, Zweite Person')
    const draft = await call('POST', '/api/articles', { title: 'Entwurf', byline: 'Alter Name' }, 201)
    const working = await publish('Mit Arbeitsfassung', null)
    await call('PUT', `/api/articles/${working.id}/working-copy`, {
      ...{ version: working.version, title: working.title, slug: working.slug, excerpt: '', content_markdown: 'Neu.' },
      ...{ cover_image_url: null, category_id: null, byline: 'Alter Name' },
    })
    await call('PATCH', '/api/settings', { author_name: 'Alter Name' })
    const { id } = (await named('Alter Name'))!
    expect(await call('PATCH', `/api/authors/${id}`, { name: 'Neuer Name' })).toMatchObject({ slug: 'neuer-name' })
    expect(await article(text.id)).toMatchObject({ byline: 'Neuer Name, Zweite Person', version: text.version + 1 })
    expect((await article(draft.id)).byline).toBe('Neuer Name')
    expect((await article(working.id)).working_copy.byline).toBe('Neuer Name')
    expect((await call('GET', '/api/settings')).author_name).toBe('Neuer Name')
    expect((await read('/article/umbenannt')).body).toContain('<a href="/autor/neuer-name">Neuer Name</a>')
    expect(await read('/autor/alter-name')).toMatchObject({ status: 301, to: '/autor/neuer-name' })
    await call('PATCH', '/api/settings', { author_name: '' })
    // A line with the former name is the same person.
    const late = await publish('Spät', 'Alter Name')
    expect(late.byline).toBe('Alter Name')
    expect((await read('/article/spaet')).body).toContain('<a href="/autor/neuer-name">Neuer Name</a>')
    expect(await named('Alter Name')).toBeUndefined()
  })

  test('an own address may be sent, and the name finds the person all the same', async () => {
    const { id } = await add({ name: 'Kurt Kurz', slug: 'kk' })
    await publish('Kurzes', 'Kurt Kurz')
    expect((await read('/article/kurzes')).body).toContain('<a href="/autor/kk">Kurt Kurz</a>')
    expect(await read('/autor/kurt-kurz')).toMatchObject({ status: 301, to: '/autor/kk' })
    await call('PATCH', `/api/authors/${id}`, { slug: 'kurt' })
    expect(await read('/autor/kk')).toMatchObject({ status: 301, to: '/autor/kurt' })
    expect((await read('/autor/kurt')).status).toBe(200)
  })

  test('merging gives all articles to the other, and each address redirects', async () => {
    await publish('Doppelt', 'J. Öztürk und Ali Kaya')
    const from = (await named('J. Öztürk'))!
    const into = (await named('Jana Öztürk'))!
    const merged = await call('POST', `/api/authors/${from.id}/merge`, { into_id: into.id })
    expect(merged).toMatchObject({ id: into.id, article_count: into.article_count + 1 })
    expect((await read('/article/doppelt')).body).toContain('<a href="/autor/jana-oeztuerk">Jana Öztürk</a>')
    expect(await read('/autor/j-oeztuerk')).toMatchObject({ status: 301, to: '/autor/jana-oeztuerk' })
    await call('POST', `/api/authors/${into.id}/merge`, { into_id: into.id }, 400)
    await call('POST', `/api/authors/${from.id}/merge`, { into_id: into.id }, 404)
  })

  test('removing takes a person out of all lines, and the articles stay', async () => {
    const both = await publish('Bleibt', 'Geht Fort, Bleibt Da')
    const alone = await publish('Bleibt auch', 'Geht Fort')
    const { id } = (await named('Geht Fort'))!
    await call('DELETE', `/api/authors/${id}`, undefined, 204)
    expect((await article(both.id)).byline).toBe('Bleibt Da')
    expect((await article(alone.id)).byline).toBeNull()
    expect((await read('/autor/geht-fort')).status).toBe(404)
    expect(await named('Geht Fort')).toBeUndefined()
  })
})
