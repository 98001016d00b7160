import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { itemsOf, sourceOf } from '../../tests/support/source-in-memory.ts'
import { wordFile } from '../../tests/support/word-file.ts'
import { wxr } from '../../tests/support/wxr.ts'
import { markdownOf } from '../markdown/html/markdown-of.ts'
import { bloggerReader } from './feed/blogger-reader.ts'
import type { BlogFacts, Reader } from './source/source-items.ts'
import { wordpressReader } from './wordpress/wxr-reader.ts'
import { feedReader } from './feed/feed-reader.ts'
import { ghostReader } from './ghost/ghost-reader.ts'
import { htmlReader } from './html/html-reader.ts'
import { markdownReader } from './markdown-sites/markdown-reader.ts'
import { mediumReader } from './html/medium-reader.ts'
import { substackReader } from './html/substack-reader.ts'
import { wordReader } from './word/word-reader.ts'

test('a Word document: text, formats, lists, pictures and notes (RUL-53)', async () => {
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
    'Ein **fettes** Wort[^1].\n\n![See](data:image/png;base64,…)\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n\n[^1]: Die Note\n',
  )
})

test('a damaged document is refused with a message', async () => {
  const bytes = zipSync({ 'word/document.xml': strToU8('<w:document>') })
  await expect(itemsOf(wordReader, { 'Brief.docx': bytes })).rejects.toThrow('„Brief.docx“ ist beschädigt')
})

test('an HTML page: its main text, and the metadata in its head (RUL-53)', async () => {
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

test('the front page of a blog is no text: the message names the feed', async () => {
  const page =
    '<html><head><link rel="alternate" type="application/rss+xml" href="/feed.xml"></head><body><article>A</article><article>B</article></body></html>'
  await expect(itemsOf(htmlReader, { 'blog.html': page })).rejects.toThrow('/feed.xml')
})

test('RSS, Atom and JSON Feed of an existing blog (RUL-53)', async () => {
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

const BLOGGER = `<?xml version='1.0' encoding='UTF-8'?><feed xmlns='http://www.w3.org/2005/Atom' xmlns:gd='http://schemas.google.com/g/2005' xmlns:thr='http://purl.org/syndication/thread/1.0'>
  <id>tag:blogger.com,1999:blog-4711.archive</id><title type='text'>Deich</title>`
const bloggerEntry = (id: string, kind: string, more = '') => `<entry><id>tag:blogger.com,1999:blog-4711.${id}</id>
  <published>2014-03-04T20:15:00.000+01:00</published><category scheme='http://schemas.google.com/g/2005#kind' term='http://schemas.google.com/blogger/2008/kind#${kind}'/>
  <category scheme='http://www.blogger.com/atom/ns#' term='Nordsee'/><title type='text'>${id}</title><content type='html'>ada@privat.example</content>${more}
  <link rel='alternate' href='http://deich.blogspot.com/2014/03/${id}.html'/><author><name>Wiebke</name><email>ada@privat.example</email></author></entry>`
const stateOf = (items: any[]) =>
  items.map(({ sourceId, kind, status, skip }) => [sourceId.split(/[.:]/).at(-1), kind, skip ? 'skipped' : status])

test('[RUL-53] an export of Blogger yields posts and pages, drafts as drafts, but never settings, template and comments', async () => {
  const draft = (prefix: string, namespace: string) =>
    `<${prefix}:control xmlns:${prefix}='${namespace}'><${prefix}:draft>yes</${prefix}:draft></${prefix}:control>`
  const items = (await itemsOf(bloggerReader, {
    'blog.xml': `${BLOGGER}${bloggerEntry('vorlage', 'template')}${bloggerEntry('ADMIN_EMAIL', 'settings')}${bloggerEntry('sturm', 'post')}
      ${bloggerEntry('antwort', 'comment', "<thr:in-reply-to ref='tag:blogger.com,1999:blog-4711.sturm'/>")}
      ${bloggerEntry('halb', 'post', draft('app', 'http://purl.org/atom/app#'))}${bloggerEntry('viertel', 'page', draft('ns0', 'http://www.w3.org/2007/app'))}
      ${bloggerEntry('wir', 'page')}${bloggerEntry('neuheit', 'poll')}<entry><id>tag:blogger.com,1999:blog-4711.ohne</id><title>Ohne Art</title><content>x</content></entry></feed>`,
  })) as any[]
  expect(stateOf(items)).toEqual([
    ['vorlage', 'other', 'skipped'],
    ['ADMIN_EMAIL', 'other', 'skipped'],
    ['sturm', 'article', 'published'],
    ['antwort', 'comment', 'skipped'],
    ['halb', 'article', 'draft'],
    ['viertel', 'page', 'draft'],
    ['wir', 'page', 'published'],
    ['neuheit', 'other', 'skipped'],
    ['ohne', 'other', 'skipped'],
  ])
  expect(items[2]).toMatchObject({
    category: 'Nordsee',
    tags: [],
    authors: ['Wiebke'],
    oldAddresses: ['/2014/03/sturm.html'],
  })
  for (const item of items) if (item.skip) expect(JSON.stringify(item)).not.toContain('privat.example')
  // A feed for readers without Blogger's signature is filtered in the same way.
  const [feed] = (await itemsOf(feedReader, {
    'feed.xml': `<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>x:a</id><title>A</title><published>2014-03-04T20:15:00Z</published><content>x</content>${draft('app', 'http://www.w3.org/2007/app')}</entry></feed>`,
  })) as any[]
  expect(feed).toMatchObject({ status: 'draft', reasons: ['War ein Entwurf und bleibt einer.'] })
})

test('[RUL-53] an export of Blogger from Google Takeout: type, status and trash of each entry count', async () => {
  const entry = (
    id: string,
    type: string,
    status: string,
    more = '',
  ) => `<entry><id>tag:blogger.com,1999:blog-4711.${id}</id>
    <blogger:type>${type}</blogger:type><blogger:status>${status}</blogger:status><author><name>Wiebke</name><blogger:type>BLOGGER</blogger:type></author>
    <title>${id}</title><content type='html'>Text</content><published>${id === 'bald' ? '2090' : '2014'}-03-04T20:15:00Z</published>
    <blogger:filename>/2014/03/${id}.html</blogger:filename>${more}</entry>`
  const feed = `<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom' xmlns:blogger='http://schemas.google.com/blogger/2018'><id>tag:blogger.com,1999:blog-4711</id>
    ${entry('sturm', 'POST', 'LIVE', '<blogger:trashed/>')}${entry('halb', 'POST', 'DRAFT')}${entry('weg', 'POST', 'SOFT_TRASHED')}
    ${entry('fort', 'POST', 'LIVE', '<blogger:trashed>2020-01-01T00:00:00Z</blogger:trashed>')}${entry('antwort', 'COMMENT', 'LIVE')}
    ${entry('wir', 'PAGE', 'LIVE')}${entry('bald', 'POST', 'SCHEDULED')}${entry('vorbei', 'POST', 'SCHEDULED')}${entry('neu', 'POST', 'GHOSTED')}</feed>`
  const items = (await itemsOf(bloggerReader, {
    'Takeout/archive_browser.html': '<html><body><h1>Archiv</h1><p>ada@privat.example</p></body></html>',
    'Takeout/Blogger/Blogs/Deich/feed.atom': feed,
    'Takeout/Blogger/Blogs/Deich/settings.csv': 'blog_admin_email,ada@privat.example',
    'Takeout/Blogger/Blogs/Deich/theme-classic.html': '<html><body><p>Vorlage</p></body></html>',
    'Takeout/Blogger/Albums/Deich/see.png': 'x',
    'Takeout/Drive/Kündigung.docx': 'x',
    'Takeout/Google Photos/privat.jpg': 'x',
  })) as any[]
  expect(stateOf(items.slice(0, 9))).toEqual([
    ['sturm', 'article', 'published'],
    ['halb', 'article', 'draft'],
    ['weg', 'article', 'skipped'],
    ['fort', 'article', 'skipped'],
    ['antwort', 'comment', 'skipped'],
    ['wir', 'page', 'published'],
    ['bald', 'article', 'scheduled'],
    ['vorbei', 'article', 'scheduled'],
    ['neu', 'article', 'draft'],
  ])
  expect(items[0]).toMatchObject({ oldAddresses: ['/2014/03/sturm.html'], slug: 'sturm', authors: ['Wiebke'] })
  // Everything else of the archive is reported and skipped; pictures of the blog are left to the import.
  expect(items.slice(9).every(({ skip }) => skip)).toBe(true)
  expect(items.slice(9).map(({ sourceId }) => sourceId)).toHaveLength(5)
  expect(items.map(({ sourceId }) => sourceId)).not.toContain('Takeout/Blogger/Albums/Deich/see.png')
})

test('[RUL-53] a text of a feed or of Takeout with a missing or unknown state is a draft', async () => {
  const entry = (id: string, inner: string) =>
    `<entry><id>x:${id}</id><title>${id}</title><published>2014-03-04T20:15:00Z</published><content>x</content>${inner}</entry>`
  const app = 'xmlns="http://purl.org/atom/app#"'
  const feed = (root: string, entries: string) =>
    `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:app="http://www.w3.org/2007/app" ${root}>${entries}</feed>`
  const read = async (xml: string) => stateOf((await itemsOf(feedReader, { 'feed.xml': xml })) as any[])
  expect(
    await read(
      feed(
        '',
        entry('wahr', '<app:control><app:draft>true</app:draft></app:control>') +
          entry('eigen', `<control ${app}><draft>yes</draft></control>`) +
          entry('allein', '<app:draft>yes</app:draft>') +
          entry('attribut', '<app:control><app:draft xml:lang="en"><![CDATA[ yes ]]></app:draft></app:control>') +
          entry('nein', '<app:control><app:draft> no </app:draft></app:control>') +
          entry('leer', '<app:control/>'),
      ),
    ),
  ).toEqual([
    ['wahr', 'article', 'draft'],
    ['eigen', 'article', 'draft'],
    ['allein', 'article', 'draft'],
    ['attribut', 'article', 'draft'],
    ['nein', 'article', 'published'],
    ['leer', 'article', 'published'],
  ])
  const answer = '<in-reply-to xmlns="http://purl.org/syndication/thread/1.0" ref="x:nein"/>'
  expect(await read(feed('', entry('antwort', answer)))).toEqual([['antwort', 'comment', 'skipped']])
  const takeout = (await itemsOf(bloggerReader, {
    'feed.atom': feed(
      'xmlns:blogger="http://schemas.google.com/blogger/2018"',
      entry('ohne', '<blogger:type>POST</blogger:type>') +
        entry('blank', '<blogger:type>PAGE</blogger:type><blogger:status> </blogger:status>') +
        entry('da', '<blogger:type>POST</blogger:type><blogger:status>live</blogger:status>'),
    ),
  })) as any[]
  expect(stateOf(takeout)).toEqual([
    ['ohne', 'article', 'draft'],
    ['blank', 'page', 'draft'],
    ['da', 'article', 'published'],
  ])
  expect(takeout[0].reasons).toEqual(['Die Quelle sagt nicht, ob der Text öffentlich war: als Entwurf übernommen.'])
})

test('an export may have more entries than a feed for readers, and all are imported', async () => {
  const item = (n: number) =>
    `<item><title>Nr ${n}</title><guid>g${n}</guid><pubDate>Fri, 03 May 2019 07:05:00 +0200</pubDate><description>Text</description></item>`
  const items = (await itemsOf(feedReader, {
    'feed.xml': `<rss version="2.0"><channel><title>Blog</title>${Array.from({ length: 10_050 }, (_, n) => item(n)).join('')}</channel></rss>`,
  })) as any[]
  expect(items).toHaveLength(10_050)
})

const mediumPost = (title: string, body: string, footer: string) =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body><article class="h-entry"><header><h1 class="p-name">${title}</h1></header>
  <section data-field="subtitle" class="p-summary">Ein Spaziergang</section><section data-field="body" class="e-content"><section class="section"><div class="section-divider"><hr></div>
  <div class="section-content"><h3 class="graf graf--h3 graf--title">${title}</h3><h4 class="graf graf--h4 graf--subtitle">Ein Spaziergang</h4>${body}</div></section></section>
  <footer><p>${footer}</p><p>Exportiert von <a href="https://medium.com">Medium</a>.</p></footer></article></body></html>`

test('[RUL-53] from an export of Medium only posts are imported, drafts as drafts; never account data', async () => {
  const list = (words: string) =>
    `<html><body><h1>Liste</h1><ul><li class="h-cite">${words} <time class="dt-published" datetime="2020-01-01T00:00:00Z">2020</time></li></ul></body></html>`
  const published =
    'Von <a class="p-author h-card" href="https://medium.com/@wiebke">Wiebke</a> am <time class="dt-published" datetime="2019-05-03T10:11:12.000Z">3. Mai 2019</time> <a class="p-canonical" href="https://medium.com/@wiebke/am-deich-0123456789ab">Original</a>'
  const files: Record<string, string> = {
    'export/README.html': list('Ihr Export'),
    'export/bookmarks/bookmarks-0001.html': list('Fremder Text'),
    'export/claps/claps-0001.html': list('Noch ein fremder Text'),
    'export/ips/ips-0001.html': list('203.0.113.7'),
    'export/neuheiten/neuheiten-0001.html': list('Etwas Neues'),
    'export/profile/profile.html': list('w@privat.example'),
    'export/profile/about.html': list('w@privat.example'),
    'export/posts/2019-05-03_Am-Deich-0123456789ab.html': mediumPost(
      'Am Deich',
      '<p class="graf">Der Wind war kalt.</p><h4 class="graf">Ein Spaziergang</h4>',
      published,
    ),
    'export/posts/draft_Unfertig-0123456789ad.html': mediumPost('Unfertig', '<p class="graf">Halb.</p>', published),
    'export/posts/Ohne-Datum-0123456789ae.html': mediumPost('Ohne Datum', '<p class="graf">Text.</p>', ''),
  }
  const items = (await itemsOf(mediumReader, files)) as any[]
  expect(items.map(({ title, status, skip }) => (skip ? 'skipped' : `${title}: ${status}`))).toEqual([
    'Am Deich: published',
    'Unfertig: draft',
    'Ohne Datum: draft',
    ...Array.from({ length: 7 }, () => 'skipped'),
  ])
  expect(new Set(items.map(({ sourceId }) => sourceId))).toEqual(new Set(Object.keys(files)))
  expect(items[0]).toMatchObject({
    body: 'Der Wind war kalt.\n\n#### Ein Spaziergang\n',
    excerpt: 'Ein Spaziergang',
    authors: ['Wiebke'],
    slug: 'am-deich',
    publishedAt: '2019-05-03T10:11:12.000Z',
    oldAddresses: ['/@wiebke/am-deich-0123456789ab'],
  })
})

test('metadata of the blog: title, description, the only author', async () => {
  const sources: [Reader, Record<string, string>, BlogFacts][] = [
    [
      feedReader,
      {
        'a.xml':
          '<rss version="2.0"><channel><image><title>Falsch</title></image><title>Deich &amp;amp; Meer</title><description>Kurz</description><item><title>x</title></item></channel></rss>',
      },
      { title: 'Deich &amp; Meer', description: 'Kurz', author: '' },
    ],
    [
      feedReader,
      {
        'a.xml':
          '<feed xmlns="http://www.w3.org/2005/Atom"><title>Deich</title><subtitle>Kurz</subtitle><author><name>Ada</name></author><entry><title>x</title></entry></feed>',
      },
      { title: 'Deich', description: 'Kurz', author: 'Ada' },
    ],
    [
      feedReader,
      {
        'a.json': JSON.stringify({
          version: 'https://jsonfeed.org/version/1.1',
          title: 'Deich',
          authors: [{ name: 'Ada' }, { name: 'Bea' }],
          items: [],
        }),
      },
      { title: 'Deich', description: '', author: '' },
    ],
    [
      ghostReader,
      {
        'g.json': JSON.stringify({
          meta: {},
          data: {
            posts: [],
            users: [{ id: '1', name: 'Ada' }],
            settings: [
              { key: 'title', value: 'Deich' },
              { key: 'description', value: 'Kurz' },
            ],
          },
        }),
      },
      { title: 'Deich', description: 'Kurz', author: 'Ada' },
    ],
    [
      markdownReader,
      {
        'hugo.toml': 'title = "Deich"\n[params]\ndescription = "Kurz"\n[params.author]\nname = "Ada"\n',
        'content/posts/a.md': 'x',
      },
      { title: 'Deich', description: 'Kurz', author: 'Ada' },
    ],
    [
      markdownReader,
      { '_config.yml': 'title: Deich\ntagline: Kurz\nauthor: Ada\n', '_posts/2019-05-03-a.md': 'x' },
      { title: 'Deich', description: 'Kurz', author: 'Ada' },
    ],
    [
      wordpressReader,
      {
        'b.xml': [...wxr([{ id: 1 }])]
          .join('')
          .replace('</wp:wxr_version>', '</wp:wxr_version><description>Just another WordPress site</description>'),
      },
      { title: 'Altes Blog', description: '', author: 'Ruth Adler' },
    ],
  ]
  for (const [reader, files, facts] of sources)
    expect(await reader.blog?.(sourceOf(files)), Object.keys(files)[0]).toEqual(facts)
})

test('texts of a feed use their base, pictures in full size, titles without obsolete tags', async () => {
  const entry = (content: string, title = 'x') =>
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://alt.example/blog/"><entry><id>1</id><title type="html">${title}</title><link href="eins.html"/><published>2022-05-03T10:00:00Z</published>${content}</entry></feed>`
  const read = async (...of: Parameters<typeof entry>) => {
    const [item] = (await itemsOf(feedReader, { 'a.xml': entry(...of) })) as any[]
    return { title: item.title, text: markdownOf(item.body, item.base).markdown.trim() }
  }
  const xhtml = (base: string, inner = '') =>
    `<content type="xhtml"${base}><div xmlns="http://www.w3.org/1999/xhtml"${inner}><p><img src="b.png"/></p></div></content>`
  expect((await read(xhtml(''))).text).toBe('![](https://alt.example/blog/b.png)')
  expect((await read(xhtml(' xml:base="eins/"'))).text).toBe('![](https://alt.example/blog/eins/b.png)')
  expect((await read(xhtml(' xml:base="eins/"', ' xml:base="zwei/"'))).text).toBe(
    '![](https://alt.example/blog/eins/zwei/b.png)',
  )
  for (const thumb of ['a.serendipityThumb.jpg', 'a-300x200.jpg', 'thumbs/a.thumb.jpg', 'tn_a.jpg', 'A_Thumb.JPG'])
    expect(
      (await read(`<content type="html">&lt;a href="/a.jpg">&lt;img src="/${thumb}">&lt;/a></content>`)).text,
      thumb,
    ).toBe(
      thumb === 'A_Thumb.JPG'
        ? '[![](https://alt.example/A_Thumb.JPG)](https://alt.example/a.jpg)'
        : '![](https://alt.example/a.jpg)',
    )
  expect(
    (
      await read(
        '',
        '&lt;font color="red">Rot&lt;/font> &lt;tt>fest&lt;/tt> &lt;blink>List&lt;String>&lt;/blink> &lt;nobr>ganz&lt;/nobr>',
      )
    ).title,
  ).toBe('Rot fest List<String> ganz')
})

describe('an HTML page with several texts (RUL-53)', () => {
  const told = (items: any[]) =>
    items.map(({ title, status, skip, body }) => (skip ? 'skipped' : `${title}: ${status}: ${body.trim()}`))
  const read = async (body: string, files: Record<string, string> = {}) =>
    (await itemsOf(htmlReader, {
      'blog.html': `<html><body>${body}</body></html>`,
      'bild.txt': 'x',
      ...files,
    })) as any[]

  test('each entry is a separate text, public only with a publication date', async () => {
    const items = await read(`<main>
      <div class="h-entry"><h2 class="p-name"><a class="u-url" href="/2020/eins/">Eins</a></h2><time class="dt-published" datetime="2020-01-02T03:04:05Z">2.1.</time><div class="e-content"><p>Text eins.</p></div></div>
      <article class="hentry"><h2 class="entry-title">Zwei</h2><abbr class="published" title="2020-02-03T04:05:06+01:00">3.2.</abbr><div class="entry-content"><p>Text zwei.</p></div></article>
      <div class="h-entry"><div class="e-content"><p>Eine Notiz ohne Titel.</p></div><time datetime="2020-03-04">4.3.</time></div></main>
      <aside><article class="h-entry"><h3>Werbung</h3><div class="e-content">Kauf mich</div></article></aside>
      <section class="comments"><article><h3>Ole</h3>Moin</article></section>`)
    expect(told(items)).toEqual([
      'skipped',
      'Eins: published: Text eins.',
      'Zwei: published: Text zwei.',
      'Eine Notiz ohne Titel.: draft: Eine Notiz ohne Titel.',
    ])
    expect(items.map(({ sourceId }) => sourceId)).toEqual(['blog.html', 'blog.html#1', 'blog.html#2', 'blog.html#3'])
    expect(items[1]).toMatchObject({ slug: 'eins', oldAddresses: ['/2020/eins/'] })
    expect(items[2]).toMatchObject({ slug: null, oldAddresses: [], publishedAt: '2020-02-03T03:05:06.000Z' })
  })

  test('articles without microformats count if each has a heading; one text with cards around it stays one', async () => {
    expect(
      told(await read('<article><h2>A</h2><p>Eins</p></article><article><h2>B</h2><p>Zwei</p></article>')),
    ).toEqual(['skipped', 'A: draft: Eins', 'B: draft: Zwei'])
    const one = await read(
      '<main><article><h1>Der Text</h1><p>Worte.</p></article></main><article><h3>Auch schön</h3></article><article><h3>Und das</h3></article>',
    )
    expect(told(one)).toEqual(['Der Text: draft: Worte.'])
    const marked = await read(
      '<article><h1>Der Text</h1><div class="entry-content"><p>Worte.</p></div></article><article><h3>Auch schön</h3><p>Anfang …</p></article>',
    )
    expect(told(marked)).toEqual(['Der Text: draft: Worte.'])
    expect(marked[0].reasons.join(' ')).toContain('sie kommen nicht mit: „Auch schön“.')
    const cited =
      '<h1>Lesezeichen</h1><p class="h-cite">Fremd <time class="dt-published" datetime="2020-01-01">x</time></p>'
    expect(told(await read(cited))[0]).not.toContain('published')
    // A list of links with dates has no articles.
    const list = Array.from(
      { length: 3 },
      (_, n) => `<li>Nr ${n} <time datetime="2020-01-0${n + 1}">x</time></li>`,
    ).join('')
    expect(told(await read(`<h1>Liste</h1><ul>${list}</ul>`))[0]).toMatch(/^Liste: draft/)
  })

  test('texts marked by WordPress as not public are drafts, and content beside the entries is reported', async () => {
    const entry = (name: string, classes: string) =>
      `<article class="post type-post ${classes} hentry"><h2 class="entry-title">${name}</h2><time class="published" datetime="2020-01-02T03:04:05Z">2.1.</time><div class="entry-content"><p>${name}.</p></div></article>`
    const states = [
      'status-publish',
      'status-private',
      'status-draft post-7',
      'status-archiv',
      'post-password-required',
    ]
    const items = await read(
      `<nav>Menü</nav><p>Willkommen auf <b>unserem</b> Blog.</p>${states.map((state, index) => entry(`T${index}`, state)).join('')}<p>Ende</p>`,
    )
    expect(told(items)).toEqual([
      'skipped',
      'T0: published: T0.',
      'T1: draft: T1.',
      'T2: draft: T2.',
      'T3: draft: T3.',
      'T4: draft: T4.',
    ])
    expect(items[0].reasons[0]).toContain(
      'Was außerhalb davon steht, kommt nicht mit: „Willkommen auf unserem Blog. Ende“.',
    )
    expect(items.slice(2).map(({ reasons }) => reasons[0])).toEqual([
      'War privat und wird Entwurf.',
      'War ein Entwurf und bleibt einer.',
      'Hatte den Status „archiv“ und wird Entwurf.',
      'War mit einem Passwort geschützt und wird Entwurf.',
    ])
    const [alone] = await read(`<main>${entry('Allein', 'status-private')}</main>`)
    expect(alone).toMatchObject({ status: 'draft', publishedAt: null, reasons: ['War privat und wird Entwurf.'] })
  })

  test('a list of texts that have their own pages in the source duplicates none of them', async () => {
    const items = await read(
      '<article><h2><a href="eins.html">Eins</a></h2><p>Anfang …</p></article><article><h2><a href="/zwei/">Zwei</a></h2><p>Anfang …</p></article>',
      {
        'eins.html': '<html><body><h1>Eins</h1><p>Ganz.</p></body></html>',
        'zwei/index.html': '<html><body><h1>Zwei</h1><p>Ganz.</p></body></html>',
      },
    )
    expect(told(items)).toEqual(['skipped', 'skipped', 'skipped', 'Eins: draft: Ganz.', 'Zwei: draft: Ganz.'])
  })
})

test('[RUL-53] from an export of Substack only public posts are public; lists of subscribers are never imported', async () => {
  const files = {
    'x/posts.csv':
      'post_id,post_date,is_published,email_sent_at,type,audience,title,subtitle\r\n' +
      '101.eins,2023-05-03T07:00:00.000Z,true,,newsletter,everyone,"Eins: ""Hallo"", Welt","Wie\nalles begann"\r\n' +
      '102.zwei,2023-06-03T07:00:00.000Z,true,,newsletter,only_paid,Zwei,\r\n103.drei,,false,,newsletter,everyone,Drei,\r\n104.vier,2023-06-03T07:00:00.000Z,true,,newsletter,,Vier,',
    'x/posts/101.eins.html':
      '<p>Text <em>eins</em>.</p><p class="button-wrapper"><a class="button" href="%%checkout_url%%">Abo</a></p><div class="subscription-widget-wrap"><form>Danke</form></div>',
    'x/posts/102.zwei.html': '<p>Geheim <time datetime="2023-06-03">heute</time></p>',
    'x/posts/103.drei.html': '<p>Halb.</p>',
    'x/posts/104.vier.html': '<p>Wer durfte das lesen?</p>',
    'x/posts/105.ohne.html': '<p>Ohne Zeile <time datetime="2023-06-03">heute</time></p>',
    'x/posts/101.delivers.csv': 'post_id,email\n101,ada@privat.example',
    'x/email_list.example.csv': 'email\nada@privat.example',
  }
  const items = (await itemsOf(substackReader, files)) as any[]
  expect(items.map(({ title, status, skip }) => (skip ? 'skipped' : `${title}: ${status}`))).toEqual([
    'Eins: "Hallo", Welt: published',
    'Zwei: draft',
    'Drei: draft',
    'Vier: draft',
    'ohne: draft',
    ...Array.from({ length: 3 }, () => 'skipped'),
  ])
  expect(new Set(items.map(({ sourceId }) => sourceId))).toEqual(new Set(Object.keys(files)))
  expect(items[0]).toMatchObject({
    body: 'Text *eins*.\n',
    excerpt: 'Wie alles begann',
    slug: 'eins',
    oldAddresses: ['/p/eins'],
  })
})

test('[RUL-53] a table of Substack may have long cells and texts without a file, which are reported', async () => {
  const long = 'x""y,\n'.repeat(1_500_000)
  const items = (await itemsOf(substackReader, {
    'posts.csv': `post_id,post_date,is_published,type,audience,title,subtitle\n101.eins,2023-05-03T07:00:00.000Z,true,newsletter,everyone,Ein "Wort","${long}"\n102.fehlt,2023-05-04T07:00:00.000Z,true,newsletter,everyone,Fehlt,\n\n`,
    'posts/101.eins.html': '<p>Text.</p>',
  })) as any[]
  expect(items[0]).toMatchObject({ title: 'Ein "Wort"', status: 'published' })
  expect(items[1]).toMatchObject({
    sourceId: 'posts/102.fehlt.html',
    title: 'Fehlt',
    skip: true,
    reasons: ['Der Text steht in der Liste von Substack, seine Datei fehlt im Archiv.'],
  })
})
