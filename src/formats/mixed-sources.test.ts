import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { sourceOf } from '../../tests/support/source-in-memory.ts'
import { wordFile } from '../../tests/support/word-file.ts'
import { sharesOf } from './readers.ts'
import type { SourceFiles } from './source/source-items.ts'
import type { StagedItem, StagedText } from '../server/transfer/imports/staged-items.ts'
import { stagedItems } from '../server/transfer/imports/staging.ts'

type Files = Record<string, string | Uint8Array>

/** The items of a source, and its detected formats. */
const read = (files: Files) => readFrom(sourceOf(files))
async function readFrom(source: SourceFiles): Promise<{ formats: string[]; items: StagedItem[] }> {
  const { shares, unread } = await sharesOf(source)
  const items: StagedItem[] = []
  const named = shares.map((share) => ({ ...share, source: `${share.reader.format} ${share.identity ?? 'quelle'}` }))
  for await (const item of stagedItems({ shares: named, unread, files: source }, { timeZone: 'Europe/Berlin' }))
    items.push(item)
  return { formats: shares.map(({ reader }) => reader.format), items }
}
const textsOf = (items: readonly StagedItem[]) =>
  items.flatMap(({ title, staged, skip }) =>
    !skip && 'markdown' in staged ? [[title, (staged as StagedText).status]] : [],
  )
const reasonOf = (items: readonly StagedItem[], id: string) =>
  items.find(({ sourceId }) => sourceId === id)?.reasons.join(' ')

const POST = '---\ntitle: Eins\ndate: 2021-01-02\n---\nText eins\n'
const WXR = `<?xml version="1.0"?><rss xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel>
  <title>Alt</title><link>https://alt.example</link><wp:wxr_version>1.2</wp:wxr_version><item><title>Aus WordPress</title>
  <link>https://alt.example/wp/</link><content:encoded><![CDATA[<p>Text.</p>]]></content:encoded><wp:post_id>7</wp:post_id>
  <wp:post_date_gmt>2015-01-02 03:04:05</wp:post_date_gmt><wp:post_name>wp</wp:post_name><wp:post_type>post</wp:post_type><wp:status>publish</wp:status></item></channel></rss>`
const GHOST = (title: string) =>
  JSON.stringify({
    db: [
      {
        meta: { version: '5.0' },
        data: {
          posts: [
            { id: '7', title, slug: 'g', status: 'published', published_at: '2016-01-02T03:04:05Z', html: '<p>x</p>' },
          ],
          tags: [],
          users: [],
        },
      },
    ],
  })

test('[MOVE-3] [RUL-53] readers share an archive, and every file of it has a report line', async () => {
  const files: Files = {
    'hugo.toml': 'baseURL = "https://alt.example/"\n',
    'content/posts/eins.md': POST,
    'content/posts/bild.png': 'x',
    'content/posts/alt.rst': 'Titel\n=====\n',
    'content/posts/liste.csv': 'a;b\n',
    'layouts/index.html': '<html><body>{{ .Content }}</body></html>',
    'public/index.html': '<html><body><article>Eins</article></body></html>',
    'public/index.xml': '<rss version="2.0"><channel><item><title>Eins</title></item></channel></rss>',
    'notizen.md': 'Eine Notiz.\n',
    'static/brief.docx': wordFile(),
    'static/kaputt.docx': 'x',
    'backup/wordpress.xml': WXR,
    'backup/ghost.json': GHOST('Aus Ghost'),
    'backup/ghost-2.json': GHOST('Aus Ghost, früher'),
    'backup/innen.zip': zipSync({ 'a.md': new Uint8Array() }),
    '.git/HEAD': 'x',
    '.git/config': 'x',
    '.trash/geheim.md': POST,
    'content/posts/.geheim.md': POST,
  }
  const { formats, items } = await read(files)
  expect(formats).toEqual(['Markdown', 'WordPress', 'Ghost', 'Ghost', 'Word'])
  // An export beside an existing blog may be an old backup: its texts are not public and have no redirects.
  expect(textsOf(items)).toEqual([
    ['Eins', 'published'],
    ['Aus WordPress', 'draft'],
    ['Aus Ghost', 'draft'],
    ['Aus Ghost, früher', 'draft'],
    ['Am See', 'draft'],
  ])
  expect(reasonOf(items, '7')).toContain('ältere Sicherung')
  expect(items.find(({ sourceId }) => sourceId === '7')).toMatchObject({ staged: { oldAddresses: [] } })
  const texts = items.filter(({ staged }) => 'markdown' in staged)
  expect(new Set(texts.map(({ staged }) => (staged as StagedText).source)).size).toBe(4)
  const containers = ['backup/wordpress.xml', 'backup/ghost.json', 'backup/ghost-2.json', '.git/HEAD', '.git/config']
  const lines = new Set(items.map(({ sourceId }) => sourceId))
  expect(Object.keys(files).filter((path) => !lines.has(path) && !containers.includes(path))).toEqual([])
  expect(reasonOf(items, '.git')).toContain('2 Dateien')
  expect(reasonOf(items, 'content/posts/alt.rst')).toContain('Markdown (.md)')
  expect(reasonOf(items, 'backup/innen.zip')).toContain('einzeln')
  expect(items.find(({ sourceId }) => sourceId === 'content/posts/bild.png')).toMatchObject({
    kind: 'media',
    skip: false,
  })
})

test('notes beside pages, Word documents and tables are each read by their format', async () => {
  const { formats, items } = await read({
    'b.md': POST,
    'a.docx': wordFile(),
    'seite.html': '<html><body><h1>Seite</h1><p>Text</p></body></html>',
    'c.txt': 'x',
    'd.odt': zipSync({ mimetype: new Uint8Array(), 'content.xml': new Uint8Array() }),
    'README.md': 'Ein Programm',
  })
  expect(formats).toEqual(['Word', 'Markdown', 'HTML'])
  expect(textsOf(items).map(([title]) => title)).toEqual(['Am See', 'Eins', 'Seite'])
  for (const path of ['c.txt', 'd.odt', 'README.md']) expect(reasonOf(items, path), path).toMatch(/\.$/)
  expect(reasonOf(items, 'd.odt')).toContain('.docx')
})

test('two blogs of one archive are both read, each with its own links and lists', async () => {
  const { items } = await read({
    'eins/hugo.toml': 'baseURL = "https://eins.example/"\n',
    'eins/content/posts/eins.md': POST,
    'zwei/_config.yml': 'url: https://zwei.example\n',
    'zwei/_posts/2020-01-02-zwei.md': '---\ntitle: Zwei\ntags: [Wasser]\n---\nText\n',
  })
  expect(textsOf(items)).toEqual([
    ['Eins', 'published'],
    ['Zwei', 'published'],
  ])
})

test('[MOVE-1] exports of two WordPress blogs are not mixed, and none is read as a feed, whatever its name', async () => {
  const other = WXR.replaceAll('alt.example', 'neu.example').replace('Aus WordPress', 'Anderswo')
  const { formats, items } = await read({ 'a.xml': WXR, 'b.xml': other })
  expect(formats).toEqual(['WordPress', 'WordPress'])
  expect(textsOf(items).map(([title]) => title)).toEqual(['Aus WordPress', 'Anderswo'])
  const draft = WXR.replace('<wp:status>publish', '<wp:status>draft')
  for (const name of ['export', 'export.txt', 'export.xml.download'])
    expect(textsOf((await read({ [name]: draft })).items), name).toEqual([['Aus WordPress', 'draft']])
})

const fault = (files: Files, name?: string) =>
  sharesOf(name === undefined ? sourceOf(files) : sourceOf(files, name)).then(
    () => 'taken',
    (error: Error) => error.message,
  )

test('unsupported sources are refused with advice', async () => {
  const gzip = Buffer.from([0x1f, 0x8b, 8, 0])
  const old = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  const helps: [string, string | Uint8Array, string][] = [
    ['blog.tar.gz', gzip, 'als gewöhnliches ZIP'],
    ['brief.doc', old, 'als .docx'],
    ['brief.rtf', '{\\rtf1 Brief}', 'als .docx'],
    ['buch.pdf', '%PDF-1.7', 'als .docx'],
    ['foto.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'unter Medien'],
    ['mt.txt', 'AUTHOR: Ada\nTITLE: A\n-----\nBODY:\nText\n-----\n', 'Adresse des Feeds'],
    ['article.txt', 'Title: A\n\n----\n\nText: B\n', 'Adresse des Feeds'],
    ['write.json', '{"username":"a","collections":[],"posts":[{"body":"x"}]}', 'Adresse des Feeds'],
    ['leer.md.txt', '', 'ist leer'],
    ['text.rst', 'Titel\n=====\n', 'als Markdown (.md)'],
    ['tabelle.csv', 'a;b', 'Wix oder Jimdo geben Sie bitte die Adresse des Feeds an'],
    ['daten.bin', 'x', 'Lesbar sind: Blog CMS, '],
  ]
  for (const [name, content, sentence] of helps)
    expect(await fault({ [name]: content }, name), name).toContain(sentence)
  expect(await fault({ mimetype: 'x', 'content.xml': '<x/>' }, 'libre.odt')).toContain('als .docx')
  expect(await fault({ 'innen/blog.zip': 'PK' })).toContain('importieren Sie „innen/blog.zip“ einzeln')
  expect(await fault({ 'Index/Document.iwa': 'x' }, 'brief.pages')).toContain('als .docx')
  expect(await fault({ 'a.png': 'x', 'b.jpg': 'y' })).toContain('unter Medien')
  expect(await fault({ 'content/1_a/article.txt': 'Title: A\n\n----\n\nText: B\n', 'content/b.png': 'x' })).toContain(
    'Kirby',
  )
})

test('[MOVE-3] a damaged export or document beside a blog is reported with the reason, and the blog imported', async () => {
  const document = wordFile()
  const damaged = zipSync({ 'word/document.xml': new TextEncoder().encode('<w:document>') })
  const blog = {
    'hugo.toml': 'baseURL = "https://alt.example/"\n',
    'content/posts/eins.md': POST,
    'content/notiz.md': 'Exporte nennen http://wordpress.org/export/1.2/ und <rss>.\n',
  }
  const { items } = await read({
    ...blog,
    'backup/alt.xml': WXR.slice(0, -200),
    'static/ganz.docx': document,
    'static/kaputt.docx': damaged,
  })
  expect(textsOf(items).map(([title]) => title)).toContain('Eins')
  expect(textsOf(items).map(([title]) => title)).toContain('Am See')
  expect(reasonOf(items, 'backup/alt.xml')).toContain('endet mitten im Text')
  expect(reasonOf(items, 'static/kaputt.docx')).toContain('beschädigt')
  const linked = { ...sourceOf(blog), links: ['content/posts/zwei.md'] }
  expect(reasonOf((await readFrom(linked)).items, 'content/posts/zwei.md')).toContain('Verknüpfung')
  await expect(read({ 'alt.xml': WXR.slice(0, -200), 'bild.png': 'x' })).rejects.toThrow('endet mitten im Text')
  expect((await read({ 'notiz.md': blog['content/notiz.md'] })).formats).toEqual(['Markdown'])
})
