import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseRowsOf } from '../../../../tests/support/broken-article.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { wordDocument, run } from '../../../../tests/support/word-file.ts'
import { wxr } from '../../../../tests/support/wxr.ts'
import { readConfig } from '../../config.ts'
import { openFiles } from '../../files/store/open.ts'
import { createLog } from '../../platform/log.ts'
import { workOnImports } from './run-import.service.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

/** Boundary days, each at noon in UTC, and their results. */
const TAKEN = [
  '1000-01-02',
  '1582-10-10',
  '1899-12-31',
  '1969-12-31',
  '1970-01-01',
  '2000-02-29',
  '2038-01-19',
  '9999-12-30',
]
const REFUSED = ['0001-01-01', '0099-05-05', '0999-12-31', '10000-01-01', '-000001-01-01', '2026-13-45']
const NO_DATES = ['-1', 'NaN', 'Infinity', '8e15', '-8e15', 'gestern', '99999999999999999999']

const noon = (day: string) => (/^[+-]?\d{4,6}-/.test(day) ? `${day}T12:00:00Z` : day)
const ALL = [...TAKEN, ...REFUSED, ...NO_DATES]

type Files = Record<string, string | Uint8Array>
const each = (write: (day: string, index: number) => [string, string | Uint8Array]): Files =>
  Object.fromEntries(ALL.map((day, index) => write(day, index)))
const entry = (day: string, index: number, date: string) =>
  `<entry><id>tag:${index}</id><title>Feed ${index}</title><link href="https://a.example/${index}/"/><published>${date}</published><content type="html">Text ${day}</content></entry>`

/** One source of each format, with a text for every date; its number is at the end of the title. */
const SOURCES: Record<string, () => { name: string; bytes: Uint8Array | string }> = {
  Hugo: () => ({
    name: 'hugo.zip',
    bytes: zip({
      'hugo.toml': 'baseURL = "https://h.example/"',
      ...each((day, index) => [
        `content/posts/${index}.md`,
        `---\ntitle: Hugo ${index}\ndate: ${noon(day)}\nlastmod: ${noon(day)}\n---\nText\n`,
      ]),
    }),
  }),
  Jekyll: () => ({
    name: 'jekyll.zip',
    bytes: zip({
      '_config.yml': 'title: J\ntimezone: UTC',
      ...each((day, index) => [
        `_posts/${/^\d{4}-/.test(day) ? day : '2020-01-01'}-j${index}.md`,
        `---\ntitle: Jekyll ${index}\n${/^\d{4}-/.test(day) ? '' : `date: "${noon(day)}"\n`}---\nText\n`,
      ]),
    }),
  }),
  WordPress: () => ({
    name: 'wp.xml',
    bytes: [
      ...wxr(
        ALL.map((day, index) => ({
          id: index + 1,
          title: `WordPress ${index}`,
          gmt: `${day} 12:00:00`,
          local: `${day} 13:00:00`,
        })),
      ),
    ].join(''),
  }),
  Ghost: () => ({
    name: 'ghost.json',
    bytes: JSON.stringify({
      db: [
        {
          meta: { version: '5.0.0' },
          data: {
            posts: [...ALL, 8e15, -8e15, 1e300].map((day, index) => ({
              id: `g${index}`,
              uuid: `u${index}`,
              title: `Ghost ${index}`,
              slug: `ghost-${index}`,
              html: '<p>Text</p>',
              status: 'published',
              visibility: 'public',
              type: 'post',
              published_at: typeof day === 'string' ? noon(day) : day,
              created_at: typeof day === 'string' ? noon(day) : day,
              updated_at: typeof day === 'string' ? noon(day) : day,
            })),
            tags: [],
            users: [],
            posts_tags: [],
          },
        },
      ],
    }),
  }),
  Feed: () => ({
    name: 'feed.xml',
    bytes: `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><id>f</id>${ALL.map((day, index) => entry(day, index, noon(day))).join('')}</feed>`,
  }),
  HTML: () => ({
    name: 'html.zip',
    bytes: zip(
      each((day, index) => [
        `seite-${index}.html`,
        `<html><head><meta property="article:published_time" content="${noon(day)}"></head><body><h1>HTML ${index}</h1><p>Text</p></body></html>`,
      ]),
    ),
  }),
  Word: () => ({
    name: 'word.zip',
    bytes: zip(
      each((day, index) => [
        `${index}.docx`,
        wordDocument(`<w:p>${run('Text')}</w:p>`, {
          'docProps/core.xml': `<cp:coreProperties xmlns:cp="c" xmlns:dc="d" xmlns:dcterms="t"><dc:title>Word ${index}</dc:title><dcterms:created>${noon(day)}</dcterms:created></cp:coreProperties>`,
        }),
      ]),
    ),
  }),
}

const zip = (files: Files) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, content]) => [path, Buffer.from(content as string)])))

async function imported({ name, bytes }: { name: string; bytes: Uint8Array | string }): Promise<any> {
  const form = new FormData()
  form.append('file', new Blob([bytes as BlobPart]), name)
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const { id } = (await (await fetch(`${app.url}/api/imports`, { method: 'POST', headers, body: form })).json()) as any
  const config = readConfig({ DATA_DIR: app.dataDir, SECRET_KEY: 'x'.repeat(40) })
  const files = await openFiles(config)
  const unreachable = async () => Promise.reject(new Error('nobody is asked'))
  await workOnImports({
    config,
    db: app.db,
    files,
    log: createLog('silent'),
    clock: () => new Date(),
    fetchRemote: unreachable,
  })
  return (await owner.call('GET', `/api/imports/${id}?limit=200`)).body
}

/** The number in the title of an item's record, with the record and the report. */
async function textsOf(run: any): Promise<Map<number, { article: any; reason: string }>> {
  const found = new Map<number, { article: any; reason: string }>()
  for (const { kind, record, reason } of run.items) {
    if (kind !== 'article' || record === null) continue
    const { status, body: article } = await owner.call('GET', `/api/articles/${record.id}`)
    expect(status, reason).toBe(200)
    found.set(Number(/\d+$/.exec(article.title)?.[0]), { article, reason })
  }
  return found
}

test.each(Object.keys(SOURCES))(
  '[RUL-53] %s: dates of the years 1000 to 9999 are imported, others are reported and omitted',
  async (format) => {
    const run = await imported(SOURCES[format]!())
    expect([run.state, run.counts.failed, run.reason]).toEqual(['finished', 0, null])
    const texts = await textsOf(run)
    for (const [index, day] of ALL.entries()) {
      const { article, reason } = texts.get(index) ?? {}
      expect(article, `${format} ${day}: no text`).toBeDefined()
      const instant = `${day}T12:00:00.000Z`
      if (TAKEN.includes(day)) {
        // A file name contains no time of day, and a document no publication date.
        if (format === 'Word') expect([day, article.created_at]).toEqual([day, instant])
        else if (format === 'Jekyll') expect([day, article.published_at]).toEqual([day, `${day}T00:00:00.000Z`])
        else expect([day, article.published_at]).toEqual([day, instant])
        continue
      }
      const isOfName = format === 'Jekyll' && !/^\d{4}-/.test(day)
      if (isOfName) expect([day, article.published_at]).toEqual([day, '2020-01-01T00:00:00.000Z'])
      else if (article.status === 'draft') expect([day, article.published_at]).toEqual([day, null])
      else expect(article.published_at > '2026').toBe(true)
      if (!(format === 'Jekyll' && day.startsWith('-')))
        expect(reason, `${format} ${day}`).toContain(`„${day.slice(0, 40)}`.slice(0, 6))
    }
  },
)

test('lists, records, public pages, feeds and the export handle all of them', async () => {
  for (const sort of ['created', 'updated', 'date', 'planned', 'title'])
    expect((await owner.call('GET', `/api/articles?sort=${sort}&limit=200`)).status).toBe(200)
  const paths = [
    '/api/dashboard',
    '/',
    '/archiv',
    '/archiv/1000',
    '/archiv/1000/01',
    '/archiv/1582/10',
    '/archiv/2038/01',
  ]
  for (const path of [
    ...paths,
    '/feed.xml',
    '/atom.xml',
    '/feed.json',
    '/sitemap.xml',
    '/llms.txt',
    '/api/export.zip',
    '/suche?q=Text',
  ]) {
    const answer = await fetch(`${app.url}${path}`, { headers: { authorization: `Bearer ${owner.accessToken}` } })
    await answer.arrayBuffer()
    expect([path, answer.status]).toEqual([path, path === '/archiv/2038/01' ? 404 : 200])
  }
  const { body } = await owner.call('GET', '/api/events/calendar?from=1000-01-01T00:00:00Z&to=1001-01-01T00:00:00Z')
  expect(body.articles.length).toBeGreaterThanOrEqual(5)
})

test('[RUL-53] an import whose source cannot be stored ends with its reason, instead of beginning again for ever', async () => {
  const lift = await refuseRowsOf(app.db, 'import_items')
  const run = await imported({ name: 'eins.html', bytes: '<h1>Eins</h1><p>Text</p>' })
  await lift()
  expect([run.state, run.reason]).toEqual(['failed', expect.stringContaining('auf dem Server ein Fehler')])
})

/** Names as written by people, programs and attackers. */
const NAMES = [
  'n'.repeat(5000),
  `${'Wort '.repeat(80)}Ende`,
  '\ufdfa'.repeat(60),
  'Zo\u0308e 😀 👩‍👩‍👧',
  '\u202eredro',
  'a\u0000b\ud83d',
  '../../etc/passwd',
  "=cmd|' /C calc'!A0",
  '<script>alert(1)</script>',
  '"Moin", sagte sie: [x](y) *z* `q`',
  '   ',
  'CON',
  '__proto__',
  '0',
  '1e309',
  '-9007199254740993',
]
/** XML allows no control characters. */
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('\0', '').toWellFormed()

const NAMED: Record<string, () => { name: string; bytes: Uint8Array | string }> = {
  Hugo: () => ({
    name: 'namen.zip',
    bytes: zip({
      'hugo.toml': 'baseURL = "https://n.example/"',
      ...Object.fromEntries(
        NAMES.map((name, index) => [
          `content/posts/${encodeURIComponent(name.toWellFormed()).slice(0, 80)}-${index}.md`,
          `---\ntitle: ${JSON.stringify(name)}\ntags: [${JSON.stringify(name)}]\ncategories: ${JSON.stringify([name])}\nauthor: ${JSON.stringify(name)}\ndescription: ${JSON.stringify(name)}\ncover: ${JSON.stringify(name)}\nslug: ${JSON.stringify(name)}\ndate: 2020-01-01\n---\n${name}\n`,
        ]),
      ),
    }),
  }),
  WordPress: () => ({
    name: 'namen.xml',
    bytes: [
      ...wxr(
        NAMES.map((name, index) => {
          const word = name.replaceAll('\u0000', '').toWellFormed()
          return {
            id: 900 + index,
            title: word,
            slug: word,
            excerpt: word,
            author: word,
            categories: [word],
            tags: [word],
            content: word,
          }
        }),
      ),
    ].join(''),
  }),
  Ghost: () => ({
    name: 'namen.json',
    bytes: JSON.stringify({
      db: [
        {
          meta: { version: '5.0.0' },
          data: {
            posts: NAMES.map((name, index) => ({
              id: `n${index}`,
              title: name,
              slug: name,
              html: `<p>${name}</p>`,
              status: 'published',
              visibility: 'public',
              type: 'post',
              published_at: '2020-01-01T00:00:00Z',
              custom_excerpt: name,
            })),
            tags: NAMES.map((name, index) => ({ id: `t${index}`, name, slug: name })),
            users: NAMES.map((name, index) => ({ id: `p${index}`, name, slug: name })),
            posts_tags: NAMES.map((_name, index) => ({ post_id: `n${index}`, tag_id: `t${index}` })),
            posts_authors: NAMES.map((_name, index) => ({ post_id: `n${index}`, author_id: `p${index}` })),
          },
        },
      ],
    }),
  }),
  Feed: () => ({
    name: 'namen-feed.xml',
    bytes: `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><id>n</id>${NAMES.map((name, index) => `<entry><id>n:${index}</id><title>${escaped(name)}</title><link href="https://n.example/${index}/"/><published>2020-01-01T00:00:00Z</published><author><name>${escaped(name)}</name></author><category term="${escaped(name)}"/><content type="html">${escaped(escaped(name))}x</content></entry>`).join('')}</feed>`,
  }),
  HTML: () => ({
    name: 'namen-html.zip',
    bytes: zip(
      Object.fromEntries(
        NAMES.map((name, index) => [
          `${encodeURIComponent(name.toWellFormed()).slice(0, 80)}-${index}.html`,
          `<html><head><title>${escaped(name)}</title><meta name="author" content="${escaped(name)}"><meta name="date" content="2020-01-01"></head><body><p>${escaped(name)}x</p></body></html>`,
        ]),
      ),
    ),
  }),
}

test.each(Object.keys(NAMED))('[RUL-53] %s: no name, length or character makes a text fail', async (format) => {
  const run = await imported(NAMED[format]!())
  const texts = run.items.filter(({ kind }: any) => kind === 'article')
  expect(run.items.filter(({ outcome }: any) => outcome === 'failed')).toEqual([])
  expect([run.state, run.counts.failed, texts.length]).toEqual(['finished', 0, NAMES.length])
  expect(texts.filter(({ outcome }: any) => outcome !== 'created')).toEqual([])
})

test('[RUL-54] an export of all of it can be imported without a failure', async () => {
  const answer = await fetch(`${app.url}/api/export.zip`, { headers: { authorization: `Bearer ${owner.accessToken}` } })
  const run = await imported({ name: 'blog.zip', bytes: new Uint8Array(await answer.arrayBuffer()) })
  expect(run.items.filter(({ outcome }: any) => outcome === 'failed')).toEqual([])
  expect([run.state, run.counts.failed, run.reason]).toEqual(['finished', 0, null])
  for (const query of NAMES.slice(0, 12))
    for (const path of ['/api/articles?q=', '/api/search?q=', '/suche?q=', '/api/tags?q=']) {
      const { status } = await owner.call(
        'GET',
        `${path}${encodeURIComponent(query.toWellFormed().replaceAll('\u0000', '').slice(0, 200))}`,
      )
      expect([path, query.slice(0, 20), status < 500]).toEqual([path, query.slice(0, 20), true])
    }
})
