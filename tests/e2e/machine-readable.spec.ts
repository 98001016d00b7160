import type { Page } from '@playwright/test'
import Parser from 'rss-parser'
import { expect } from '../support/e2e.ts'
import { button, panel } from '../support/editor.ts'
import { test } from '../support/signed-in.ts'

/** The blog's own public address, which may differ from the one used to read it. */
async function publicOrigin(page: Page): Promise<string> {
  return new URL((await page.locator('link[rel=canonical]').getAttribute('href')) ?? '').origin
}

const FILES = ['feed.xml', 'atom.xml', 'feed.json']

test('[SITE-9] a list names its feeds, and each contains the whole text of the same articles', async ({
  rest,
  word,
  reader,
}) => {
  const category = await rest.send<{ id: string; slug: string }>('POST', '/api/categories', { name: word })
  const article = await rest.createArticle({
    title: `${word} und mehr`,
    status: 'published',
    category_id: category.id,
    excerpt: 'Der Auszug.',
    content_markdown: 'Der **ganze** Text mit einem [Weg](/suche).',
  })
  const list = `/kategorie/${category.slug}`
  await reader.goto(list)
  const names = reader
    .getByRole('main')
    .getByRole('paragraph')
    .filter({ hasText: /^Als Feed:/ })
  await expect(names.getByRole('link')).toHaveText(['RSS', 'Atom', 'JSON Feed'])
  const addresses = await names.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(addresses).toEqual(FILES.map((file) => `${list}/${file}`))
  for (const file of FILES) await expect(reader.locator(`link[rel=alternate][href="${list}/${file}"]`)).toHaveCount(1)

  const origin = await publicOrigin(reader)
  const html = `<p>Der <strong>ganze</strong> Text mit einem <a href="${origin}/suche">Weg</a>.</p>`
  const [rss = '', atom = '', json = ''] = await Promise.all(
    FILES.map(async (file) => (await reader.request.get(`${list}/${file}`)).text()),
  )
  const parser = new Parser<object, { id?: string; encoded?: string }>({
    customFields: { item: [['content:encoded', 'encoded']] },
  })
  const [fromRss] = (await parser.parseString(rss)).items
  const [fromAtom] = (await parser.parseString(atom)).items
  const [fromJson] = (JSON.parse(json) as { items: { id: string; url: string; content_html: string }[] }).items
  const entry = [`urn:uuid:${article.id}`, `${origin}/article/${article.slug}`, html]
  expect([fromRss?.guid, fromRss?.link, fromRss?.encoded]).toEqual(entry)
  expect([fromAtom?.id, fromAtom?.link, fromAtom?.content]).toEqual(entry)
  expect([fromJson?.id, fromJson?.url, fromJson?.content_html]).toEqual(entry)

  const answer = await reader.request.get('/feed.xml')
  const again = await reader.request.get('/feed.xml', { headers: { 'If-None-Match': answer.headers().etag ?? '' } })
  expect(again.status()).toBe(304)
})

test('[SITE-10] an article excluded from search engines is in no sitemap, and its page says so', async ({
  open,
  rest,
  word,
  reader,
}) => {
  const article = await rest.createArticle({ title: word, content_markdown: 'Text.', excerpt: 'Auszug.' })
  const page = await open(`/admin/articles/${article.id}`)
  await panel(page).getByText('Autor und Suchmaschinen', { exact: true }).click()
  await panel(page).getByRole('checkbox', { name: 'Von Suchmaschinen fernhalten', exact: true }).check()
  await expect(
    panel(page).getByRole('button', { name: 'Der Artikel wird von Suchmaschinen ferngehalten', exact: true }),
  ).toBeVisible()
  await button(page, 'Veröffentlichen').click()
  await expect(page).toHaveURL('/admin/articles')
  await reader.goto(`/article/${article.slug}`)
  await expect(reader.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  expect(await (await reader.request.get('/sitemap.xml')).text()).not.toContain(article.slug)
  expect(await (await reader.request.get('/feed.xml')).text()).toContain(article.slug)

  const again = await open(`/admin/articles/${article.id}`)
  await panel(again).getByRole('checkbox', { name: 'Von Suchmaschinen fernhalten', exact: true }).uncheck()
  await button(again, 'Aktualisieren').click()
  await expect(again).toHaveURL('/admin/articles')
  await reader.reload()
  await expect(reader.locator('meta[name=robots]')).toHaveCount(0)
  expect(await (await reader.request.get('/sitemap.xml')).text()).toContain(`/article/${article.slug}</loc>`)
})

test('[SITE-10] a shared article shows its card, and text, manifest and structured data are available to machines', async ({
  rest,
  word,
  reader,
}) => {
  const text = `# ${word}\r\n\r\nByte für Byte.`
  const article = await rest.createArticle({ title: word, status: 'published', content_markdown: text })
  const path = `/article/${article.slug}`
  await reader.goto(path)
  const origin = await publicOrigin(reader)
  await expect(reader.locator('link[rel=canonical]')).toHaveAttribute('href', origin + path)
  await expect(reader.locator('meta[property="og:image"]')).toHaveAttribute('content', `${origin}${path}/card.png`)
  const size = await reader.evaluate(async (src) => {
    const picture = new Image()
    picture.src = src
    await picture.decode()
    return [picture.naturalWidth, picture.naturalHeight]
  }, `${path}/card.png`)
  expect(size).toEqual([1200, 630])
  const data = await reader.locator('script[type="application/ld+json"]').allTextContents()
  expect(data.map((json) => (JSON.parse(json) as { '@type': string })['@type'])).toEqual([
    'BlogPosting',
    'BreadcrumbList',
  ])
  const file = await (await reader.request.get(`${path}.md`)).text()
  expect(file).toMatch(new RegExp(`^---\ntitle: "${word}"\nslug: "${article.slug}"\n`))
  expect(file.endsWith(`---\n\n${text}`)).toBe(true)
  expect(await (await reader.request.get('/llms.txt')).text()).toContain(`${origin}${path}.md`)
  expect(await (await reader.request.get('/robots.txt')).text()).toContain(`Sitemap: ${origin}/sitemap.xml`)

  await reader.goto('/')
  const manifest = await reader.locator('link[rel=manifest]').getAttribute('href')
  const { icons } = (await (await reader.request.get(manifest ?? '')).json()) as { icons: { src: string }[] }
  for (const { src } of icons) expect((await reader.request.get(src)).headers()['content-type']).toBe('image/png')
  const [site = '{}'] = await reader.locator('script[type="application/ld+json"]').allTextContents()
  expect(JSON.parse(site)).toMatchObject({
    '@type': 'WebSite',
    potentialAction: { target: { urlTemplate: `${origin}/suche?q={search_term_string}` } },
  })
})
