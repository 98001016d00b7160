import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import type { Article } from '../../../contract/articles.ts'
import { addImage } from '../../../../tests/support/add-image.ts'
import { diskFiles } from '../../files/store/disk.ts'
import { meantBy } from './pages/meant.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const page = (path: string, headers?: Record<string, string>) => app.call<string>('GET', path, undefined, headers)
const settings = (values: Record<string, unknown>) => owner.call('PATCH', '/api/settings', values)

async function publish(input: Record<string, unknown>): Promise<Article> {
  const { status, body } = await owner.call('POST', '/api/articles', { status: 'published', ...input })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

/** The text of a page without its markup. */
function words(html: string): string {
  return html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('\u00ad', '')
    .replace(/\s+/g, ' ')
}

describe('landing page', () => {
  test('[PUB-1] [PUB-2] shows `Blog` and `Willkommen` by default', async () => {
    const empty = await page('/')
    expect(empty.status).toBe(200)
    expect(empty.body).toContain('<h1><a href="/">Blog</a></h1>')
    expect(empty.body).toContain('<p>Willkommen</p>')
    await settings({ site_title: 'Zwischenspeicher & Söhne', site_description: 'Notizen über <Technik>' })
    const named = await page('/')
    expect(named.body).toContain('<h1><a href="/">Zwischenspeicher &amp; Söhne</a></h1>')
    expect(named.body).toContain('<p>Notizen über &lt;Technik&gt;</p>')
    await settings({ site_title: '  ', site_description: '' })
    expect((await page('/')).body).toContain('>Blog</a></h1><p>Willkommen</p>')
  })

  test('[PUB-3] has a button `Admin-Login` to /auth', async () => {
    expect((await page('/')).body).toContain('<a class="button quiet" href="/auth">Admin-Login</a>')
  })

  test('lists published articles newest first, ten a page (RUL-1)', async () => {
    for (let day = 1; day <= 12; day++) {
      const at = `2026-01-${String(day).padStart(2, '0')}T10:00:00Z`
      await publish({ title: `Tagebuch ${day}`, published_at: at })
    }
    await owner.call('POST', '/api/articles', { title: 'Noch geheim' })
    const titles = (html: string) => [...html.matchAll(/<h2><a [^>]+>([^<]+)</g)].map(([, title]) => title)
    const [first, second] = [await page('/'), await page('/?seite=2')]
    expect(titles(first.body)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((day) => `Tagebuch ${day}`))
    expect(titles(second.body)).toEqual(['Tagebuch 2', 'Tagebuch 1'])
    expect(words(first.body)).toContain('Seite 1 von 2')
    expect(first.body).toContain('href="/?seite=2" rel="next"')
    expect(second.body).toContain('href="/" rel="prev"')
    expect(second.body).toContain('<title>Blog – Seite 2</title>')
    expect((await page('/?seite=1')).headers.get('location')).toBe('/')
    for (const beyond of ['/?seite=3', '/?seite=0', '/?seite=-1', '/?seite=x', '/?seite=', '/?seite=99999999999']) {
      expect((await page(beyond)).status, beyond).toBe(404)
    }
  })
})

describe('article page', () => {
  test('[PUB-4] is readable without signing in and shows only published articles', async () => {
    const shown = await publish({ title: 'Für alle', content_markdown: 'Guten *Tag*' })
    const { status, body } = await page(`/article/${shown.slug}`)
    expect(status).toBe(200)
    expect(body).toContain('<p>Guten <em>Tag</em></p>')
  })

  test('[PUB-5] shows cover, category, title, author, date, tags, excerpt and the rendered text', async () => {
    const cover = await addImage(app.db, diskFiles(`${app.dataDir}/media`), {
      objectName: 'donau.png',
      filename: 'Donau.png',
      mimeType: 'image/png',
      bytes: new Uint8Array([1]),
      width: 1664,
      height: 936,
      alt: 'Ein Raddampfer',
      authorId: null,
      now: new Date(),
    })
    const { body: category } = await owner.call('POST', '/api/categories', { name: 'KI & Sprache' })
    const tags = await Promise.all(
      ['Messung', 'Komposita'].map(async (name) => (await owner.call('POST', '/api/tags', { name })).body.id),
    )
    await settings({ author_name: 'Jana Öztürk', timezone: 'Europe/Berlin' })
    const { slug } = await publish({
      title: 'Der Donaudampfschifffahrtsgesellschaftskapitän',
      excerpt: 'Elf Silben & ein Wort',
      content_markdown: `## Größe\n\nText[^1]\n\n![Nochmal](${cover.url})\n\n[^1]: Die Note.`,
      cover_image_url: cover.url,
      category_id: category.id,
      tag_ids: tags,
      // Still March 2 in Greenwich: dates use the site's zone (RUL-3).
      published_at: '2026-03-02T23:30:00Z',
    })
    const { body } = await page(`/article/${slug}`)
    expect(body).toMatch(/<a class="back" href="\/">/)
    expect(body).toMatch(
      new RegExp(`<div class="wide"><img src="${cover.url}" width="1664" height="936" alt="Ein Raddampfer"`),
    )
    expect(body).toContain('<a class="badge" href="/kategorie/ki-sprache">KI &amp; Sprache</a>')
    expect(body).toMatch(/<h1>Der Donaudampf\u00adschifffahrts\u00adgesellschafts\u00adkapitän<\/h1>/)
    expect(body).toContain('<title>Der Donaudampfschifffahrtsgesellschaftskapitän – Blog</title>')
    expect(body).toContain('<b><a href="/autor/jana-oeztuerk">Jana Öztürk</a></b>')
    expect(body).toContain('<time dateTime="2026-03-03">März 3, 2026</time>')
    expect(
      [...body.matchAll(/<a class="badge tag" href="\/schlagwort\/[\w-]+">([^<]+)</g)].map(([, tag]) => tag),
    ).toEqual(['Komposita', 'Messung'])
    expect(body).toContain('<p class="excerpt">Elf Silben &amp; ein Wort</p>')
    expect(body).toContain('<h2 id="groesse">Größe</h2>')
    expect(body).toContain('aria-label="Fußnote 1"')
    expect(body).toMatch(/<figure class="wide"><img [^>]*width="1664" height="936">/)

    await settings({ timezone: 'America/New_York' })
    expect((await page(`/article/${slug}`)).body).toContain('März 2, 2026')
    await settings({ timezone: 'Nirgendwo/Nie' })
    expect((await page(`/article/${slug}`)).body).toContain('März 3, 2026')
  })

  test('[WEEK-19] [RUL-68] every page with a date, and the preview, uses the date format of the settings from the next request on', async () => {
    await settings({ timezone: 'Europe/Berlin' })
    const category = await owner.call('POST', '/api/categories', { name: 'Tagesform' })
    const tag = await owner.call('POST', '/api/tags', { name: 'Kalenderblatt' })
    const terms = { category_id: category.body.id, tag_ids: [tag.body.id], byline: 'Ada Datum' }
    const at = { title: 'Gezeigtes Datum', published_at: '2026-03-02T23:30:00Z' }
    const { id, slug } = await publish({ ...at, ...terms, content_markdown: 'Ein Almanach.' })
    const link = await owner.call('POST', `/api/articles/${id}/preview-links`, {})
    const places = [
      '/',
      `/article/${slug}`,
      new URL(link.body.url).pathname,
      '/kategorie/tagesform',
      '/schlagwort/kalenderblatt',
      '/autor/ada-datum',
      '/archiv/2026/03',
      '/suche?q=almanach',
    ]
    await expect.poll(async () => (await page('/suche?q=almanach')).body).toContain('Gezeigtes Datum')
    const specified = '<time dateTime="2026-03-03">März 3, 2026</time>'
    const usual = '<time dateTime="2026-03-03">3. März 2026</time>'
    for (const [values, shown, not] of [
      [{}, specified, usual],
      [{ public_date_format: 'd. MMMM yyyy' }, usual, specified],
      [{ public_date_format: 'MMMM d, yyyy' }, specified, usual],
    ] as const) {
      await settings(values)
      for (const place of places) {
        const { body } = await page(place)
        expect(body, place).toContain(shown)
        expect(body, place).not.toContain(not)
      }
    }
  })

  test('a byline replaces the name in the settings (RUL-39)', async () => {
    const { slug } = await publish({ title: 'Gastbeitrag', byline: 'Miriam Jäger' })
    expect((await page(`/article/${slug}`)).body).toContain('<b><a href="/autor/miriam-jaeger">Miriam Jäger</a></b>')
  })

  test('names the articles before and after it', async () => {
    const at = (minute: number) => `2026-02-01T10:0${minute}:00Z`
    const [older, middle, newer] = [
      await publish({ title: 'Älter', published_at: at(1) }),
      await publish({ title: 'Mitte', published_at: at(1) }),
      await publish({ title: 'Neuer', published_at: at(2) }),
    ]
    const { body } = await page(`/article/${middle.slug}`)
    expect(body).toContain(
      `<a href="/article/${older.slug}" rel="prev"><span>Vorheriger Artikel</span><b>Älter</b></a>`,
    )
    expect(body).toContain(`<a href="/article/${newer.slug}" rel="next"><span>Nächster Artikel</span><b>Neuer</b></a>`)
  })

  test('pictures of other hosts are shown neither as cover nor in the text', async () => {
    const { slug } = await publish({
      title: 'Fremde Bilder',
      cover_image_url: 'https://tracker.example/a.png',
      content_markdown: '![Plan](https://tracker.example/b.png)',
    })
    const { body } = await page(`/article/${slug}`)
    expect(body).not.toContain('<img')
    expect(body).toContain('Plan (Bild auf tracker.example)')
  })

  test.each(['https://blog.example//evil.example/x.png', 'https://blog.example//'])(
    'a path of the own address that names another host is no own picture: %s',
    async (address) => {
      await owner.call('PATCH', '/api/settings', { base_url: 'https://blog.example' })
      const content_markdown = `![Plan](${address})`
      const { slug } = await publish({ title: 'Fremd im Eigenen', cover_image_url: address, content_markdown })
      for (const at of ['/', `/article/${slug}`]) {
        const { status, body } = await page(at)
        expect(status, at).toBe(200)
        expect(body).not.toMatch(/(src|content)="(https:\/\/blog\.example)?\/\//)
      }
      await owner.call('PATCH', '/api/settings', { base_url: '' })
    },
  )

  test('[PUB-7] unknown, draft and scheduled ones are `Artikel nicht gefunden` with 404, trashed ones with 410', async () => {
    const gone = await publish({ title: 'Schon weg' })
    await owner.call('DELETE', `/api/articles/${gone.id}`)
    const { body: draft } = await owner.call('POST', '/api/articles', { title: 'Entwurf' })
    const { body: scheduled } = await owner.call('POST', '/api/articles', {
      title: 'Geplant',
      status: 'scheduled',
      published_at: '2030-01-01T00:00:00Z',
    })
    for (const slug of ['gibt-es-nicht', draft.slug, scheduled.slug, gone.slug, '%E0%A4%A']) {
      const { status, body } = await page(`/article/${slug}`)
      expect(status, slug).toBe(slug === gone.slug ? 410 : 404)
      expect(body, slug).toContain('<h1>Artikel nicht gefunden</h1>')
      expect(body).toContain('<a class="button" href="/">Zurück zur Startseite</a>')
    }
  })

  test('a former address redirects permanently to the present one', async () => {
    const article = await publish({ title: 'Umzug' })
    await owner.call('PATCH', `/api/articles/${article.id}`, { version: article.version, slug: 'neue-adresse' })
    const { status, headers } = await page('/article/umzug')
    expect([status, headers.get('location')]).toEqual([301, '/article/neue-adresse'])
    expect((await page('/article/neue%2Dadresse')).headers.get('location')).toBe('/article/neue-adresse')
    expect((await page('/article/neue-adresse')).status).toBe(200)
  })

  test('[RUL-44] a trailing slash and capitals redirect to the canonical address in one step, where there is one', async () => {
    const article = await publish({ title: 'Schräge Wege' })
    await owner.call('PATCH', `/api/articles/${article.id}`, { version: article.version, slug: 'gerade-wege' })
    await owner.call('POST', '/api/articles', { title: 'Noch ein Entwurf' })
    const leadsTo = async (path: string) => {
      const { status, headers } = await page(path)
      return [status, headers.get('location')]
    }
    for (const path of [
      '/article/gerade-wege/',
      '/article/Gerade-Wege',
      '/Article/gerade-wege',
      '/ARTICLE/GERADE-WEGE/',
      '/article//Gerade%2Dwege//',
      '/article/gerade-wege/?utm_source=x&q=y',
      '/article/schraege-wege',
      '/article/Schraege-Wege/',
      '/x/../Article/schraege-wege/.',
    ])
      expect(await leadsTo(path), path).toEqual([301, '/article/gerade-wege'])
    expect(await leadsTo('/Auth/')).toEqual([301, '/auth'])
    expect(await leadsTo('/Robots.txt')).toEqual([301, '/robots.txt'])
    for (const path of [
      '/article/gibt-es-nicht/',
      '/article/Gibt-Es-Nicht',
      '/article/noch-ein-entwurf/',
      '/article/Noch-Ein-Entwurf',
      '/Article',
      '/Article/',
      '/article/a/Gerade-Wege/',
      '/article/%C3%84/',
      '/article/gerade-wege%2F',
      '/article/gerade-wege%0A',
    ])
      expect(await leadsTo(path), path).toEqual([404, null])
    expect((await page('/article/gerade-wege')).status).toBe(200)
  })
})

describe('every public response', () => {
  test('[PUB-8] [RUL-22] any other path is a 404 page with a link back home', async () => {
    for (const path of ['/gibt-es-nicht', '/article', '/article/', '/article/a/b', '/index.php?a=b', '/%ff']) {
      const { status, body } = await page(path)
      expect(status, path).toBe(404)
      expect(body).toContain('<h1><span lang="en">Oops! Page not found</span></h1>')
      expect(body).toContain('href="/"')
      expect(body).toContain('data-status="404"')
    }
  })

  test('[PUB-8] names what was perhaps meant: at most three public titles with words of the address', async () => {
    for (const number of [1, 2, 3, 4]) await publish({ title: `Zwiebelkatalog ${number}`, content_markdown: 'Text' })
    await publish({ title: 'Etwas anderes', content_markdown: 'Der Zwiebelkatalog steht nur im Text.' })
    const { body: draft } = await owner.call('POST', '/api/articles', { title: 'Zwiebelkatalog im Entwurf' })
    // The search waits until what was published is indexed.
    await page('/suche?q=zwiebelkatalog')
    const meantAt = async (path: string) => {
      const { status, body } = await page(path)
      expect(status, path).toBe(404)
      const [, rows = ''] = /<h2>Vielleicht gemeint<\/h2>(.*?)<\/section>/s.exec(String(body)) ?? []
      return [...rows.matchAll(/href="([^"]+)"/g)].map(([, address]) => address)
    }
    const newest = ['/article/zwiebelkatalog-4', '/article/zwiebelkatalog-3', '/article/zwiebelkatalog-2']
    for (const path of [
      '/zwiebelkatalog',
      '/blog/2019/03/der-zwiebelkatalog.html',
      '/article/zwiebelkatlog-neu',
      `/article/${draft.slug}`,
      '/%5Awiebelkatalog-%E0%A4%A',
    ])
      expect(await meantAt(path), path).toEqual(newest)
    for (const path of ['/gibt-es-nicht', '/2019/03/', '/%ff', '/evil.example/%22%3E%3Cscript%3E'])
      expect(await meantAt(path), path).toEqual([])
    expect((await page('/article/zwiebelkatlog')).body).toContain('<h2>Oder suchen</h2>')
    // Further addresses at the same time leave the search to readers.
    const atOnce = await Promise.all([1, 2, 3, 4, 5].map(() => meantBy(app.db, '/zwiebelkatalog')))
    expect(atOnce.map((lines) => lines.length)).toEqual([3, 3, 0, 0, 0])
    expect(await meantBy(app.db, '/zwiebelkatalog')).toHaveLength(3)
  })

  test('carries a strict policy and nothing inline', async () => {
    const { slug } = await publish({ title: 'Streng', content_markdown: '| a |\n|--:|\n| 1 |\n\n```js\nx\n```' })
    for (const path of ['/', '/', `/article/${slug}`, `/article/${slug}`, '/article/nein', '/nein']) {
      const { body, headers } = await page(path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(headers.get('permissions-policy')).toContain('geolocation=()')
      expect(headers.get('set-cookie')).toBeNull()
      expect(body).not.toMatch(/<style|style=|<script(?! src="\/assets\/| type="application\/ld\+json">)|\son\w+=/)
      expect([...body.matchAll(/(?:src|href)="(https?:[^"]+)"/g)].map(([, url]) => new URL(url!).hostname)).toEqual(
        headers.get('etag') ? ['localhost'] : [],
      )
    }
  })

  test('[RUL-32] canonical links begin with base_url, else the server’s own address, never the Host header', async () => {
    const { slug } = await publish({ title: 'Woher' })
    const canonical = async () =>
      /<link rel="canonical" href="([^"]+)"/.exec((await page(`/article/${slug}`, { host: 'evil.example' })).body)?.[1]
    expect(await canonical()).toBe(`http://localhost:${new URL(app.url).port}/article/${slug}`)
    await settings({ base_url: 'https://blog.example/' })
    expect(await canonical()).toBe(`https://blog.example/article/${slug}`)
    await settings({ base_url: 'javascript:alert(1)' })
    expect(await canonical()).toBe(`http://localhost:${new URL(app.url).port}/article/${slug}`)
    await settings({ base_url: '' })
  })

  test('HEAD matches GET without a body, cached or not', async () => {
    const { slug } = await publish({ title: 'Kopf' })
    const path = `/article/${slug}`
    const [fresh, get, head, lost] = [
      await app.call('HEAD', path),
      await page(path),
      await app.call('HEAD', path),
      await app.call('HEAD', '/nein'),
    ]
    expect([fresh.status, get.status, head.status, lost.status]).toEqual([200, 200, 200, 404])
    expect([fresh.body, head.body, lost.body]).toEqual(['', '', ''])
    expect(head.headers.get('etag')?.slice(0, 20)).toBe(get.headers.get('etag')?.slice(0, 20))
  })

  test('robots, icon and built files have their own addresses', async () => {
    expect((await page('/robots.txt')).body).toMatch(/^User-agent: \*\nDisallow: \/admin\nDisallow: \/auth\n/)
    expect((await page('/favicon.svg')).headers.get('content-type')).toBe('image/svg+xml')
    const assets = [...(await page('/')).body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!)
    expect(assets.map((path) => path.split('.').at(-1)).filter((type) => type !== 'woff2')).toEqual(['js', 'css'])
    for (const path of assets) {
      const { status, headers } = await page(path)
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    }
    expect((await page('/assets/nein.js')).status).toBe(404)
  })
})
