import { expect, test } from 'vitest'
import { itemsOf } from '../../tests/support/source-in-memory.ts'
import { wxr } from '../../tests/support/wxr.ts'
import { decodeText } from './source/text-charset.ts'
import type { Reader } from './source/source-items.ts'
import { wordpressReader } from './wordpress/wxr-reader.ts'
import { feedReader } from './feed/feed-reader.ts'
import { ghostReader } from './ghost/ghost-reader.ts'
import { htmlReader } from './html/html-reader.ts'
import { markdownReader } from './markdown-sites/markdown-reader.ts'

const WORDS = 'Größe und Übermut kürzen die Tür am Fluß, äußerst schön'
const BODY = `${WORDS}. `.repeat(5).trim()

/** A source of each reader, and how it declares its charset, if it can. */
const SOURCES: { reader: Reader; name: string; text: (charset: string) => string }[] = [
  {
    reader: wordpressReader,
    name: 'blog.xml',
    text: (charset) =>
      [...wxr([{ id: 1, title: WORDS, content: `<p>${BODY}</p>` }])].join('').replace('UTF-8', charset),
  },
  {
    reader: feedReader,
    name: 'feed.xml',
    text: (charset) =>
      `<?xml version="1.0" encoding="${charset}"?><rss version="2.0"><channel><item><title>${WORDS}</title><description>${BODY}</description></item></channel></rss>`,
  },
  {
    reader: htmlReader,
    name: 'seite.html',
    text: (charset) =>
      `<!doctype html><html><head><meta charset="${charset}"><title>x</title></head><body><h1>${WORDS}</h1><p>${BODY}</p></body></html>`,
  },
  {
    reader: ghostReader,
    name: 'ghost.json',
    text: () =>
      JSON.stringify({ meta: {}, data: { posts: [{ id: '1', title: WORDS, html: `<p>${BODY}</p>` }], tags: [] } }),
  },
  { reader: markdownReader, name: 'text.md', text: () => `---\ntitle: ${WORDS}\n---\n\n${BODY}\n` },
]

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const utf16le = (text: string) => Buffer.from(text, 'utf16le')
const CHARSETS: [name: string, declared: string, encode: (text: string) => Buffer][] = [
  ['UTF-8', 'UTF-8', (text) => Buffer.from(text)],
  ['UTF-8 with a mark', 'UTF-8', (text) => Buffer.from(`\uFEFF${text}`)],
  ['UTF-8 that is called ISO-8859-1', 'ISO-8859-1', (text) => Buffer.from(text)],
  ['ISO-8859-1', 'ISO-8859-1', latin1],
  ['Windows-1252', 'windows-1252', latin1],
  ['ISO-8859-1 that is called UTF-8', 'UTF-8', latin1],
  ['UTF-16 with a mark', 'UTF-16', (text) => utf16le(`\uFEFF${text}`)],
  ['UTF-16 without a mark', 'UTF-16', utf16le],
  ['UTF-16 big-endian', 'UTF-16', (text) => utf16le(`\uFEFF${text}`).swap16()],
]

test('[RUL-53] a few umlauts without a declared charset are German', () => {
  for (const [bytes, text] of [
    [[0x47, 0x72, 0xf6, 0xdf, 0x65], 'Größe'],
    [[0xe4, 0xf6, 0xfc, 0xc4, 0xd6, 0xdc, 0xdf], 'äöüÄÖÜß'],
    [[0x66, 0xfc, 0x72, 0x20, 0x33, 0x20, 0x80], 'für 3 €'],
    [[0x84, 0xdc, 0x93, 0x20, 0x96, 0x20, 0xd6], '„Ü“ – Ö'],
  ] as const)
    expect(decodeText(Uint8Array.from(bytes))).toBe(text)
})

test.each(SOURCES)(
  '[RUL-53] $reader.format is read in the charset it is written in',
  async ({ reader, name, text }) => {
    for (const [charset, declared, encode] of CHARSETS) {
      const items = (await itemsOf(reader, { [name]: encode(text(declared)) })) as any[]
      const item = items.find(({ kind }) => kind === 'article')
      expect(item?.title, charset).toBe(WORDS)
      expect(item?.body, charset).toContain(BODY)
    }
  },
)
