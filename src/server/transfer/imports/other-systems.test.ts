import { zipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { wordFile } from '../../../../tests/support/word-file.ts'
import { wxr } from '../../../../tests/support/wxr.ts'
import { readConfig } from '../../config.ts'
import { openFiles } from '../../files/store/open.ts'
import { fetchRemote } from '../../platform/fetch-remote.ts'
import { createLog } from '../../platform/log.ts'
import { workOnImports } from './run-import.service.ts'

let app: TestApp
let owner: TestAccount
let png: Uint8Array
let other: Uint8Array

const picture = (color: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: color } })
    .png()
    .toBuffer()

beforeAll(async () => {
  ;[png, other] = await Promise.all([picture('#246'), picture('#642')])
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const zipped = (files: Record<string, string | Uint8Array>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, content]) => [path, Buffer.from(content as string)])))

/** The import after all possible work. */
const worked = async (id: string) => {
  const config = readConfig({ DATA_DIR: app.dataDir, SECRET_KEY: 'x'.repeat(40) })
  const files = await openFiles(config)
  await workOnImports({ config, db: app.db, files, log: createLog('silent'), clock: () => new Date(), fetchRemote })
  return (await owner.call('GET', `/api/imports/${id}?limit=200`)).body
}
const imported = async (name: string, bytes: Uint8Array | string, dryRun = false) => {
  const form = new FormData()
  form.append('file', new Blob([bytes as BlobPart]), name)
  form.append('dry_run', String(dryRun))
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const response = await fetch(`${app.url}/api/imports`, { method: 'POST', headers, body: form })
  expect(response.status).toBe(201)
  return worked(((await response.json()) as { id: string }).id)
}
const itemIn = (run: any, id: string, kind?: string) =>
  run.items.find((item: any) => item.source_id === id && (kind === undefined || item.kind === kind))
const recordOf = async (run: any, id: string) => {
  const { record } = itemIn(run, id)
  return (await owner.call('GET', `/api/${record.noun}/${record.id}`)).body
}
const redirectOf = async (path: string) => {
  const response = await fetch(`${app.url}${path}`, { redirect: 'manual' })
  return [response.status, response.headers.get('location')]
}

const GHOST = {
  posts: [
    {
      id: 'g1',
      title: 'Am See',
      slug: 'am-see-ghost',
      status: 'published',
      published_at: '2021-03-04T05:06:07.000Z',
      html: '<h2>Kapitel</h2><p>Wort <b>fett</b></p><figure class="kg-card kg-image-card"><img src="__GHOST_URL__/content/images/see.png" alt="See"><figcaption>Der See</figcaption></figure>',
      feature_image: '__GHOST_URL__/content/images/see.png',
    },
    {
      id: 'g2',
      title: 'Nur wir',
      slug: 'nur-wir',
      status: 'published',
      published_at: '2021-03-05T05:06:07.000Z',
      visibility: 'paid',
      html: '<p>x</p>',
    },
    {
      id: 'g3',
      title: 'Wer wir sind',
      slug: 'wer-wir-sind',
      type: 'page',
      status: 'published',
      published_at: '2021-01-01T00:00:00.000Z',
      html: '<p>Wir.</p>',
    },
  ],
  tags: [
    { id: 't1', name: 'Wasser', slug: 'wasser' },
    { id: 't2', name: '#intern', slug: 'hash-intern', visibility: 'internal' },
  ],
  posts_tags: [{ post_id: 'g1', tag_id: 't1', sort_order: 0 }],
  users: [{ id: 'u1', name: 'Ada Lovelace', slug: 'ada' }],
  posts_authors: [{ post_id: 'g1', author_id: 'u1', sort_order: 0 }],
  members: [{ id: 'm1', email: 'leser@example.org' }],
}
const ghostZip = (data = GHOST) =>
  zipped({
    'alt.ghost.2024.json': JSON.stringify({ db: [{ meta: { version: '5.80' }, data }] }),
    'content/images/see.png': png,
  })

describe('an export of Ghost', () => {
  test('[MOVE-2] [RUL-53] a dry run, then an import with pictures, addresses and people; a second run changes nothing', async () => {
    const dry = await imported('alt.zip', ghostZip(), true)
    expect(dry).toMatchObject({ state: 'finished', dry_run: true, format: 'Ghost' })
    expect(dry.counts.failed).toBe(0)
    expect((await owner.call('GET', '/api/articles?q=See')).body.items).toEqual([])

    await owner.call('POST', `/api/imports/${dry.id}/start`)
    const run = await worked(dry.id)
    expect(run).toMatchObject({ state: 'finished', dry_run: false })
    const article = await recordOf(run, 'g1')
    expect(article).toMatchObject({
      title: 'Am See',
      slug: 'am-see-ghost',
      status: 'published',
      published_at: '2021-03-04T05:06:07.000Z',
      byline: 'Ada Lovelace',
    })
    expect(article.tags.map(({ name }: { name: string }) => name)).toEqual(['Wasser'])
    const [, address] = /!\[See\]\((\S+) "Der See"\)/.exec(article.content_markdown) ?? []
    expect(article.content_markdown).toContain('## Kapitel\n\nWort **fett**')
    expect((await fetch(new URL(address!, app.url))).status).toBe(200)
    expect(article.cover_image_url ?? article.cover_image).toBe(address)
    expect(itemIn(run, 'g2')).toMatchObject({
      outcome: 'created',
      reason: expect.stringContaining('nur für Mitglieder'),
    })
    expect((await recordOf(run, 'g2')).status).toBe('draft')
    expect(itemIn(run, 'g3')).toMatchObject({ kind: 'page', outcome: 'created' })
    expect(itemIn(run, 'm1')).toMatchObject({
      kind: 'member',
      outcome: 'skipped',
      reason: 'Mitglieder kommen nicht mit.',
    })
    expect(itemIn(run, 'hash-intern')).toMatchObject({ kind: 'tag', outcome: 'skipped' })
    expect(await redirectOf('/am-see-ghost/')).toEqual([301, '/article/am-see-ghost'])
    expect(await redirectOf('/rss/')).toEqual([301, '/feed.xml'])

    const again = await imported('alt.zip', ghostZip())
    expect(again.counts).toMatchObject({ created: 0, updated: 0, failed: 0 })
    expect((await owner.call('POST', `/api/imports/${run.id}/undo`)).status).toBe(200)
    await worked(run.id)
    expect((await owner.call('GET', '/api/articles?q=See')).body.items).toEqual([])
  })
})

describe('[MOVE-3] [RUL-53]', () => {
  test('a zip of markdown: dates by its configuration, pictures beside texts, links between them, old addresses', async () => {
    const files = {
      'blog/hugo.toml':
        "baseURL = 'https://alt.example/'\ntimeZone = 'America/New_York'\n[permalinks]\npost = '/:year/:slug/'\n",
      'blog/content/post/gipfel/index.md':
        '---\ntitle: Der Gipfel\ndate: 2019-05-03\nslug: der-gipfel\ntags: [Berge]\ncategories: [Reise, Alpen]\nauthor: Karl\ncover: gipfel.png\n---\n![Gipfel](gipfel.png)\n\n{{< youtube dQw4w9WgXcQ >}}\n\n[weiter]({{< ref "tal.md" >}}) {{< karte >}}\n',
      'blog/content/post/gipfel/gipfel.png': other,
      'blog/content/post/tal.md':
        '+++\ntitle = "Das Tal"\ndate = 2020-01-02T03:04:05Z\naliases = ["/alt/tal.html"]\n+++\nText *hier*.\n',
      'blog/content/ueber-uns.md': '---\ntitle: Wer wir waren\n---\nWir.\n',
      'blog/static/plan.pdf': 'x',
    }
    const run = await imported('blog.zip', zipped(files))
    expect(run).toMatchObject({ state: 'finished', format: 'Markdown' })
    const article = await recordOf(run, 'blog/content/post/gipfel/index.md')
    expect(article).toMatchObject({
      slug: 'der-gipfel',
      published_at: '2019-05-03T04:00:00.000Z',
      byline: 'Karl',
      category: { name: 'Reise' },
    })
    expect(article.tags.map(({ name }: { name: string }) => name).sort()).toEqual(['Alpen', 'Berge'])
    expect(article.content_markdown).toMatch(
      /!\[Gipfel\]\(\/\S+\)\n\n+<https:\/\/www\.youtube\.com\/watch\?v=dQw4w9WgXcQ>/,
    )
    expect(itemIn(run, 'blog/content/post/gipfel/index.md').reason).toContain(
      'Der Shortcode „karte“ wurde weggelassen.',
    )
    expect((await recordOf(run, 'blog/content/post/tal.md')).content_markdown).toBe('Text *hier*.\n')
    expect(itemIn(run, 'blog/content/ueber-uns.md')).toMatchObject({ kind: 'page', outcome: 'created' })
    expect(itemIn(run, 'blog/static/plan.pdf')).toMatchObject({
      outcome: 'skipped',
      reason: expect.stringContaining('Nur Bilder'),
    })
    expect(await redirectOf('/2019/der-gipfel/')).toEqual([301, '/article/der-gipfel'])
    expect((await redirectOf('/alt/tal.html'))[0]).toBe(301)
    expect((await imported('blog.zip', zipped(files))).counts).toMatchObject({ created: 0, updated: 0, failed: 0 })
  })

  test('a Word document with its picture', async () => {
    const run = await imported('Brief.docx', wordFile({ title: 'Ein Brief', picture: png }))
    expect(run).toMatchObject({ state: 'finished', format: 'Word' })
    const article = await recordOf(run, 'Brief.docx')
    expect(article).toMatchObject({ title: 'Ein Brief', status: 'draft' })
    expect(article.content_markdown).toMatch(/^Ein \*\*fettes\*\* Wort\[\^1\]\.\n\n!\[See\]\(\/\S+\)\n/)
  })

  test('an HTML page, and the feed of a blog', async () => {
    const page =
      '<!doctype html><html><head><title>Alte Seite</title><meta property="article:published_time" content="2018-01-02T03:04:05Z"><link rel="canonical" href="https://alt.example/seiten/alte-seite.html"></head><body><nav>Menü</nav><article><h1>Alte Seite</h1><p>Text <em>hier</em>.</p></article></body></html>'
    const run = await imported('alte-seite.html', page)
    expect(run).toMatchObject({ state: 'finished', format: 'HTML' })
    expect(await recordOf(run, 'alte-seite.html')).toMatchObject({
      title: 'Alte Seite',
      status: 'published',
      content_markdown: 'Text *hier*.\n',
    })
    expect((await redirectOf('/seiten/alte-seite.html'))[0]).toBe(301)

    const feed =
      '<?xml version="1.0"?><rss version="2.0"><channel><title>Blog</title><item><title>Aus dem Feed</title><link>https://alt.example/2017/feed/</link><guid>https://alt.example/2017/feed/</guid><category>Netz</category><pubDate>Tue, 03 Jan 2017 10:00:00 +0100</pubDate><description>&lt;p&gt;Ganzer Text.&lt;/p&gt;</description></item></channel></rss>'
    const fed = await imported('feed.xml', feed)
    expect(fed).toMatchObject({ state: 'finished', format: 'Feed' })
    expect(await recordOf(fed, 'https://alt.example/2017/feed/')).toMatchObject({
      published_at: '2017-01-03T09:00:00.000Z',
      content_markdown: 'Ganzer Text.\n',
      category: { name: 'Netz' },
    })
  })

  test('a damaged source changes nothing and gives the reason', async () => {
    for (const [name, bytes] of Object.entries({
      'Brief.docx': zipped({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document>' }),
      'leer.zip': zipped({ 'bild.txt': 'x' }),
    })) {
      const run = await imported(name, bytes)
      expect(run, name).toMatchObject({ state: 'failed', items: [], reason: expect.stringMatching(/\.$/) })
    }
  })
})

test('[MOVE-1] links to a text with capitals in its address lead to it, also in a second run', async () => {
  const files = zipped({
    'config.toml': 'baseURL = "https://alt.example/"\n[permalinks]\n  post = "/:year/:slug/"\n',
    'content/post/a.md': '---\ntitle: A\ndate: 2021-01-02\n---\nSiehe [B](/2021/grosser-name/).\n',
    'content/post/b.md': '---\ntitle: B\nslug: Grosser-Name\ndate: 2021-01-03\n---\nText\n',
  })
  const run = await imported('grosse-namen.zip', files)
  expect((await recordOf(run, 'content/post/a.md')).content_markdown).toBe('Siehe [B](/article/grosser-name).\n')
  expect(itemIn(run, 'content/post/b.md').reason).toBeNull()
  expect((await imported('grosse-namen.zip', files)).counts).toMatchObject({ created: 0, updated: 0 })
})

test('[MOVE-1] an unreachable host is not tried for each of its pictures', async () => {
  const addresses = Array.from({ length: 12 }, (_, n) => `http://weg.invalid/${n}.png`)
  const files = zipped({
    'config.toml': 'baseURL = "https://alt.example/"\n',
    'content/post/a.md': `---\ntitle: Alte Bilder\ndate: 2021-01-02\n---\n${addresses.map((address) => `![](${address})\n\n`).join('')}`,
  })
  const run = await imported('stumm.zip', files)
  const reasons = addresses.map((address) => itemIn(run, address, 'media').reason)
  expect(reasons.filter((reason) => reason.includes('gibt es nicht'))).toHaveLength(8)
  expect(reasons.filter((reason) => reason.includes('„weg.invalid“ hat 8-mal nicht geantwortet'))).toHaveLength(4)
  expect((await recordOf(run, 'content/post/a.md')).content_markdown).toContain(addresses[11])
})

test('[MOVE-1] a text without WordPress’ dates has that of its feed, or the day of its first import', async () => {
  const item = (id: number, more: string, attributes = '') =>
    `<item${attributes}><title>Nur ${id}</title><link>/blog/nur-${id}.html</link><content:encoded><![CDATA[<p>Text.</p>]]></content:encoded>
      <wp:post_id>${id}</wp:post_id><wp:post_name>nur-${id}</wp:post_name><wp:post_type>post</wp:post_type><wp:status>publish</wp:status>${more}</item>`
  const file = `<?xml version="1.0"?><rss xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel>
    <title>Blog</title><link>https://alt.example</link><wp:wxr_version>1.2</wp:wxr_version>
    ${item(9101, '<pubDate>Fri, 07 Jun 2013 03:00:44 +0200</pubDate>')}
    ${item(9102, '<pubDate>Wed, 30 Nov -0001 00:00:00 +0000</pubDate>', '\n xmlns:x="https://x.example/"')}</channel></rss>`
  const first = await imported('feed-only.xml', file)
  expect((await recordOf(first, '9101')).published_at).toBe('2013-06-07T01:00:44.000Z')
  expect((await redirectOf('/blog/nur-9101.html'))[0]).toBe(301)
  const came = await recordOf(first, '9102')
  expect(itemIn(first, '9102').reason).toContain('Hatte kein Datum')
  const again = await imported('feed-only.xml', file)
  expect(again.counts).toMatchObject({ created: 0, updated: 0 })
  expect((await recordOf(again, '9102')).published_at).toBe(came.published_at)
})

test('[MOVE-1] Unicode separators in a text truncate nothing', async () => {
  const files = zipped({
    'zeilen.md': '---\ntitle: Zeilen\ndate: 2021-01-02\n---\nVor\u2028nach, Absatz\u2029neu, \u0085 und \uFEFF.\n',
  })
  const run = await imported('zeilen.zip', files)
  expect(run).toMatchObject({ state: 'finished', counts: { failed: 0 } })
  expect((await recordOf(run, 'zeilen.md')).content_markdown).toContain('Vor\u2028nach, Absatz\u2029neu')
})

test('[MOVE-3] [RUL-53] an archive of several formats is imported completely, a second run changes nothing, and each export alone is recognised', async () => {
  const wordpress = `<?xml version="1.0"?><rss xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel>
    <title>Alt</title><link>https://mix.example</link><wp:wxr_version>1.2</wp:wxr_version><item><title>Aus WordPress</title><link>https://mix.example/aus-wordpress/</link>
    <content:encoded><![CDATA[<p>Text.</p>]]></content:encoded><wp:post_id>7</wp:post_id><wp:post_date_gmt>2015-01-02 03:04:05</wp:post_date_gmt>
    <wp:post_name>aus-wordpress</wp:post_name><wp:post_type>post</wp:post_type><wp:status>publish</wp:status></item></channel></rss>`
  const files = zipped({
    'notizen.md': '---\ntitle: Aus Notizen\ndate: 2021-01-02\n---\n![Bild](bild.png)\n',
    'bild.png': png,
    'wordpress.xml': wordpress,
    'ghost.json': JSON.stringify({
      db: [{ meta: {}, data: { ...GHOST, posts: [{ ...GHOST.posts[1], id: '7', slug: 'mix' }], members: [] } }],
    }),
    'liste.csv': 'a;b\n',
  })
  const run = await imported('gemischt.zip', files)
  expect(run).toMatchObject({ state: 'finished', format: 'WordPress, Ghost, Markdown', counts: { failed: 0 } })
  expect(await recordOf(run, '7')).toMatchObject({ title: 'Aus WordPress', status: 'published' })
  expect(await recordOf(run, '7#2')).toMatchObject({ title: 'Nur wir', status: 'draft' })
  expect((await recordOf(run, 'notizen.md')).content_markdown).toMatch(/^!\[Bild\]\(\//)
  expect(itemIn(run, 'liste.csv')).toMatchObject({ outcome: 'skipped', reason: expect.stringContaining('Tabelle') })
  expect((await imported('gemischt.zip', files)).counts).toMatchObject({ created: 0, updated: 0, failed: 0 })
  expect((await imported('wordpress.xml', wordpress)).counts).toMatchObject({ created: 0, updated: 0, failed: 0 })
})

test('[RUL-53] an export of Blogger publishes only its posts and pages', async () => {
  const entry = (
    id: string,
    kind: string,
    more = '',
  ) => `<entry><id>tag:blogger.com,1999:blog-99.${id}</id><published>2014-03-04T20:15:00Z</published>
    <category scheme='http://schemas.google.com/g/2005#kind' term='http://schemas.google.com/blogger/2008/kind#${kind}'/><title>Blogger ${id}</title><content type='html'>ada@privat.example</content>${more}</entry>`
  const run = await imported(
    'blogger.xml',
    `<feed xmlns='http://www.w3.org/2005/Atom'>${entry('a', 'template')}${entry('b', 'settings')}${entry('c', 'comment')}${entry('d', 'post', "<app:control xmlns:app='http://purl.org/atom/app#'><app:draft>yes</app:draft></app:control>")}${entry('e', 'post')}${entry('f', 'page')}</feed>`,
  )
  expect(run).toMatchObject({ state: 'finished', format: 'Blogger' })
  const pages = await Promise.all(
    ['/', '/feed.xml', '/sitemap.xml'].map(async (path) => (await fetch(app.url + path)).text()),
  )
  expect(pages.join(' ')).toContain('Blogger e')
  for (const id of ['a', 'b', 'c', 'd']) expect(pages.join(' ')).not.toContain(`Blogger ${id}`)
  expect(run.counts).toMatchObject({ failed: 0 })
})

test('[RUL-53] a scheduled text with a past date is a draft with the same reason from every format', async () => {
  const wordpress = [
    ...wxr([{ id: 71, title: 'Plan W', slug: 'plan-w', status: 'future', gmt: '2019-01-02 08:00:00' }]),
  ]
  const at = '2019-01-02T08:00:00.000Z'
  const ghost = {
    id: 'plan-g',
    title: 'Plan G',
    slug: 'plan-g',
    status: 'scheduled',
    published_at: at,
    html: '<p>x</p>',
  }
  const blogger = `<feed xmlns='http://www.w3.org/2005/Atom' xmlns:blogger='http://schemas.google.com/blogger/2018'><id>tag:blogger.com,1999:blog-88</id>
    <entry><id>tag:blogger.com,1999:blog-88.post-1</id><blogger:type>POST</blogger:type><blogger:status>SCHEDULED</blogger:status>
    <title>Plan B</title><content type='html'>Text</content><published>${at}</published></entry></feed>`
  const runs = [
    await imported('plan.xml', wordpress.join('')),
    await imported('plan.zip', ghostZip({ ...GHOST, posts: [ghost] as never, posts_tags: [], posts_authors: [] })),
    await imported(
      'plan-md.zip',
      zipped({ 'plan.md': '---\ntitle: Plan M\ndate: 2019-01-02\nstatus: scheduled\n---\nText.\n' }),
    ),
    await imported('plan-b.xml', blogger),
  ]
  const items = runs.flatMap((run) => run.items).filter(({ title }: any) => title.startsWith('Plan '))
  expect(items.map(({ title }: any) => title)).toEqual(['Plan W', 'Plan G', 'Plan M', 'Plan B'])
  for (const { title, record, reason } of items) {
    const { status, published_at } = (await owner.call('GET', `/api/${record.noun}/${record.id}`)).body
    expect([title, status, published_at]).toEqual([title, 'draft', null])
    expect(reason, title).toContain('War geplant, und das Datum ist vorbei: als Entwurf übernommen.')
  }
})
