import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { itemsOf } from '../../../../tests/support/source-in-memory.ts'
import { wordFile } from '../../../../tests/support/word-file.ts'
import { markdownOf } from '../html/markdown-of.ts'
import { feedReader } from './feed-reader.ts'
import { htmlReader } from './html-reader.ts'
import { wordReader } from './word-reader.ts'

test('a document of Word: words, marks, lists, pictures and notes (RUL-53)', async () => {
  const [item] = (await itemsOf(wordReader, { 'Brief.docx': wordFile() })) as any[]
  expect(item).toMatchObject({
    kind: 'article',
    title: 'Am See',
    status: 'draft',
    authors: ['Ada'],
    createdAt: '2019-05-03T07:05:00.000Z',
    reasons: ['Ein Dokument sagt nicht, ob es veröffentlicht war: als Entwurf übernommen.'],
  })
  expect(item.body.replace(/base64,[\w+/=]+/, 'base64,…')).toBe(
    'Ein **fettes** Wort[^1].\n\n![See](data:image/png;base64,…)\n\n| A | B |\n| - | - |\n| 1 | 2 |\n\n[^1]: Die Note\n',
  )
})

test('a document that is damaged is refused in words', async () => {
  const bytes = zipSync({ 'word/document.xml': strToU8('<w:document>') })
  await expect(itemsOf(wordReader, { 'Brief.docx': bytes })).rejects.toThrow('„Brief.docx“ ist beschädigt')
})

test('a page of HTML: its text without what surrounds it, and what its head says (RUL-53)', async () => {
  const [page, empty] = (await itemsOf(htmlReader, {
    '2019/see.html': `<!doctype html><html><head><title>Am See – Blog</title><meta name="author" content="Ada">
      <meta property="article:published_time" content="2019-05-03T07:05:00+02:00"><meta property="article:tag" content="Wasser">
      <link rel="canonical" href="https://alt.example/2019/see.html"><meta name="description" content="Kurz"></head>
      <body><nav>Menü</nav><article><header><h1>Am See</h1></header><p>Text <b>hier</b>.</p><img src="b.png"></article><footer>Unten</footer></body></html>`,
    'leer.html': '<html><body><nav>Menü</nav></body></html>',
  })) as any[]
  expect(page).toMatchObject({
    title: 'Am See',
    body: 'Text **hier**.\n\n![](b.png)\n',
    status: 'published',
    publishedAt: '2019-05-03T05:05:00.000Z',
    authors: ['Ada'],
    tags: ['Wasser'],
    excerpt: 'Kurz',
    slug: 'see',
    base: '2019/see.html',
    oldAddresses: ['/2019/see.html'],
  })
  expect(empty).toMatchObject({ kind: 'other', skip: true })
})

test('the front page of a blog is not taken for a text: it names the feed', async () => {
  const page =
    '<html><head><link rel="alternate" type="application/rss+xml" href="/feed.xml"></head><body><article>A</article><article>B</article></body></html>'
  await expect(itemsOf(htmlReader, { 'blog.html': page })).rejects.toThrow('/feed.xml')
})

test('RSS, Atom and JSON Feed of a living blog (RUL-53)', async () => {
  const rss = `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Blog</title><item>
    <title>Am &amp;amp; See</title><link>https://alt.example/2019/05/see/</link><guid isPermaLink="false">7</guid><dc:creator>Ada</dc:creator>
    <category>Reise</category><category>Wasser</category><pubDate>Fri, 03 May 2019 07:05:00 +0200</pubDate>
    <description>Kurz gesagt.</description><content:encoded><![CDATA[<p>Text <img src="/b.png"></p>]]></content:encoded></item></channel></rss>`
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Blog</title><entry><id>urn:7</id><title>Am See</title><author><name>Ada</name></author>
    <link href="/2019/05/see/" xml:base="https://alt.example/"/><category term="Reise"/><published>2019-05-03T05:05:00Z</published>
    <content type="html">&lt;p&gt;Text &lt;img src="/b.png"&gt;&lt;/p&gt;</content></entry></feed>`
  const json = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    items: [
      {
        id: '7',
        url: 'https://alt.example/2019/05/see/',
        title: 'Am See',
        content_html: '<p>Text <img src="/b.png"></p>',
        date_published: '2019-05-03T05:05:00Z',
        authors: [{ name: 'Ada' }],
        tags: ['Reise'],
      },
    ],
  })
  for (const [name, document] of Object.entries({ 'feed.xml': rss, 'atom.xml': atom, 'feed.json': json })) {
    const [item] = (await itemsOf(feedReader, { [name]: document })) as any[]
    expect(item, name).toMatchObject({
      title: expect.stringMatching(/^Am (?:& )?See$/),
      publishedAt: '2019-05-03T05:05:00.000Z',
      authors: ['Ada'],
      category: 'Reise',
      slug: 'see',
      base: 'https://alt.example/2019/05/see/',
      oldAddresses: ['/2019/05/see/'],
      status: 'published',
    })
    expect(markdownOf(item.body, item.base).markdown, name).toBe('Text ![](https://alt.example/b.png)\n')
  }
})
