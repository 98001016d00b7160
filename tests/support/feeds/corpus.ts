import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { encodeSingleByte, encodeUtf16, encodeUtf32 } from './encodings.ts'

/** A feed as real servers send it, and the expected import. */
export type FeedCase = {
  name: string
  status?: number
  headers?: Record<string, string>
  body: string | Buffer
  /** `hang` never responds, `cut` ends the connection in the middle of the body. */
  behaviour?: 'hang' | 'cut'
  /** New entries of the first import; a second import adds none. */
  count?: number
  /** Titles of the entries in the inbox, the feed's first on top. */
  titles?: string[]
  urls?: (string | null)[]
  /** The feed's own name. */
  feedTitle?: string
  hint?: RegExp
  /** Message of the 422 if nothing can be read. */
  fault?: RegExp
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>'
const item = (title: string, link: string, more = '') =>
  `<item><title>${title}</title><link>${link}</link><guid>${link}</guid>${more}</item>`
const rss = (items: string, { declaration = XML, root = '', head = '<title>Notizen</title>' } = {}) =>
  `${declaration}<rss version="2.0"${root}><channel>${head}<link>https://notizen.example/</link>${items}</channel></rss>`
const entry = (title: string, link: string, more = '') =>
  `<entry><id>${link}</id><title>${title}</title><link href="${link}"/><updated>2026-03-01T08:00:00Z</updated>${more}</entry>`
const atom = (entries: string, attributes = '', declaration = XML) =>
  `${declaration}<feed xmlns="http://www.w3.org/2005/Atom"${attributes}><id>urn:a</id><title>Journal</title><updated>2026-03-01T08:00:00Z</updated>${entries}</feed>`
const rdf = (items: string) =>
  `${XML}<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://rdf.example/"><title>Blätter</title><link>https://rdf.example/</link><description>d</description></channel>${items}</rdf:RDF>`
const rdfItem = (title: string, link: string) =>
  `<item rdf:about="${link}"><title>${title}</title><link>${link}</link><dc:date>2026-03-01T08:00:00Z</dc:date></item>`
const jsonFeed = (items: unknown[]) =>
  JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'Heft', items })
const at = (name: string, count: number) => Array.from({ length: count }, (_, n) => `https://${name}.example/${n + 1}`)
const UMLAUTS = 'Größere Übung für Ärzte'
const declared = (charset: string) => `<?xml version="1.0" encoding="${charset}"?>`
const three = (name: string) => at(name, 3).map((url, n) => item(`Eintrag ${n + 1}`, url))

const formats: FeedCase[] = [
  {
    name: 'rss-2',
    body: rss(three('rss2').join('')),
    count: 3,
    feedTitle: 'Notizen',
    titles: ['Eintrag 1', 'Eintrag 2', 'Eintrag 3'],
  },
  { name: 'rss-0.91', body: rss(three('rss091').join('')).replace('"2.0"', '"0.91"'), count: 3 },
  { name: 'rss-without-version', body: rss(three('rssv').join('')).replace(' version="2.0"', ''), count: 3 },
  {
    name: 'atom',
    body: atom(
      at('atom', 2)
        .map((url) => entry('Atom', url))
        .join(''),
    ),
    count: 2,
    feedTitle: 'Journal',
  },
  {
    name: 'atom-prefixed',
    body: `${XML}<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>Vorsilbe</a:title><a:entry><a:id>urn:1</a:id><a:title>Mit Vorsilbe</a:title><a:link href="https://prefix.example/1"/></a:entry></a:feed>`,
    count: 1,
    titles: ['Mit Vorsilbe'],
  },
  {
    name: 'atom-links',
    body: atom(
      entry('Links', 'https://alink.example/api').replace(
        '<link href="https://alink.example/api"/>',
        '<link rel="self" href="https://alink.example/self.xml"/><link rel="enclosure" href="https://alink.example/ton.mp3"/><link rel="alternate" type="application/json" href="https://alink.example/1.json"/><link rel="alternate" type="text/html" href="https://alink.example/1"/>',
      ),
    ),
    count: 1,
    urls: ['https://alink.example/1'],
  },
  {
    name: 'rdf',
    body: rdf(
      at('rdf', 2)
        .map((url) => rdfItem('Blatt', url))
        .join(''),
    ),
    count: 2,
    feedTitle: 'Blätter',
  },
  {
    name: 'json',
    body: jsonFeed([
      { id: '1', url: 'https://json.example/1', title: 'Heft 1' },
      { id: '2', external_url: 'https://json.example/2', content_text: 'Ohne Titel, mit Text' },
    ]),
    count: 2,
    titles: ['Heft 1', 'Ohne Titel, mit Text'],
    feedTitle: 'Heft',
  },
  {
    name: 'rss-namespaces',
    body: rss(
      `<item><dc:title>Dublin</dc:title><atom:link href="https://ns.example/1"/><content:encoded><![CDATA[<p>Text</p>]]></content:encoded></item>`,
      {
        root: ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/"',
      },
    ),
    count: 1,
    titles: ['Dublin'],
    urls: ['https://ns.example/1'],
  },
  { name: 'rss-empty', body: rss(''), count: 0 },
  { name: 'atom-empty', body: atom(''), count: 0 },
  { name: 'json-empty', body: jsonFeed([]), count: 0 },
  {
    name: 'large',
    body: rss(
      at('large', 5000)
        .map((url, n) =>
          item(
            `Nummer ${n + 1}`,
            url,
            `<pubDate>Sun, 01 Mar 2026 08:00:00 GMT</pubDate><description>Absatz ${n}</description>`,
          ),
        )
        .join(''),
    ),
    count: 5000,
  },
]

const charsets: FeedCase[] = [
  {
    name: 'utf-8-bom',
    body: Buffer.concat([
      Buffer.from([0xef, 0xbb, 0xbf]),
      Buffer.from(rss(item(UMLAUTS, 'https://bom.example/1'), { declaration: declared('iso-8859-1') })),
    ]),
    count: 1,
    titles: [UMLAUTS],
  },
  {
    name: 'latin-1-declared',
    body: Buffer.from(rss(item(UMLAUTS, 'https://l1.example/1'), { declaration: declared('ISO-8859-1') }), 'latin1'),
    count: 1,
    titles: [UMLAUTS],
  },
  {
    name: 'windows-1252-by-header',
    headers: { 'content-type': 'text/xml; charset=windows-1252' },
    body: encodeSingleByte(
      'windows-1252',
      rss(item(`„${UMLAUTS}“ – 5 €`, 'https://w1252.example/1'), { declaration: '<?xml version="1.0"?>' }),
    ),
    count: 1,
    titles: [`„${UMLAUTS}“ – 5 €`],
  },
  {
    name: 'latin-9-declared',
    body: encodeSingleByte(
      'iso-8859-15',
      rss(item(`${UMLAUTS} € Œ`, 'https://l9.example/1'), { declaration: declared('iso-8859-15') }),
    ),
    count: 1,
    titles: [`${UMLAUTS} € Œ`],
  },
  {
    name: 'utf-16-le',
    body: encodeUtf16(rss(item(UMLAUTS, 'https://u16le.example/1'), { declaration: declared('utf-16') }), 'le'),
    count: 1,
    titles: [UMLAUTS],
  },
  {
    name: 'utf-16-be',
    body: encodeUtf16(rss(item(UMLAUTS, 'https://u16be.example/1'), { declaration: declared('utf-16') }), 'be'),
    count: 1,
    titles: [UMLAUTS],
  },
  {
    name: 'utf-16-without-mark',
    body: encodeUtf16(rss(item(UMLAUTS, 'https://u16.example/1'), { declaration: declared('utf-16') }), 'le', false),
    count: 1,
    titles: [UMLAUTS],
  },
  {
    name: 'utf-16-that-the-header-calls-latin-1',
    headers: { 'content-type': 'text/xml; charset=iso-8859-1' },
    body: encodeUtf16(rss(item(UMLAUTS, 'https://u16h.example/1'), { declaration: declared('utf-16') }), 'le', false),
    count: 1,
    titles: [UMLAUTS],
  },
  {
    name: 'utf-32-be',
    body: encodeUtf32(rss(item(`${UMLAUTS} €`, 'https://u32be.example/1'), { declaration: declared('utf-32') }), 'be'),
    count: 1,
    titles: [`${UMLAUTS} €`],
  },
  {
    name: 'utf-32-without-mark',
    headers: { 'content-type': 'text/xml; charset=utf-8' },
    body: encodeUtf32(
      rss(item(`${UMLAUTS} 🗞`, 'https://u32.example/1'), { declaration: declared('utf-8') }),
      'le',
      false,
    ),
    count: 1,
    titles: [`${UMLAUTS} 🗞`],
  },
  {
    // 日本 in the escape sequences of ISO-2022-JP, which are ASCII and therefore valid UTF-8.
    name: 'iso-2022-jp-that-the-header-calls-utf-8',
    headers: { 'content-type': 'text/xml; charset=utf-8' },
    body: rss(item('\x1b$BF|K\\\x1b(B', 'https://jis.example/1'), { declaration: declared('iso-2022-jp') }),
    count: 1,
    titles: ['日本'],
  },
  {
    name: 'windows-1251-undeclared',
    body: encodeSingleByte(
      'windows-1251',
      rss(item('Как пережить новогоднюю ночь без потерь', 'https://w1251.example/1'), {
        declaration: '<?xml version="1.0"?>',
      }),
    ),
    count: 1,
    titles: ['Как пережить новогоднюю ночь без потерь'],
  },
  {
    name: 'controls-that-are-letters-of-windows',
    body: rss(item('\u0084So geht\u0092s\u0093 \u0096 heute', 'https://c1.example/1')),
    count: 1,
    titles: ['„So geht’s“ – heute'],
  },
  {
    name: 'utf-8-that-the-header-calls-latin-1',
    headers: { 'content-type': 'text/xml; charset=ISO-8859-1' },
    body: rss(item(UMLAUTS, 'https://u8h.example/1'), { declaration: declared('windows-1252') }),
    count: 1,
    titles: [UMLAUTS],
  },
  {
    name: 'koi8-r-declared',
    body: encodeSingleByte(
      'koi8-r',
      rss(item('Привет, мир', 'https://koi8.example/1'), { declaration: declared('koi8-r') }),
    ),
    count: 1,
    titles: ['Привет, мир'],
  },
  {
    name: 'latin-1-undeclared',
    body: Buffer.from(
      rss(
        item(`${UMLAUTS}, schöne Grüße aus Köln und Düsseldorf, überhaupt nicht übermäßig`, 'https://detect.example/1'),
        { declaration: '<?xml version="1.0"?>' },
      ),
      'latin1',
    ),
    count: 1,
    titles: [`${UMLAUTS}, schöne Grüße aus Köln und Düsseldorf, überhaupt nicht übermäßig`],
  },
  {
    name: 'utf-8-that-is-latin-1',
    body: Buffer.from(rss(item(UMLAUTS, 'https://liar.example/1')), 'latin1'),
    count: 1,
    titles: [UMLAUTS],
  },
  {
    name: 'one-bad-byte',
    body: Buffer.concat([
      Buffer.from(
        rss(`${item(UMLAUTS, 'https://bad.example/1')}${item('Bad ', 'https://bad.example/2')}`).split('Bad ')[0] ?? '',
      ),
      Buffer.from('Bad '),
      Buffer.from([0xfc]),
      Buffer.from(
        rss(`${item(UMLAUTS, 'https://bad.example/1')}${item('Bad ', 'https://bad.example/2')}`).split('Bad ')[1] ?? '',
      ),
    ]),
    count: 2,
    titles: [UMLAUTS, 'Bad \ufffd'],
  },
  {
    name: 'unknown-charset',
    headers: { 'content-type': 'text/xml; charset=klingon' },
    body: rss(item(UMLAUTS, 'https://klingon.example/1'), { declaration: declared('klingon') }),
    count: 1,
    titles: [UMLAUTS],
  },
]

const texts: FeedCase[] = [
  {
    name: 'cdata',
    body: rss(
      item(
        '<![CDATA[<b>Fett</b> & <i>kursiv</i>]]>',
        'https://cdata.example/1',
        '<description><![CDATA[Ein <item> im Text und ein <entry>]]></description>',
      ),
    ),
    count: 1,
    titles: ['Fett & kursiv'],
  },
  {
    name: 'escaped-markup',
    body: rss(item('&lt;em&gt;Neu&lt;/em&gt; &amp;amp; gut &amp;lt;div&amp;gt;', 'https://esc.example/1')),
    count: 1,
    titles: ['Neu & gut <div>'],
  },
  {
    name: 'script-in-title',
    body: rss(item('<![CDATA[Harmlos<script>alert(1)</script><style>p{}</style>]]>', 'https://script.example/1')),
    count: 1,
    titles: ['Harmlos'],
  },
  {
    name: 'angle-brackets',
    body: rss(item('<![CDATA[List<String> und 1 < 2]]>', 'https://angle.example/1')),
    count: 1,
    titles: ['List<String> und 1 < 2'],
  },
  {
    name: 'html-entities',
    body: rss(item('Gr&uuml;&szlig;e&nbsp;&ndash; &#8222;da&#8220;', 'https://ent.example/1')),
    count: 1,
    titles: ['Grüße – „da“'],
  },
  {
    name: 'base64-title',
    body: atom(
      entry('X', 'https://b64.example/1').replace(
        '<title>X',
        `<title mode="base64">${Buffer.from('Verschlüsselt & <b>gut</b>').toString('base64')}`,
      ),
    ),
    count: 1,
    titles: ['Verschlüsselt & gut'],
  },
  {
    name: 'encoded-word',
    body: rss(item('=?utf-8?B?R3LDvMOfZQ==?= =?iso-8859-1?Q?aus_K=F6ln?=', 'https://word.example/1')),
    count: 1,
    titles: ['Grüße aus Köln'],
  },
  {
    name: 'xhtml-title',
    body: atom(
      entry('X', 'https://xhtml.example/1').replace(
        '<title>X</title>',
        '<title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Ganz <em>wichtig</em></div></title>',
      ),
    ),
    count: 1,
    titles: ['Ganz wichtig'],
  },
  {
    name: 'no-title',
    body: rss(
      '<item><link>https://notitle.example/1</link><description>&lt;p&gt;Nur ein Text&lt;/p&gt;</description></item><item><link>https://notitle.example/2</link></item>',
    ),
    count: 2,
    titles: ['Nur ein Text', 'https://notitle.example/2'],
  },
  {
    name: 'control-characters',
    body: rss(item('Null\u0000 und\u0007 Klingel\nneue Zeile', 'https://control.example/1')),
    count: 1,
    titles: ['Null und Klingel neue Zeile'],
  },
]

const links: FeedCase[] = [
  {
    name: 'relative-links',
    body: rss(
      '<item><title>Relativ</title><link>/artikel/1</link></item><item><title>Nachbar</title><link>zwei</link></item>',
    ),
    count: 2,
    urls: ['{server}/artikel/1', '{server}/zwei'],
  },
  {
    name: 'xml-base',
    body: atom(
      '<entry xml:base="2026/"><id>urn:b1</id><title>Basis</title><link href="eins"/></entry>',
      ' xml:base="https://base.example/blog/"',
    ),
    count: 1,
    urls: ['https://base.example/blog/2026/eins'],
  },
  {
    name: 'base-element',
    body: rss('<item><title>Basis</title><link>eins</link></item>', {
      head: '<title>Notizen</title><base href="https://basis-element.example/blog/"/>',
    }),
    count: 1,
    urls: ['https://basis-element.example/blog/eins'],
  },
  {
    name: 'xml-base-on-rss',
    body: rss('<item><title>Basis</title><link>eins</link></item>', {
      root: ' xml:base="https://rssbase.example/blog/"',
    }),
    count: 1,
    urls: ['https://rssbase.example/blog/eins'],
  },
  {
    name: 'dangerous-links',
    body: rss(
      '<item><title>Falle</title><link>javascript:alert(1)</link></item><item><title>Daten</title><link>data:text/html,x</link></item>',
    ),
    count: 2,
    urls: [null, null],
  },
  {
    name: 'guid-as-link',
    body: rss(
      '<item><title>Kennung</title><guid>https://guid.example/1</guid></item><item><title>Keine</title><guid isPermaLink="false">https://guid.example/2</guid></item>',
    ),
    count: 2,
    urls: ['https://guid.example/1', null],
  },
  {
    name: 'missing-guid',
    body: rss(
      '<item><title>A</title><link>https://noguid.example/1</link></item><item><title>A</title><link>https://www.noguid.example/1/?utm_source=rss#top</link></item><item><title>B</title><link>https://noguid.example/2</link></item>',
    ),
    count: 2,
  },
  {
    name: 'neither-guid-nor-link',
    body: rss(
      '<item><title>Notiz</title><description>Eins</description></item><item><title>Notiz</title><description>Zwei</description></item><item><title>Notiz</title><description>Eins</description></item>',
    ),
    count: 2,
    urls: [null, null],
  },
  {
    name: 'twins',
    body: rss(`${item('Zwilling', 'https://twin.example/1')}${item('Zwilling', 'https://twin.example/1')}`),
    count: 1,
  },
]

/** Feeds that deviate from their format, as found in practice. */
const oddities: FeedCase[] = [
  {
    name: 'unknown-elements-only',
    body: rss('<item><x:y xmlns:x="https://x.example/">nichts</x:y></item><item><vertrieb/></item>'),
    count: 0,
  },
  {
    name: 'names-of-objects',
    body: rss(
      `<item><constructor>x</constructor><__proto__>y</__proto__><title>Erbe</title><link>https://proto.example/1</link><toString>z</toString></item>`,
    ),
    count: 1,
    titles: ['Erbe'],
  },
  {
    name: 'prefixed-rss',
    body: `${XML}<r:rss version="2.0" xmlns:r="https://r.example/"><r:channel><r:title>Vorsilben</r:title><r:item><r:title>Eins</r:title><r:link>https://rrss.example/1</r:link></r:item></r:channel></r:rss>`,
    count: 1,
    feedTitle: 'Vorsilben',
    titles: ['Eins'],
    urls: ['https://rrss.example/1'],
  },
  {
    name: 'items-in-atom',
    body: atom(`${entry('Atom', 'https://mixed.example/1')}${item('RSS', 'https://mixed.example/2')}`),
    count: 2,
    titles: ['Atom', 'RSS'],
    urls: ['https://mixed.example/1', 'https://mixed.example/2'],
  },
  {
    name: 'entries-in-rss',
    body: rss(`${item('RSS', 'https://mixed2.example/1')}${entry('Atom', 'https://mixed2.example/2')}`),
    count: 2,
    titles: ['RSS', 'Atom'],
  },
  {
    name: 'items-beside-the-channel',
    body: `${XML}<rss version="0.9"><channel><title>Netscape</title></channel>${three('beside').join('')}</rss>`,
    count: 3,
    feedTitle: 'Netscape',
  },
  {
    name: 'cdf',
    body: `${XML}<CHANNEL HREF="https://cdf.example/"><TITLE>Kanal</TITLE><ITEM HREF="https://cdf.example/1"><TITLE>Stück</TITLE><ABSTRACT>Kurz</ABSTRACT></ITEM></CHANNEL>`,
    count: 1,
    feedTitle: 'Kanal',
    titles: ['Stück'],
    urls: ['https://cdf.example/1'],
  },
  {
    name: 'rdf-of-something-else',
    body: `${XML}<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:f="http://xmlns.com/foaf/0.1/"><f:Person><f:name>Ada</f:name></f:Person></rdf:RDF>`,
    fault: /weder RSS noch Atom/,
  },
  {
    name: 'own-entities',
    body: rss(item('&haus; &amp; &garten;', 'https://doctype.example/&pfad;')).replace(
      XML,
      `${XML}<!DOCTYPE rss [<!ENTITY haus "Haus"><!ENTITY garten 'Hof &#38; &haus;'><!ENTITY pfad "weg">]>`,
    ),
    count: 1,
    titles: ['Haus & Hof & Haus'],
    urls: ['https://doctype.example/weg'],
  },
  {
    name: 'atom-1-base64',
    body: atom(
      `<entry><id>urn:b64</id><content type="application/octet-stream">${Buffer.from('Verpackter Text, gut lesbar').toString('base64')}</content></entry><entry><id>urn:bild</id><title>Bild</title><content type="image/png">iVBORw0KGgo=</content></entry>`,
    ),
    count: 2,
    titles: ['Verpackter Text, gut lesbar', 'Bild'],
  },
  {
    name: 'media-title',
    body: rss(
      `<item><media:group><media:content url="https://m.example/1.mp4"><media:title>Nur im Film</media:title></media:content></media:group><link>https://media.example/1</link></item><item><media:title>Nebenbei</media:title><title>Hauptsache</title><link>https://media.example/2</link></item>`,
      { root: ' xmlns:media="http://search.yahoo.com/mrss/"' },
    ),
    count: 2,
    titles: ['Nur im Film', 'Hauptsache'],
  },
  {
    name: 'atom-entry-alone',
    body: `${XML}<a:entry xmlns:a="http://www.w3.org/2005/Atom"><a:title>Ein Eintrag allein</a:title><a:link href="https://allein.example/1"/><a:id>urn:allein</a:id></a:entry>`,
    count: 1,
    titles: ['Ein Eintrag allein'],
    urls: ['https://allein.example/1'],
  },
  {
    name: 'entry-of-something-else',
    body: '<entry xmlns="https://woerterbuch.example/"><title>Wort</title></entry>',
    fault: /weder RSS noch Atom/,
  },
  {
    name: 'dublin-core-name',
    body: rss(item('Mit Namen', 'https://dcname.example/1'), {
      root: ' xmlns:dc="http://purl.org/dc/elements/1.1/"',
      head: '<dc:title>Name nach Dublin Core</dc:title>',
    }),
    count: 1,
    feedTitle: 'Name nach Dublin Core',
  },
  {
    name: 'source-with-title',
    body: atom(
      '<entry><id>urn:s</id><source><id>urn:fremd</id><title>Fremd</title><link href="https://fremd.example/"/></source><title>Eigen</title><link href="https://source.example/1"/></entry>',
    ),
    count: 1,
    titles: ['Eigen'],
    urls: ['https://source.example/1'],
  },
  {
    name: 'image-before-title',
    body: rss(item('Eins', 'https://image.example/1'), {
      head: '<image><title>Bild</title><link>https://image.example/b</link></image><title>Feed</title>',
    }),
    count: 1,
    feedTitle: 'Feed',
  },
  {
    name: 'html-in-description',
    body: rss(item('Roh', 'https://raw.example/1', '<description>Zeile<br>und <b>fett</i> und mehr</description>')),
    count: 1,
    titles: ['Roh'],
  },
  {
    name: 'brackets-in-attributes',
    body: rss(item('<![CDATA[Vor<img alt="a > b" src="x.png"> nach]]>', 'https://attr.example/1')),
    count: 1,
    titles: ['Vor nach'],
  },
  {
    name: 'section-in-section',
    body: rss(item('<![CDATA[So schreibt man <![CDATA[ in XML]]>', 'https://section.example/1')),
    count: 1,
    titles: ['So schreibt man in XML'],
  },
  {
    name: 'torn-root-tag',
    body: rss(three('tornroot').join('')).replace('<rss version="2.0">', '<rss version="2.0" '),
    count: 3,
    hint: /3 von 3/,
  },
  {
    name: 'json-1.1-oddities',
    body: JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: ['kein Text'],
      items: [
        { id: 7, url: 'https://jodd.example/1', title: { text: 'kein Text' }, content_html: '<p>Doch</p>' },
        null,
        'nichts',
        { _eigen: true },
        { id: 'x', external_url: 'https://jodd.example/2', title: 'Zwei' },
      ],
    }),
    count: 2,
    titles: ['Doch', 'Zwei'],
  },
]

const damaged: FeedCase[] = [
  { name: 'truncated', body: rss(three('trunc').join('')).split('Eintrag 3')[0] ?? '', count: 2, hint: /2 von 3/ },
  {
    name: 'truncated-in-tag',
    body: (rss(three('trunc2').join('')).split('<guid>https://trunc2.example/3')[0] ?? '') + '<gui',
    count: 3,
    hint: /beschädigt/,
  },
  { name: 'missing-end-tags', body: rss(three('noend').join('')).replaceAll('</item>', ''), count: 3, hint: /3 von 3/ },
  {
    name: 'stray-ampersand',
    body: rss(item('Müller & Söhne <3', 'https://amp.example/?a=1&b=2')),
    count: 1,
    titles: ['Müller & Söhne <3'],
    hint: /1 von 1/,
  },
  {
    name: 'one-broken-entry',
    body: rss(
      `${item('Heil', 'https://one.example/1')}<item><title><![CDATA[Offen</title><link>https://one.example/2</link><guid>2</guid></item>${item('<![CDATA[Auch heil]]>', 'https://one.example/3')}`,
    ),
    count: 3,
    hint: /3 von 3/,
  },
  {
    name: 'warning-before',
    body: `<br />\n<b>Warning</b>: mysql_connect() in <b>/var/www/feed.php</b><br />\n${rss(three('php').join(''))}`,
    count: 3,
  },
  {
    name: 'nothing-closed',
    body: rss(three('nc').join('')).replaceAll(/<\/(?!title|link|guid)\w+>/g, ''),
    count: 3,
    hint: /beschädigt/,
  },
  {
    name: 'json-truncated',
    body: jsonFeed([
      { id: '1', url: 'https://jcut.example/1', title: 'Eins {"}' },
      { id: '2', url: 'https://jcut.example/2', title: 'Zwei' },
    ]).slice(0, -20),
    count: 1,
    hint: /beschädigt/,
  },
  { name: 'connection-cut', behaviour: 'cut', body: rss(three('cut').join('')), count: 1, hint: /brach ab/ },
]

const answers: FeedCase[] = [
  { name: 'gzip', headers: { 'content-encoding': 'gzip' }, body: gzipSync(rss(three('gzip').join(''))), count: 3 },
  {
    name: 'deflate',
    headers: { 'content-encoding': 'deflate' },
    body: deflateSync(rss(three('zlib').join(''))),
    count: 3,
  },
  {
    name: 'raw-deflate',
    headers: { 'content-encoding': 'deflate' },
    body: deflateRawSync(rss(three('rawdeflate').join(''))),
    count: 3,
  },
  {
    name: 'gzip-bomb',
    headers: { 'content-encoding': 'gzip' },
    body: gzipSync(Buffer.alloc(200_000_000, ' ')),
    fault: /größer als 5 MB/,
  },
  {
    name: 'html-with-base',
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><html><head><base href="https://basis.example/blog/"><link href=feed.xml rel=alternate type=application/rss+xml></head></html>',
    fault: /Ihr Feed liegt unter https:\/\/basis\.example\/blog\/feed\.xml/,
  },
  {
    name: 'octet-stream',
    headers: { 'content-type': 'application/octet-stream' },
    body: rss(three('octet').join('')),
    count: 3,
  },
  { name: 'etag', headers: { etag: '"fassung-1"' }, body: rss(three('etag').join('')), count: 3 },
  {
    name: 'html',
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><html><head><title>Blog</title></head><body>Hallo</body></html>',
    fault: /Webseite, kein Feed/,
  },
  {
    name: 'html-with-feed',
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><html><head><link rel="alternate" type="application/rss+xml" href="/feed.xml"></head></html>',
    fault: /Ihr Feed liegt unter http:\/\/127\.0\.0\.1:\d+\/feed\.xml/,
  },
  { name: 'empty', body: '', fault: /leer/ },
  { name: 'plain-text', body: 'Hier ist nichts.', fault: /weder RSS noch Atom/ },
  { name: 'plain-json', body: '{"posts":[]}', fault: /JSON, aber kein Feed/ },
  { name: 'image', body: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), fault: /weder RSS noch Atom/ },
  {
    name: 'too-large',
    body: rss(`<item><title>Groß</title><description>${'x'.repeat(6_000_000)}</description></item>`),
    fault: /größer als 5 MB/,
  },
  { name: 'not-found', status: 404, body: 'weg', fault: /keinen Feed \(404\)/ },
  { name: 'gone', status: 410, body: 'weg', fault: /410/ },
  { name: 'forbidden', status: 403, body: 'nein', fault: /verweigert/ },
  { name: 'server-error', status: 500, body: 'oh', fault: /eigenen Fehler \(500\)/ },
  { name: 'redirect-loop', status: 302, headers: { location: '/redirect-loop' }, body: '', fault: /mehr als 5-mal/ },
]

/** Every feed of the corpus, each under an address of its own. */
export const FEED_CORPUS: readonly FeedCase[] = [
  ...formats,
  ...charsets,
  ...texts,
  ...links,
  ...oddities,
  ...damaged,
  ...answers,
]
/** A server that accepts the connection and never responds. */
export const HANGING_FEED: FeedCase = { name: 'hang', behaviour: 'hang', body: '', fault: /nicht rechtzeitig/ }
