import { parseFeed, parseOpml } from 'feedsmith'
import Parser from 'rss-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { JSON_FEED, xmlFaults } from '../../../../../tests/support/feeds/rules.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'
import type { Article } from '../../../../contract/articles.ts'
import { addImage } from '../../../../../tests/support/add-image.ts'
import { diskFiles } from '../../../files/store/disk.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const settings = (values: Record<string, unknown>) => owner.call('PATCH', '/api/settings', values)
const text = (path: string, headers?: Record<string, string>) => fetch(app.url + path, { headers, redirect: 'manual' })

async function publish(input: Record<string, unknown>): Promise<Article> {
  const { status, body } = await owner.call('POST', '/api/articles', { status: 'published', ...input })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

/** Text with everything that breaks feeds. */
const MARKDOWN = `Ein [Weg](/article/anderswo "Titel") und [nach unten](#fertig), ein ]]> mitten im Satz.[^1]

![Der Hafen](HAFEN)

\`\`\`js
if (a < b && c > d) console.log("]]>")
\`\`\`

## Fertig

[^1]: Mit einer Fußnote, 🚢 und \u0007 einem Zeichen, das niemand liest.
`

let first: Article
let harbour: string

beforeAll(async () => {
  await settings({
    base_url: 'https://blog.example',
    site_title: 'Kombüse & Söhne',
    site_description: 'Notizen <aus> dem Hafen',
    author_name: 'Ada',
  })
  const image = await addImage(app.db, diskFiles(`${app.dataDir}/media`), {
    objectName: 'hafen.png',
    filename: 'Hafen.png',
    mimeType: 'image/png',
    bytes: new Uint8Array([1]),
    width: 1600,
    height: 900,
    alt: 'Ein "Hafen" & Kräne',
    authorId: null,
    now: new Date(),
  })
  harbour = image.url
  const category = (await owner.call('POST', '/api/categories', { name: 'See & Land' })).body.id
  const tag = (await owner.call('POST', '/api/tags', { name: 'Schiffe' })).body.id
  for (let day = 1; day <= 22; day++)
    await publish({
      title: `Tag ${day}`,
      content_markdown: `Text ${day}.`,
      published_at: `2026-01-${day + 1}T08:00:00Z`.replace(/-(\d)T/, '-0$1T'),
    })
  first = await publish({
    title: 'Über <b> & "Käse" ]]>',
    excerpt: 'Kurz & bündig: 1 < 2',
    content_markdown: MARKDOWN.replace('HAFEN', harbour),
    cover_image_url: harbour,
    byline: 'Mira Öztürk',
    category_id: category,
    tag_ids: [tag],
    published_at: '2026-02-01T08:30:00Z',
  })
  await owner.call('POST', '/api/articles', { title: 'Noch geheim', content_markdown: 'Niemand liest das.' })
})

describe('feeds of lists', () => {
  const lists = ['/kategorie/see-land', '/schlagwort/schiffe', '/autor/mira-oeztuerk']

  test('[SITE-9] [RUL-45] category, tag and author have the same three, linked from their pages', async () => {
    for (const list of lists) {
      expect(await xmlFaults('rss', await (await text(`${list}/feed.xml`)).text())).toEqual([])
      expect(await xmlFaults('atom', await (await text(`${list}/atom.xml`)).text())).toEqual([])
      const feed = JSON_FEED.parse(await (await text(`${list}/feed.json`)).json())
      expect(feed.items.map(({ id }) => id)).toEqual([`urn:uuid:${first.id}`])
      expect([feed.home_page_url, feed.feed_url]).toEqual([
        `https://blog.example${list}`,
        `https://blog.example${list}/feed.json`,
      ])
      const page = await (await text(list)).text()
      for (const file of ['feed.xml', 'atom.xml', 'feed.json']) expect(page).toContain(`href="${list}/${file}"`)
    }
    expect(await (await text('/autor/ada/feed.json')).json()).toMatchObject({ title: 'Ada – Kombüse & Söhne' })
  })

  test('[SITE-9] unknown lists have none; a renamed one redirects', async () => {
    for (const path of [
      '/kategorie/nie/feed.xml',
      '/autor/niemand/atom.xml',
      '/archiv/feed.xml',
      '/archiv/2026/feed.json',
    ])
      expect((await text(path)).status, path).toBe(404)
    await owner.call('PATCH', `/api/tags/${first.tags[0]?.id}`, { name: 'Boote' })
    const moved = await text('/schlagwort/schiffe/atom.xml')
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/schlagwort/boote/atom.xml'])
    await owner.call('PATCH', `/api/tags/${first.tags[0]?.id}`, { name: 'Schiffe' })
  })

  test('[SITE-9] all of them as OPML, which another parser reads', async () => {
    const answer = await text('/feeds.opml')
    expect(answer.headers.get('content-type')).toBe('text/x-opml; charset=utf-8')
    const document = await answer.text()
    expect(await xmlFaults('opml', document)).toEqual([])
    const outlines = parseOpml(document).body?.outlines ?? []
    const addresses = outlines.flatMap((outline) => [
      outline.xmlUrl,
      ...(outline.outlines ?? []).map((below) => below.xmlUrl),
    ])
    expect(addresses.filter(Boolean)).toEqual(
      ['', '/kategorie/see-land', '/schlagwort/schiffe', '/autor/ada', '/autor/mira-oeztuerk'].map(
        (list) => `https://blog.example${list}/feed.xml`,
      ),
    )
  })
})

describe('feeds of the blog', () => {
  test('[SITE-9] each follows the rules of its format', async () => {
    expect(await xmlFaults('rss', await (await text('/feed.xml')).text())).toEqual([])
    expect(await xmlFaults('atom', await (await text('/atom.xml')).text())).toEqual([])
    expect(JSON_FEED.safeParse(await (await text('/feed.json')).json()).error?.issues ?? []).toEqual([])
    expect(await xmlFaults('rss', '<rss version="2.0"><channel></rss>')).not.toEqual([])
  })

  test('[SITE-9] [RUL-45] types, entity tags and „not modified“', async () => {
    for (const [path, type] of [
      ['/feed.xml', 'application/rss+xml'],
      ['/atom.xml', 'application/atom+xml'],
      ['/feed.json', 'application/feed+json'],
    ] as const) {
      const answer = await text(path)
      expect(answer.headers.get('content-type')).toBe(`${type}; charset=utf-8`)
      const tag = answer.headers.get('etag') ?? ''
      expect((await text(path, { 'If-None-Match': tag })).status).toBe(304)
      expect((await text(path)).headers.get('server-timing')).toBe('cache;desc=hit')
    }
  })

  test('[SITE-9] [RUL-45] two third-party parsers read the same twenty entries in all three', async () => {
    const rss = await (await text('/feed.xml')).text()
    const atom = await (await text('/atom.xml')).text()
    const json = await (await text('/feed.json')).text()
    const parser = new Parser<object, { encoded?: string; id?: string }>({
      customFields: { item: [['content:encoded', 'encoded']] },
    })
    const byOther = {
      rss: (await parser.parseString(rss)).items.map((item) => [
        item.guid,
        item.title,
        item.link,
        item.isoDate,
        item.encoded,
      ]),
      atom: (await parser.parseString(atom)).items.map((item) => [
        item.id,
        item.title,
        item.link,
        item.isoDate,
        item.content,
      ]),
    }
    const instant = (date: unknown) => new Date(date as string).toISOString()
    const bySmith = [rss, atom, json].map((document) => {
      const { format, feed } = parseFeed(document)
      if (format === 'rss')
        return (feed.items ?? []).map((item) => [
          item.guid?.value,
          item.title,
          item.link,
          instant(item.pubDate),
          item.content?.encoded,
        ])
      if (format === 'atom')
        return (feed.entries ?? []).map((item) => [
          item.id,
          typeof item.title === 'string' ? item.title : item.title?.value,
          item.links?.[0]?.href,
          instant(item.published),
          typeof item.content === 'string' ? item.content : item.content?.value,
        ])
      if (format === 'json')
        return (feed.items ?? []).map((item) => [
          item.id,
          item.title,
          item.url,
          instant(item.date_published),
          item.content_html,
        ])
      throw new Error(`read as ${format}`)
    })
    expect(bySmith[0]).toHaveLength(20)
    expect(bySmith[0]?.[0]?.slice(0, 4)).toEqual([
      `urn:uuid:${first.id}`,
      'Über <b> & "Käse" ]]>',
      `https://blog.example/article/${first.slug}`,
      '2026-02-01T08:30:00.000Z',
    ])
    expect(bySmith[1]).toEqual(bySmith[0])
    expect(bySmith[2]).toEqual(bySmith[0])
    expect(byOther.rss).toEqual(bySmith[0])
    expect(byOther.atom).toEqual(bySmith[0])
  })

  test('[SITE-9] [RUL-45] the whole text as readers get it, with absolute addresses only', async () => {
    const { items } = (await (await text('/feed.json')).json()) as { items: Record<string, never>[] }
    const html = items[0]?.content_html as unknown as string
    expect(html).toContain('href="https://blog.example/article/anderswo"')
    expect(html).toContain(`href="https://blog.example/article/${first.slug}#fertig"`)
    expect(html).toContain(`src="https://blog.example${harbour}"`)
    expect(html).toContain('Mit einer Fußnote, 🚢')
    expect(html).not.toContain('\u0007')
    const addresses = [...html.matchAll(/(?:href|src|srcset|poster)="([^"]*)"/g)].map(([, address]) => address)
    expect(addresses.filter((address) => !address?.startsWith('https://blog.example/'))).toEqual([])
    const article = await (await text(`/article/${first.slug}`)).text()
    const words = (markup: string) =>
      markup
        .replace(/<[^>]+>/g, ' ')
        .replaceAll('&quot;', '"')
        .replace(/\s+/g, ' ')
    expect(words(article)).toContain(words(html).trim().slice(0, 200))
    expect(items[0]).toMatchObject({
      summary: 'Kurz & bündig: 1 < 2',
      authors: [{ name: 'Mira Öztürk' }],
      tags: ['See & Land', 'Schiffe'],
      image: `https://blog.example${harbour}`,
    })
    const rss = await new Parser().parseString(await (await text('/feed.xml')).text())
    expect(rss.items[0]).toMatchObject({ creator: 'Mira Öztürk', categories: ['See & Land', 'Schiffe'] })
    expect([rss.title, rss.description]).toEqual(['Kombüse & Söhne', 'Notizen <aus> dem Hafen'])
  })

  test('[SITE-9] [SITE-15] they contain nothing unpublished, and a change appears at once', async () => {
    const all = async () =>
      (await Promise.all(['/feed.xml', '/atom.xml', '/feed.json'].map(async (path) => (await text(path)).text()))).join(
        '',
      )
    expect(await all()).not.toMatch(/Noch geheim|Niemand liest/)
    const { version } = first
    const saved = await owner.call('PATCH', `/api/articles/${first.id}`, { version, excerpt: 'Neuer Auszug' })
    expect((await all()).match(/Neuer Auszug/g)).toHaveLength(3)
    await owner.call('PATCH', `/api/articles/${first.id}`, { version: saved.body.version, status: 'draft' })
    expect(await all()).not.toContain('Neuer Auszug')
  })

  test('[RUL-2] a closed blog refuses feed readers', async () => {
    await settings({ visibility: 'privat' })
    for (const path of ['/feed.xml', '/atom.xml', '/feed.json']) expect((await text(path)).status).toBe(401)
    await settings({ visibility: 'öffentlich' })
    expect((await text('/feed.xml')).status).toBe(200)
  })
})
