import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'

let app: TestApp
let owner: TestAccount
let page: { id: string; version: number }
const ids: string[] = []

const get = (path: string) => fetch(app.url + path, { redirect: 'manual' })
const text = async (path: string) => (await get(path)).text()
const settings = (values: object) => owner.call('PATCH', '/api/settings', values)

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
  await settings({ site_title: 'Kombüse', site_description: 'Notizen', base_url: 'https://blog.example' })
  const categories = []
  for (const name of ['Hafen', 'Moor']) categories.push((await owner.call('POST', '/api/categories', { name })).body.id)
  for (let day = 1; day <= 12; day++) {
    const { body } = await owner.call('POST', '/api/articles', {
      title: `Tagebuch ${day}`,
      status: 'published',
      published_at: `2026-01-${String(day).padStart(2, '0')}T10:00:00Z`,
      category_id: categories[day % 3 === 0 ? 1 : 0],
      content_markdown: 'Ein Text.',
    })
    ids.push(body.id)
  }
  page = (
    await owner.call('POST', '/api/pages', {
      title: 'Willkommen an Bord',
      content_markdown: 'Wir **schreiben** hier.',
      status: 'published',
    })
  ).body
})
afterAll(() => app.stop())

const titles = (html: string) => [...html.matchAll(/Tagebuch (\d+)</g)].map(([, day]) => Number(day))

test('[SITE-20] the owner’s default is in the page, and works without a script', async () => {
  const dark = await text('/')
  expect(dark).toContain('<html lang="de">')
  expect(dark).toContain('<meta name="theme-color" content="#0e0f13"')
  expect(dark).not.toContain('<noscript>')
  await settings({ reader_theme: 'system' })
  const system = await text('/')
  expect(system).toContain('<html lang="de" data-default="system">')
  expect(system).toContain('<meta name="theme-color" content="#f9fafb" media="(prefers-color-scheme: light)"')
  const [, address = ''] =
    /<noscript><link rel="stylesheet" href="(\/site\/theme-[0-9a-f]{16}\.css)"/.exec(system) ?? []
  const sheet = await text(address)
  expect(sheet).toMatch(
    /^@layer site\{@media \(prefers-color-scheme:light\)\{:root:not\(\[data-theme\]\)\{color-scheme: light;/,
  )
  await settings({ reader_theme: 'light' })
  const light = await text('/article/tagebuch-1')
  expect(light).toContain('<html lang="de" data-default="light">')
  const [, other = ''] = /<noscript><link rel="stylesheet" href="(\/site\/theme-[0-9a-f]{16}\.css)"/.exec(light) ?? []
  expect(other).not.toBe(address)
  expect(await text(other)).toMatch(/^@layer site\{:root:not\(\[data-theme\]\)\{color-scheme: light;/)
  expect((await settings({ reader_theme: 'bunt' })).status).toBe(400)
  await settings({ reader_theme: 'dark' })
  expect(await text('/')).toBe(dark)
})

test('[SITE-22] [RUL-109] a page stands at `/` with the newest titles and the topics, and the list at /artikel', async () => {
  expect((await get('/artikel')).headers.get('location')).toBe('/')
  expect((await settings({ front_page: page.id })).body.front_page).toBe(page.id)
  const front = await text('/')
  expect(front).toContain('<h1><a href="/">Kombüse</a></h1>')
  expect(front).toContain('<p>Notizen</p>')
  expect(front).toContain('<a class="button quiet" href="/auth">Admin-Login</a>')
  expect(front).toContain('<h2>Willkommen an Bord</h2>')
  expect(front).toContain('Wir <strong>schreiben</strong> hier.')
  expect(titles(front)).toEqual([12, 11, 10, 9, 8])
  expect(front).toMatch(/href="\/kategorie\/hafen">Hafen<\/a> 8/)
  const list = await text('/artikel')
  expect(titles(list)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
  expect(list).toContain('href="/artikel?seite=2" rel="next"')
  expect(list).toContain('<link rel="canonical" href="https://blog.example/artikel"/>')
  expect(titles(await text('/artikel?seite=2'))).toEqual([2, 1])
  expect((await get('/artikel?seite=3')).status).toBe(404)
  expect((await get('/?seite=2')).headers.get('location')).toBe('/artikel?seite=2')
})

test('[SITE-22] the front page and its own address are one page for search engines', async () => {
  expect(await text('/willkommen-an-bord')).toContain('<link rel="canonical" href="https://blog.example/"/>')
  const sitemap = await text('/sitemap.xml')
  expect(sitemap).toContain('<loc>https://blog.example/artikel</loc>')
  expect(sitemap).not.toContain('willkommen-an-bord')
})

test('[SITE-22] a front page that is withdrawn, or lies in the trash, gives `/` back to the list', async () => {
  const { version } = (await owner.call('GET', `/api/pages/${page.id}`)).body
  await owner.call('PATCH', `/api/pages/${page.id}`, { version, status: 'draft' })
  expect(titles(await text('/'))).toHaveLength(10)
  expect((await get('/artikel')).headers.get('location')).toBe('/')
  const draft = (await owner.call('GET', `/api/pages/${page.id}`)).body
  await owner.call('PATCH', `/api/pages/${page.id}`, { version: draft.version, status: 'published' })
  expect(await text('/')).toContain('<h2>Willkommen an Bord</h2>')
  await owner.call('DELETE', `/api/pages/${page.id}`)
  expect(titles(await text('/'))).toHaveLength(10)
  await owner.call('POST', `/api/trash/pages/${page.id}/restore`)
  const restored = (await owner.call('GET', `/api/pages/${page.id}`)).body
  await owner.call('PATCH', `/api/pages/${page.id}`, { version: restored.version, status: 'published' })
  await settings({ front_page: null })
  expect(titles(await text('/'))).toHaveLength(10)
})

test('[SITE-22] a front page that does not exist is refused', async () => {
  for (const front_page of ['gibt-es-nicht', '', ids[0]]) {
    const { status, body } = await settings({ front_page })
    expect([status, body.fields?.[0]?.field]).toEqual([400, 'front_page'])
  }
})

test('[SITE-22] the landing page in sections: lead, pinned, topics, newest', async () => {
  await owner.call('PATCH', '/api/appearance', { landing: 'abschnitte' })
  await owner.call('PUT', `/api/articles/${ids[0]}/pin`)
  const html = await text('/')
  expect(html).toMatch(/<article class="entry lead h-entry">.*?Tagebuch 12</s)
  expect(html).toMatch(/Angeheftet<\/h2>.*?Tagebuch 1</s)
  expect(html).toMatch(/<a href="\/kategorie\/hafen">Hafen<\/a><span>8<\/span>/)
  const newest = html.slice(html.indexOf('Neueste</h2>'))
  expect(titles(newest)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3])
  // A change of an article that is on no part but the counts shows at once.
  const { version } = (await owner.call('GET', `/api/articles/${ids[1]}`)).body
  await owner.call('PATCH', `/api/articles/${ids[1]}`, { version, status: 'draft' })
  expect(await text('/')).toMatch(/<a href="\/kategorie\/moor">Moor<\/a><span>4<\/span>/)
  expect(await text('/')).toMatch(/<a href="\/kategorie\/hafen">Hafen<\/a><span>7<\/span>/)
  await owner.call('DELETE', `/api/articles/${ids[0]}/pin`)
  await owner.call('PATCH', '/api/appearance', { landing: 'aufmacher' })
})

test('[SITE-25] [RUL-112] verification tags and profiles stand in the head of every page', async () => {
  const verification = [{ name: 'google-site-verification', content: 'a"b<c' }]
  const profiles = ['https://mastodon.example/@kombuese']
  expect((await settings({ verification, profiles })).status).toBe(200)
  for (const path of ['/', '/article/tagebuch-3', '/archiv']) {
    const html = await text(path)
    expect(html).toContain('<meta name="google-site-verification" content="a&quot;b&lt;c"/>')
    expect(html).toContain('<link rel="me" href="https://mastodon.example/@kombuese"/>')
  }
  const refused = [
    { verification: [{ name: 'robots', content: 'noindex' }] },
    { verification: [{ name: 'og:title', content: 'x' }] },
    { verification: [{ name: 'x" onload', content: 'x' }] },
    { verification: [{ name: 'x', content: ' ' }] },
    { verification: Array.from({ length: 21 }, () => ({ name: 'x', content: 'y' })) },
    { profiles: ['javascript:alert(1)'] },
    { profiles: ['https://'] },
    { security_contact: 'nirgends' },
  ]
  for (const input of refused) expect([input, (await settings(input)).status]).toEqual([input, 400])
  await settings({ verification: [], profiles: [] })
  expect(await text('/')).not.toContain('rel="me"')
})

test('[SITE-25] security.txt names the contact and a day in the future, where there is a contact', async () => {
  expect((await get('/.well-known/security.txt')).status).toBe(404)
  await settings({ security_contact: 'sicher@blog.example' })
  const answer = await get('/.well-known/security.txt')
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const lines = (await answer.text()).split('\n')
  expect(lines).toContain('Contact: mailto:sicher@blog.example')
  expect(lines).toContain('Canonical: https://blog.example/.well-known/security.txt')
  const [, expires = ''] = /^Expires: (.*)$/m.exec(lines.join('\n')) ?? []
  expect(Date.parse(expires)).toBeGreaterThan(Date.now() + 30 * 86_400_000)
  expect(Date.parse(expires)).toBeLessThan(Date.now() + 366 * 86_400_000)
})

test('[SITE-25] every kind of page names a card of 1200 × 630 that is there', async () => {
  const pages = ['/', '/article/tagebuch-3', '/kategorie/hafen', '/archiv', '/archiv/2026', '/willkommen-an-bord']
  const cards = new Set<string>()
  for (const path of pages) {
    const [, address = ''] =
      /<meta property="og:image" content="https:\/\/blog\.example([^"]+)"/.exec(await text(path)) ?? []
    cards.add(address)
  }
  expect([...cards]).toEqual([
    '/card.png',
    '/article/tagebuch-3/card.png',
    '/kategorie/hafen/card.png',
    '/archiv/card.png',
    '/willkommen-an-bord/card.png',
  ])
  for (const address of cards) {
    const { width, height, format } = await sharp(Buffer.from(await (await get(address)).arrayBuffer())).metadata()
    expect([address, format, width, height]).toEqual([address, 'png', 1200, 630])
  }
  expect((await get('/kategorie/gibt-es-nicht/card.png')).status).toBe(404)
  expect(await text('/kategorie/hafen/2026')).toContain('content="https://blog.example/kategorie/hafen/card.png"')
})

test('[SITE-25] an article is an h-entry, and links to its markdown', async () => {
  const html = await text('/article/tagebuch-3')
  expect(html).toContain('<link rel="alternate" type="text/markdown" href="/article/tagebuch-3.md"/>')
  for (const part of [
    'class="h-entry"',
    '<data class="p-name" value="Tagebuch 3">',
    'class="dt-published"',
    'prose e-content',
  ])
    expect(html).toContain(part)
  expect(html).toContain('<data class="u-url u-uid" value="https://blog.example/article/tagebuch-3"></data>')
})

test('[SITE-25] nothing of a private blog is in its cards', async () => {
  await settings({ visibility: 'privat' })
  for (const path of ['/card.png', '/kategorie/hafen/card.png', '/archiv/card.png', '/willkommen-an-bord/card.png'])
    expect([path, (await get(path)).status]).toEqual([path, 401])
  await settings({ visibility: 'öffentlich' })
})
