import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await owner.call(method, path, body)
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}
const publish = (title: string, values: object = {}) =>
  call('POST', '/api/articles', {
    title,
    status: 'published',
    published_at: '2026-03-03T10:00:00Z',
    content_markdown: 'A text.',
    ...values,
  })
const read = async (path: string) => (await fetch(app.url + path)).text()

test('[SITE-19] [RUL-100] the language of an article is that of its page, its data, its dates and its feeds', async () => {
  const article = await publish('On paper', { lang: 'EN-gb', correction: 'It was wrong.' })
  expect(article.lang).toBe('en-GB')
  const body = await read('/article/on-paper')
  expect(body).toContain('<html lang="en-GB">')
  expect(body).toContain('"inLanguage":"en-GB"')
  expect(body).toContain('<meta property="og:locale" content="en_GB"')
  expect(body).toContain('3 March 2026</time>')
  expect(body).toContain('1 min read')
  expect(body).toMatch(/<header class="frame masthead" lang="de">.*<footer lang="de">/s)
  expect(body).toContain('<div class="after" lang="de">')
  expect(body).toContain('<p lang="en-GB">It was wrong.</p>')
  expect(await read('/')).toMatch(/<div lang="en-GB">.*href="\/article\/on-paper">/)
  expect(await read('/feed.xml')).toContain('<dc:language>en-GB</dc:language>')
  expect(await read('/atom.xml')).toContain('<entry xml:lang="en-GB">')
  expect(JSON.parse(await read('/feed.json')).items[0].language).toBe('en-GB')
  expect(await read('/article/on-paper.md')).toContain('\nlang: "en-GB"\n')
  expect((await app.call('GET', '/api/articles/by-slug/on-paper')).body.lang).toBe('en-GB')
})

test('[SITE-19] German stays the default, and soft hyphens are for German alone', async () => {
  const title = 'Donaudampfschifffahrtsgesellschaftskapitän'
  expect((await publish(title)).lang).toBe('de')
  expect(await read(`/article/${'donaudampfschifffahrtsgesellschaftskapitaen'}`)).toMatch(
    /<html lang="de">.*<h1>Donau[^<]*\u00ad/s,
  )
  await publish(`${title}s`, { lang: 'nl' })
  expect(await read('/article/donaudampfschifffahrtsgesellschaftskapitaens')).toContain(`<h1>${title}s</h1>`)
})

test('[SITE-19] a title in another language says so where it stands alone, and has no soft hyphens', async () => {
  const { id: category_id } = await call('POST', '/api/categories', { name: 'Fremdes' })
  const shared = { category_id, series: 'Reihe', published_at: '2026-05-05T10:00:00Z' }
  await publish('Kurz', { category_id, series: 'Reihe', published_at: '2026-05-04T10:00:00Z' })
  await publish('Understandable Recommendations', { ...shared, lang: 'en' })
  const german = await read('/article/kurz')
  expect(german).toContain('<b lang="en">Understandable Recommendations</b>')
  expect(german).toMatch(/<a href="[^"]+" lang="en">Understandable Recommendations<\/a>/)
  expect(await read('/themen')).toMatch(/lang="en">Understandable Recommendations<\/a>/)
  expect(await read('/article/understandable-recommendations')).toContain('<b>Kurz</b>')
  await publish('Neu', { published_at: '2026-05-06T10:00:00Z' })
  await call('PATCH', '/api/appearance', { landing: 'abschnitte' })
  expect(await read('/')).toMatch(/<h3 lang="en"><a [^>]+>Understandable Recommendations<\/a>/)
  await call('PATCH', '/api/appearance', { landing: 'aufmacher' })
  const page = await call('POST', '/api/pages', { title: 'Welcome', lang: 'en', status: 'published' })
  await call('PATCH', '/api/settings', { front_page: page.id })
  expect(await read('/')).toMatch(/<article class="front" lang="en">/)
  await call('PATCH', '/api/settings', { front_page: null })
})

test('[SITE-18] [SITE-19] the names of authors are joined in the language of their text', async () => {
  const byline = 'Ali Kaya, Jana Öztürk und Timo Brandt'
  await publish('Zu dritt', { byline })
  await publish('By three', { byline, lang: 'en-GB' })
  // No language that has words of its own.
  await publish('Xx', { byline, lang: 'xx' })
  const line = async (path: string) =>
    /<p class="meta"><b>(.*?)<\/b>/s.exec(await read(path))?.[1]?.replaceAll(/<[^>]+>/g, '')
  expect(await line('/article/zu-dritt')).toBe('Ali Kaya, Jana Öztürk und Timo Brandt')
  expect(await line('/article/by-three')).toBe('Ali Kaya, Jana Öztürk and Timo Brandt')
  expect(await line('/article/xx')).toBe('Ali Kaya, Jana Öztürk und Timo Brandt')
})

test('[SITE-19] a language that is none is refused', async () => {
  const { status, body } = await owner.call('POST', '/api/articles', { title: 'x', lang: 'deutsch!' })
  expect([status, body.fields?.[0]?.field]).toEqual([400, 'lang'])
})

test('[SITE-19] a version of no article, or of itself, is refused', async () => {
  const refused = async (method: string, path: string, values: object) => {
    const { status, body } = await owner.call(method, path, values)
    return [status, ...(body.fields ?? []).map(({ field }: { field: string }) => field)]
  }
  const unknown = '019bb8a4-0000-7000-8000-000000000000'
  const { id, slug, title } = await publish('Alone')
  const path = `/api/articles/${id}`
  expect(await refused('POST', '/api/articles', { title, version_of: unknown })).toEqual([400, 'version_of'])
  expect(await refused('PATCH', path, { version: 1, version_of: unknown })).toEqual([400, 'version_of'])
  expect(await refused('PATCH', path, { version: 1, version_of: id })).toEqual([400, 'version_of'])
  const working = { version: 1, title, slug, excerpt: '', content_markdown: 'A text.', cover_image_url: null }
  const copy = { ...working, category_id: null, version_of: id }
  expect(await refused('PUT', `${path}/working-copy`, copy)).toEqual([400, 'version_of'])
  const made = '019bb8a4-0000-7000-8000-000000000001'
  expect(await refused('POST', '/api/articles', { id: made, title, version_of: made })).toEqual([400, 'version_of'])
  expect(await call('GET', path)).toMatchObject({ version: 1, version_of: null })
})

test('[SITE-19] a version outlives the article it is a version of: it can be saved and copied', async () => {
  const root = await call('POST', '/api/articles', { title: 'Root' })
  const version = await call('POST', '/api/articles', { title: 'Version', lang: 'en', version_of: root.id })
  await call('DELETE', `/api/articles/${root.id}`)
  await call('DELETE', `/api/trash/articles/${root.id}`)
  const values = { version: version.version, excerpt: 'More.', version_of: root.id }
  expect(await call('PATCH', `/api/articles/${version.id}`, values)).toMatchObject({ version_of: root.id })
  expect(await call('POST', `/api/articles/${version.id}/duplicate`)).toMatchObject({ lang: 'en', version_of: null })
})

test('[SITE-19] published versions link to each other, drafts to none', async () => {
  const german = await publish('Über Papier')
  const english = await publish('About paper', { lang: 'en', version_of: german.id })
  const french = await call('POST', '/api/articles', { title: 'Du papier', lang: 'fr', version_of: german.id })
  const links = (body: string) =>
    [...body.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="[^"]+(\/article\/[^"]+)"/gi)].map(
      ([, lang, path]) => `${lang} ${path}`,
    )
  const both = ['de /article/ueber-papier', 'en /article/about-paper']
  for (const path of ['/article/ueber-papier', '/article/about-paper']) expect(links(await read(path))).toEqual(both)
  expect(await read('/article/about-paper')).toMatch(
    /<a class="text" href="\/article\/ueber-papier" hrefLang="de" lang="de">Deutsch</i,
  )
  await call('PATCH', `/api/articles/${french.id}`, { version: french.version, status: 'published' })
  expect(links(await read('/article/ueber-papier'))).toEqual([...both, 'fr /article/du-papier'])
  await call('PATCH', `/api/articles/${english.id}`, { version: english.version, slug: 'on-paper-again' })
  expect(links(await read('/article/du-papier'))).toContain('en /article/on-paper-again')
  await call('DELETE', `/api/articles/${german.id}`)
  expect(links(await read('/article/du-papier'))).toEqual(['en /article/on-paper-again', 'fr /article/du-papier'])
})

test('[SITE-19] blocks from right to left take the direction of their text, and parts have a language', async () => {
  await publish('שלום', {
    lang: 'he',
    slug: 'shalom',
    excerpt: 'תקציר',
    content_markdown:
      'שלום עולם\n\nPlain.\n\n> ציטוט\n\nEin <span lang="en">deadline</span>, <q lang="fr" dir="ltr">non</q>.\n\n<p lang="ar" dir="rtl">سلام</p>\n\n<div dir="rtl">\n\n- eins\n\n</div>\n\n<span lang="x!">kaputt</span>',
  })
  const body = await read('/article/shalom')
  expect(body).toContain('<html lang="he">')
  expect(body).toContain('<h1 dir="auto">שלום</h1>')
  expect(body).toContain('<p dir="auto">שלום עולם</p>')
  expect(body).toContain('<p>Plain.</p>')
  expect(body).toMatch(/<blockquote dir="rtl">\s*<p dir="auto">ציטוט<\/p>/)
  expect(body).toContain('<span lang="en">deadline</span>, <q lang="fr" dir="ltr">non</q>')
  expect(body).toContain('<p lang="ar" dir="rtl">سلام</p>')
  expect(body).toMatch(/<div dir="rtl">\s*<ul>/)
  expect(body).toContain('<p>kaputt</p>')
})

test('[SITE-19] titles of other languages are marked in the archive of a year, in hits, and where nothing was found or meant', async () => {
  await publish('Internationalizationists', { lang: 'en', content_markdown: 'Anfang des Textes.' })
  const marked = /<a href="\/article\/internationalizationists" lang="en">Internationalizationists<\/a>/
  expect(await read('/archiv/2026')).toMatch(marked)
  expect(await read('/suche?q=qqqq')).toMatch(marked)
  expect(await read('/internationalization')).toMatch(marked)
  expect(await read('/suche?q=internationalizationists')).toMatch(
    /<div lang="en"><h2><a href="\/article\/internationalizationists"><mark>Internationalizationists<\/mark>/,
  )
})

test('[SITE-19] footnotes from right to left have their numbers at the right', async () => {
  await publish('שלום שוב', {
    lang: 'he',
    slug: 'notes',
    content_markdown: 'טקסט[^1] עוד[^2]\n\n[^1]: הערה.\n\n[^2]: Plain.',
  })
  expect(await read('/article/notes')).toMatch(
    /<ol dir="rtl">\s*<li id="fn-1" dir="rtl"><p dir="auto">הערה\.[^]*<li id="fn-2"><p>Plain\./,
  )
})

test('[SITE-19] German words that the site adds to a text are marked as German', async () => {
  const address = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
  const content_markdown = `Text.[^1]\n\n> [!NOTE]\n> A note.\n\n${address}\n\n[^1]: A footnote.`
  await publish('Words of our own', { lang: 'en', content_markdown })
  const body = await read('/article/words-of-our-own')
  expect(body).toMatch(/<p lang="de"><svg[^]{1,900}<\/svg>Hinweis<\/p>\s*<p>A note\./)
  expect(body).toMatch(/<a [^>]*lang="de" aria-label="Fußnote 1">/)
  expect(body).toMatch(/<h2 id="fussnoten" lang="de">/)
  expect(body).toMatch(/<a [^>]*lang="de" aria-label="Zurück zum Text, Fußnote 1">/)
  expect(body).toMatch(/<a class="button" lang="de" [^>]*>[^]{1,900}Video laden/)
  expect(body).toContain('<figcaption lang="de">')
})

test('[SITE-19] a page has a language, too, which is live at once', async () => {
  const page = await call('POST', '/api/pages', {
    title: 'Imprint',
    status: 'published',
    content_markdown: 'We.',
    lang: 'en',
  })
  expect(page.lang).toBe('en')
  expect(await read('/imprint')).toContain('<html lang="en">')
  await call('PATCH', `/api/pages/${page.id}`, { version: page.version, lang: 'de' })
  expect(await read('/imprint')).toContain('<html lang="de">')
})
