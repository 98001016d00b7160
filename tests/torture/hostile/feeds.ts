import { gzipSync } from 'node:zlib'
import { type Growing, type Probe, randomly, repeated } from './probe.ts'
import { call, send, type World } from './world.ts'

const RSS = '<?xml version="1.0"?><rss version="2.0"><channel><title>t</title>'
const END = '</channel></rss>'
const ITEM = `${RSS}<item><guid>1</guid><title>t</title><description>`
const ITEM_END = `</description></item>${END}`
const JSON_FEED = '{"version":"https://jsonfeed.org/version/1.1","title":"t","items":['

const KNOWN: Growing[] = [
  repeated('closed comments', '<!---->', RSS, '<x/>'),
  repeated('closed comments alone', '<!---->', '', '<x/>'),
  repeated('open comments', '<!--', RSS),
  repeated('open titles', '<title ', RSS),
  repeated('titles', '<title>', RSS),
  repeated('open scripts in a description', '<script', ITEM, ITEM_END),
  repeated('open breaks in a description', '<br ', ITEM, ITEM_END),
  repeated('escaped paragraphs', '&lt;p ', ITEM, ITEM_END),
  repeated('doubly escaped', '&amp;lt;br&amp;gt;', ITEM, ITEM_END),
  repeated('open paragraphs in a title', '<p ', `${RSS}<item><title>`, `</title></item>${END}`),
  repeated('open items', '<item>', RSS),
  repeated('closing items', '</item>', RSS),
  repeated('items', '<item><guid>{n}</guid><title>t {n}</title><link>http://blog.example/{n}</link></item>', RSS, END),
  repeated('items without anything', '<item></item>', RSS, END),
  repeated(
    'attributes of the root',
    'a{n}="b" ',
    '<rss version="2.0" ',
    `><channel><item><title>t</title></item>${END}`,
  ),
  repeated('namespaces', 'xmlns:a{n}="urn:{n}" ', '<rss ', `><channel><item><title>t</title></item>${END}`),
  repeated('one attribute without an end', 'x', '<rss version="2.0" a="'),
  repeated('open CDATA', '<![CDATA[', ITEM),
  repeated('empty CDATA', '<![CDATA[]]>', ITEM, ITEM_END),
  repeated('ends of CDATA', ']]>', ITEM, ITEM_END),
  repeated('ampersands', '&', ITEM, ITEM_END),
  repeated('entities', '&amp;&#x41;&nbsp;&unbekannt;', ITEM, ITEM_END),
  repeated('a number as entity', '1', `${ITEM}&#`, `;${ITEM_END}`),
  repeated('entities of the document', '<!ENTITY e{n} "{n}">', '<!DOCTYPE rss [', `]>${ITEM}&e1;${ITEM_END}`),
  repeated(
    'entities of entities',
    '<!ENTITY a{n}b "&a{n};&a{n};">',
    '<!DOCTYPE rss [<!ENTITY a0 "aaaaaaaaaa">',
    `]>${ITEM}&a0b;${ITEM_END}`,
  ),
  repeated('open document types', '<!DOCTYPE [', ''),
  repeated('nesting', '<a>', ITEM, ITEM_END),
  repeated('nesting in Atom', '<div>', '<feed xmlns="http://www.w3.org/2005/Atom"><entry><content type="xhtml">'),
  repeated('processing instructions', '<?x', RSS),
  repeated('angle brackets', '<', ITEM, ITEM_END),
  repeated('closing angle brackets', '>', ITEM, ITEM_END),
  repeated('quotes', '"\'', `${RSS}<item a=`, ITEM_END),
  repeated('white space', ' ', `${RSS}<item><title`, `>t</title></item>${END}`),
  repeated('white space in a tag end', '\n', `${ITEM}</`, ITEM_END),
  repeated('digits of a date', '1', `${RSS}<item><guid>1</guid><pubDate>`, `</pubDate></item>${END}`),
  repeated('steps of a link', '/..', `${RSS}<item><link>http://blog.example`, `</link></item>${END}`),
  repeated('letters of a charset', 'x', '<?xml version="1.0" encoding="', `"?>${ITEM}${ITEM_END}`),
  repeated('nested JSON', '[', JSON_FEED),
  repeated('nested JSON objects', '{"items":[', ''),
  repeated('entries of a JSON feed', '{"id":"{n}","title":"t","content_html":"<p>x"},', JSON_FEED, '{"id":"x"}]}'),
  repeated('keys of a JSON feed', '"k{n}":1,', `${JSON_FEED}{"id":"1",`, '"title":"t"}]}'),
  repeated('open links of a page', '<link ', '<!doctype html><html><head>'),
  repeated(
    'links of a page',
    '<link rel="alternate" type="application/rss+xml" href="/f{n}">',
    '<!doctype html><html><head>',
  ),
  repeated('lines of text', 'x\n', ''),
]

const TOKENS = [
  ...['<', '>', '/', '&', ';', '"', "'", ' ', '\n', '=', '#', '!', '--', '?', '[', ']', 'x', 'ä', '{n}'],
  ...['<!--', '-->', '<![CDATA[', ']]>', '<item>', '</item>', '<title', '<title>', '</title>', '<p ', '<br/>', '</p>'],
  ...[
    '<script',
    '</script>',
    '<link ',
    '<description>',
    '</description>',
    '<rss',
    '<rss>',
    '<feed>',
    '<entry>',
    '<x/>',
  ],
  ...[
    '&amp;',
    '&#',
    '&#x',
    '&lt;',
    '&gt;',
    '<!DOCTYPE',
    '<!ENTITY a "b">',
    '<?xml',
    '?>',
    ' a="b"',
    ' xmlns:a="b"',
    '</',
  ],
]

/** Feeds and pages as a foreign server may send them, fetched by an editor's import. */
export function feedProbes(random: () => number, randomOnes: number): Probe[] {
  const fresh = Array.from({ length: randomOnes }, () => {
    const tail = randomly('random', TOKENS, random)
    const before = random() < 0.5 ? ITEM : RSS
    return { ...tail, input: `${before} ${tail.input}`, of: (size: number) => before + tail.of(size) }
  })
  return [
    ...[...KNOWN, ...fresh].map((text) => probe(text.kind, text.input, (size) => ({ body: text.of(size) }))),
    probe('a page of HTML', '<p class=x>…</p> as text/html', (size) => ({
      body: `<!doctype html><html><head><title>t</title></head><body>${'<p class=x>…</p>'.repeat(size / 16)}`,
      headers: { 'content-type': 'text/html' },
    })),
    probe('bytes of no charset', 'bytes 0x80–0xff by the seed', (size) => ({
      body: Buffer.concat([
        Buffer.from(ITEM),
        Uint8Array.from({ length: size }, () => 128 + Math.floor(random() * 128)),
      ]),
    })),
    probe('UTF-16 without a mark', 'UTF-16LE letters', (size) => ({
      body: Buffer.from(ITEM + 'ä'.repeat(size / 2), 'utf16le'),
    })),
    probe('zeros, compressed', 'gzip of so many KiB of zeros', (size) => ({
      body: gzipSync(Buffer.alloc(size * 64)),
      headers: { 'content-encoding': 'gzip' },
    })),
    probe('a feed compressed many times over', 'gzip of gzip …', (size) => ({
      body: Array.from({ length: 5 }).reduce<Buffer>((bytes) => gzipSync(bytes), Buffer.alloc(size * 16, '<item>')),
      headers: { 'content-encoding': 'gzip, gzip, gzip, gzip, gzip' },
    })),
  ]
}

function probe(
  kind: string,
  input: string,
  served: (size: number) => { body: string | Uint8Array; headers?: Record<string, string> },
): Probe {
  return {
    kind: `feed: ${kind}`,
    from: 4096,
    to: 4 * 2 ** 20,
    input,
    send: async (world, size) => {
      const { body, headers } = served(size)
      return importFeed(world, body, headers)
    },
  }
}

async function importFeed(world: World, body: string | Uint8Array, headers: Record<string, string> = {}) {
  const url = world.peer.serve({ body, headers: { 'content-type': 'application/rss+xml', ...headers } })
  const { id } = await call(world, 'POST', '/api/feeds', { url: `${url}?${world.next()}` })
  const answer = await send(world, {
    method: 'POST',
    path: '/functions/v1/import-rss-feed',
    token: world.token,
    body: JSON.stringify({ feedId: id }),
  })
  const list = await send(world, { path: '/api/inbox?limit=5', token: world.token })
  const gone = await send(world, { method: 'DELETE', path: `/api/feeds/${id}`, token: world.token })
  return [answer, list, gone]
}
