import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { xmlFaults } from '../../../../../tests/support/feeds/rules.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'
import type { Article } from '../../../../contract/articles.ts'

let app: TestApp
let owner: TestAccount
let article: Article

const get = (path: string, headers?: Record<string, string>) => fetch(app.url + path, { headers, redirect: 'manual' })
const text = async (path: string) => (await get(path)).text()
const settings = (values: Record<string, unknown>) => owner.call('PATCH', '/api/settings', values)

async function create(input: Record<string, unknown>): Promise<Article> {
  const { status, body } = await owner.call('POST', '/api/articles', input)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
  await settings({
    base_url: 'https://blog.example/',
    site_title: 'Kombüse',
    site_description: 'Notizen',
    author_name: 'Ada',
  })
  const category = (await owner.call('POST', '/api/categories', { name: 'Hafen' })).body.id
  const tag = (await owner.call('POST', '/api/tags', { name: 'Schiffe' })).body.id
  article = await create({
    title: 'Über „Käse“: <b> & mehr',
    status: 'published',
    excerpt: 'Kurz & bündig',
    content_markdown: '\uFEFFErste Zeile\r\nmit  Leerzeichen  \r\n\n---\nund `Ende`',
    category_id: category,
    tag_ids: [tag],
    published_at: '2026-02-01T08:30:00Z',
  })
})
afterAll(() => app.stop())

test('[SITE-10] [RUL-45] an article as its markdown file, byte for byte', async () => {
  const answer = await get(`/article/${article.slug}.md`)
  expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(answer.headers.get('link')).toBe(`<https://blog.example/article/${article.slug}>; rel="canonical"`)
  const file = Buffer.from(await answer.arrayBuffer()).toString('utf8')
  const [, head = ''] = file.split('---\n', 2)
  expect(file).toBe(`---\n${head}---\n\n${article.content_markdown}`)
  expect(head).toBe(
    [
      'title: "Über „Käse“: <b> & mehr"',
      'slug: "ueber-kaese-b-mehr"',
      'date: "2026-02-01T08:30:00.000Z"',
      `updated: "${article.updated_at}"`,
      'author: "Ada"',
      'category: "Hafen"',
      'tags: ["Schiffe"]',
      'excerpt: "Kurz & bündig"',
      '',
    ].join('\n'),
  )
})

test('[SITE-10] [RUL-45] the sitemap names what search engines may index, and is valid by its schema', async () => {
  const hidden = await create({ title: 'Bitte nicht suchen', status: 'published', noindex: true })
  const elsewhere = await create({ title: 'Anderswo', status: 'published', canonical_url: 'https://zuerst.example/x' })
  const draft = await create({ title: 'Entwurf' })
  const map = await text('/sitemap.xml')
  expect(await xmlFaults('sitemap', map)).toEqual([])
  for (const path of [
    '/',
    '/kategorie/hafen',
    '/schlagwort/schiffe',
    '/autor/ada',
    '/archiv',
    '/archiv/2026',
    '/archiv/2026/02',
  ])
    expect(map).toContain(`<loc>https://blog.example${path}</loc>`)
  for (const path of ['/kategorie/hafen', '/schlagwort/schiffe'])
    expect(map).toContain(`<loc>https://blog.example${path}</loc>\n<lastmod>2026-02-01T08:30:00.000Z</lastmod>`)
  // What names nobody is of the blog's author: the newest, too.
  const [, last] = /<loc>https:\/\/blog\.example\/<\/loc>\n<lastmod>([^<]+)/.exec(map) ?? []
  expect(map).toContain(`<loc>https://blog.example/autor/ada</loc>\n<lastmod>${last}</lastmod>`)
  expect(map).toContain(
    `<loc>https://blog.example/article/${article.slug}</loc>\n<lastmod>${article.updated_at}</lastmod>`,
  )
  for (const { slug } of [hidden, elsewhere, draft]) expect(map).not.toContain(slug)
  expect((await get('/sitemap.1.xml')).status).toBe(404)
  expect(await text(`/article/${hidden.slug}`)).toContain('<meta name="robots" content="noindex"')
  for (const below of ['.md', '/card.png'])
    expect((await get(`/article/${hidden.slug}${below}`)).headers.get('x-robots-tag')).toBe('noindex')
  expect(await text('/llms.txt')).not.toContain(hidden.slug)
})

test('[SITE-10] [RUL-45] robots.txt, llms.txt and the web manifest', async () => {
  expect(await text('/robots.txt')).toBe(
    'User-agent: *\nDisallow: /admin\nDisallow: /auth\n\nSitemap: https://blog.example/sitemap.xml\n',
  )
  const llms = await text('/llms.txt')
  expect(llms).toMatch(/^# Kombüse\n\n> Notizen\n\n## Artikel\n\n- \[/)
  expect(llms).toContain(
    `- [Über „Käse“: \\<b\\> & mehr](https://blog.example/article/${article.slug}.md): Kurz & bündig\n`,
  )
  const manifest = await get('/site.webmanifest')
  expect(manifest.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8')
  const written = (await manifest.json()) as { name: string; icons: { src: string; sizes: string }[] }
  expect(written.name).toBe('Kombüse')
  for (const { src, sizes } of [...written.icons, { src: '/apple-touch-icon.png', sizes: '180x180' }]) {
    const icon = await get(src)
    expect(icon.headers.get('content-type')).toBe('image/png')
    const { width, height } = await sharp(Buffer.from(await icon.arrayBuffer())).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
})

test('[SITE-10] [RUL-45] a social image, drawn once and cached', async () => {
  const path = `/article/${article.slug}/card.png`
  const card = await get(path)
  expect(card.headers.get('content-type')).toBe('image/png')
  const bytes = Buffer.from(await card.arrayBuffer())
  const { width, height, format } = await sharp(bytes).metadata()
  expect([width, height, format]).toEqual([1200, 630, 'png'])
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true })
  const lit = data.filter((value) => value > 200).length / (info.width * info.height)
  expect(lit, 'letters on it').toBeGreaterThan(0.02)
  expect((await get(path)).headers.get('server-timing')).toBe('cache;desc=hit')
  const before = crc32(bytes)
  const changed = await owner.call('PATCH', `/api/articles/${article.id}`, {
    version: article.version,
    title: 'Anders',
  })
  article = changed.body
  expect(crc32(Buffer.from(await (await get(path)).arrayBuffer()))).not.toBe(before)
})

test('cards of many articles requested concurrently are all drawn', async () => {
  const slugs: string[] = []
  for (let n = 0; n < 32; n++)
    slugs.push(
      (await create({ title: `Die Donaudampfschifffahrtsgesellschaft fährt ${n} Mal`, status: 'published' })).slug,
    )
  const statuses = await Promise.all(slugs.map(async (slug) => (await get(`/article/${slug}/card.png`)).status))
  expect(statuses).toEqual(slugs.map(() => 200))
})

test('[SITE-10] [SITE-11] [RUL-46] file and card follow their article: 404 if never public, 301 after a move, 410 once withdrawn', async () => {
  const draft = await create({ title: 'Noch nicht da' })
  const moving = await create({ title: 'Zieht um', status: 'published' })
  await owner.call('PATCH', `/api/articles/${moving.id}`, { version: 1, slug: 'umgezogen' })
  for (const below of ['.md', '/card.png']) {
    expect((await get(`/article/${draft.slug}${below}`)).status).toBe(404)
    const moved = await get(`/article/zieht-um${below}`)
    expect([moved.status, moved.headers.get('location')]).toEqual([301, `/article/umgezogen${below}`])
  }
  await owner.call('PATCH', `/api/articles/${moving.id}`, { version: 2, status: 'draft' })
  for (const slug of ['umgezogen', 'zieht-um'])
    for (const below of ['.md', '/card.png']) {
      const gone = await get(`/article/${slug}${below}`)
      expect(gone.status, slug + below).toBe(410)
      expect(await gone.text()).not.toContain('Zieht um')
    }
})

const address = z.url({ protocol: /^https$/ })
const thing = (type: string) => z.looseObject({ '@type': z.literal(type), name: z.string().min(1) })
const POSTING = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@type': z.literal('BlogPosting'),
  '@id': address,
  mainEntityOfPage: z.strictObject({ '@type': z.literal('WebPage'), '@id': address }),
  url: address,
  headline: z.string().min(1).max(110),
  description: z.string().min(1).optional(),
  image: z.array(address).length(1),
  datePublished: z.iso.datetime(),
  dateModified: z.iso.datetime(),
  author: thing('Person').optional(),
  publisher: thing('Organization'),
  isPartOf: thing('WebSite'),
  articleSection: z.string().min(1).optional(),
  keywords: z.array(z.string()).optional(),
  timeRequired: z.string().regex(/^PT\d+M$/),
  inLanguage: z.literal('de'),
})
const STEPS = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@type': z.literal('BreadcrumbList'),
  itemListElement: z.array(
    z.strictObject({ '@type': z.literal('ListItem'), position: z.int(), name: z.string().min(1), item: address }),
  ),
})
const SITE = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@type': z.literal('WebSite'),
  '@id': address,
  url: address,
  name: z.string().min(1),
  description: z.string(),
  inLanguage: z.literal('de'),
  potentialAction: z.strictObject({
    '@type': z.literal('SearchAction'),
    target: z.strictObject({
      '@type': z.literal('EntryPoint'),
      urlTemplate: z.string().includes('{search_term_string}'),
    }),
    'query-input': z.literal('required name=search_term_string'),
  }),
})

function dataIn(html: string): unknown[] {
  return [...html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)].map(([, json]) =>
    JSON.parse(json!),
  )
}

test('[SITE-10] structured data are valid by their schemas, and no text breaks out of them', async () => {
  const odd = await create({ title: '</script><script>alert(1)</script>', status: 'published', excerpt: '<!-- -->' })
  const html = await text(`/article/${odd.slug}`)
  const [posting, steps] = dataIn(html)
  expect(POSTING.safeParse(posting).error?.issues ?? []).toEqual([])
  expect(STEPS.safeParse(steps).error?.issues ?? []).toEqual([])
  expect(posting).toMatchObject({
    headline: '</script><script>alert(1)</script>',
    author: { name: 'Ada' },
    image: [`https://blog.example/article/${odd.slug}/card.png`],
  })
  expect(html).not.toContain('<script>alert')
  expect(SITE.safeParse(dataIn(await text('/'))[0]).error?.issues ?? []).toEqual([])
})

test('[SITE-10] metadata for networks and feed readers in the head', async () => {
  const html = await text(`/article/${article.slug}`)
  for (const line of [
    `<link rel="canonical" href="https://blog.example/article/${article.slug}"/>`,
    '<meta property="og:type" content="article"/>',
    `<meta property="og:image" content="https://blog.example/article/${article.slug}/card.png"/>`,
    '<meta property="og:image:width" content="1200"/>',
    '<meta property="og:image:height" content="630"/>',
    '<meta name="twitter:card" content="summary_large_image"/>',
    '<meta property="article:section" content="Hafen"/>',
    '<meta property="article:tag" content="Schiffe"/>',
    '<link rel="manifest" href="/site.webmanifest"/>',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png"/>',
  ])
    expect(html).toContain(line)
  const landing = await text('/')
  for (const [type, file] of [
    ['rss+xml', 'feed.xml'],
    ['atom+xml', 'atom.xml'],
    ['feed+json', 'feed.json'],
  ])
    expect(landing).toMatch(
      new RegExp(
        `<link rel="alternate" type="application/${type?.replace('+', '\\+')}" title="Kombüse \\([A-Za-z ]+\\)" href="/${file}"/>`,
      ),
    )
})

test('[RUL-2] a closed blog: feed readers are refused, robots excluded, the manifest is open', async () => {
  await settings({ visibility: 'privat' })
  for (const path of [
    '/sitemap.xml',
    '/llms.txt',
    `/article/${article.slug}.md`,
    `/article/${article.slug}/card.png`,
    '/article/nie.md',
  ])
    expect((await get(path)).status, path).toBe(401)
  expect(await text('/robots.txt')).toBe('User-agent: *\nDisallow: /\n')
  expect((await get('/site.webmanifest')).status).toBe(200)
  expect((await get('/icon-192.png')).status).toBe(200)
  await settings({ visibility: 'öffentlich' })
})
