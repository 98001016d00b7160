import { validateXML } from 'xmllint-wasm'
import { z } from 'zod'

/* The format specifications as RELAX NG, validated by libxml2, which also requires well-formed XML. Anything not listed
   is an error, so that a feed contains only known elements. */

const TYPES = 'http://www.w3.org/2001/XMLSchema-datatypes'
const HTTP = `<data type="anyURI"><param name="pattern">https?://[^\\s]+</param></data>`
const URN = `<data type="string"><param name="pattern">urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}</param></data>`
const SOME_TEXT = `<data type="string"><param name="minLength">1</param></data>`
const RFC_822 = `<data type="string"><param name="pattern">(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} \\+0000</param></data>`

const MEDIA = `<element name="media:content" ns="http://search.yahoo.com/mrss/">
  <attribute name="url">${HTTP}</attribute><attribute name="medium"><value>image</value></attribute>
  <optional><attribute name="width"><data type="positiveInteger"/></attribute><attribute name="height"><data type="positiveInteger"/></attribute></optional>
  <optional><element name="media:description" ns="http://search.yahoo.com/mrss/"><attribute name="type"/>${SOME_TEXT}</element></optional>
</element>`

const grammar = (namespaces: string, start: string) =>
  `<grammar xmlns="http://relaxng.org/ns/structure/1.0" datatypeLibrary="${TYPES}" ${namespaces}><start>${start}</start></grammar>`

/**
 * RSS 2.0 with the best practices of the RSS Advisory Board: `atom:link rel="self"`, full text beside a description,
 * one guid.
 */
const rss = (channel: string, item: string) =>
  grammar(
    `xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"`,
    `<element name="rss"><attribute name="version"><value>2.0</value></attribute><element name="channel"><interleave>
    <element name="title">${SOME_TEXT}</element><element name="link">${HTTP}</element><element name="description"><text/></element>
    <element name="language"><value>de</value></element><element name="generator">${SOME_TEXT}</element>
    <optional><element name="lastBuildDate">${RFC_822}</element></optional>
    <group><element name="atom:link"><attribute name="rel"><value>self</value></attribute><attribute name="type"><value>application/rss+xml</value></attribute><attribute name="href">${HTTP}</attribute></element>
    <optional><element name="atom:link"><attribute name="rel"><value>hub</value></attribute><attribute name="href">${HTTP}</attribute></element></optional></group>
    ${channel}
    <zeroOrMore><element name="item"><interleave>
      <optional><element name="title">${SOME_TEXT}</element></optional><element name="link">${HTTP}</element>
      <element name="guid"><attribute name="isPermaLink"><value>false</value></attribute>${URN}</element>
      <element name="pubDate">${RFC_822}</element>
      <optional><element name="dc:creator">${SOME_TEXT}</element></optional><zeroOrMore><element name="category">${SOME_TEXT}</element></zeroOrMore>
      <optional><element name="description">${SOME_TEXT}</element></optional><optional><element name="content:encoded">${SOME_TEXT}</element></optional>
      ${item}
      <optional>${MEDIA}</optional>
    </interleave></element></zeroOrMore>
  </interleave></element></element>`,
  )
const RSS = rss('', '')
const EXPLICIT = `<element name="itunes:explicit"><value>false</value></element>`
const FILE = (name: string, type: string) =>
  `<element name="${name}"><attribute name="url">${HTTP}</attribute><attribute name="type">${type}</attribute></element>`
/** RSS with what Apple requires of a podcast, and the files of the podcast namespace. */
const PODCAST = rss(
  `<element name="itunes:author">${SOME_TEXT}</element><element name="itunes:image"><attribute name="href">${HTTP}</attribute></element>
    <element name="image"><element name="url">${HTTP}</element><element name="title">${SOME_TEXT}</element><element name="link">${HTTP}</element></element>
    <element name="itunes:category"><attribute name="text">${SOME_TEXT}</attribute>
      <optional><element name="itunes:category"><attribute name="text">${SOME_TEXT}</attribute></element></optional></element>${EXPLICIT}
    <element name="itunes:type"><value>episodic</value></element><element name="podcast:medium"><value>podcast</value></element>
    <element name="podcast:guid"><data type="string"><param name="pattern">[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}</param></data></element>`,
  `<element name="enclosure"><attribute name="url">${HTTP}</attribute><attribute name="length"><data type="positiveInteger"/></attribute><attribute name="type"><data type="string"><param name="pattern">audio/[a-z0-9]+</param></data></attribute></element>
    <optional><element name="itunes:duration"><data type="positiveInteger"/></element></optional>${EXPLICIT}
    <optional>${FILE('podcast:chapters', '<value>application/json+chapters</value>')}</optional>
    <optional>${FILE('podcast:transcript', '<choice><value>text/vtt</value><value>text/plain</value></choice>')}</optional>`,
)

const PERSON = `<element name="author"><element name="name">${SOME_TEXT}</element></element>`
const LINK = (rel: string, type: string) =>
  `<element name="link"><attribute name="rel"><value>${rel}</value></attribute><attribute name="type"><value>${type}</value></attribute><attribute name="href">${HTTP}</attribute></element>`

/** RFC 4287, sections 4.1.1 and 4.1.2: required and optional elements of a feed and an entry. */
const ATOM = grammar(
  `ns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"`,
  `<element name="feed"><attribute name="xml:lang"><value>de</value></attribute><interleave>
    <element name="id">${HTTP}</element><element name="title">${SOME_TEXT}</element><optional><element name="subtitle">${SOME_TEXT}</element></optional>
    <element name="updated"><data type="dateTime"/></element><element name="generator">${SOME_TEXT}</element><element name="icon">${HTTP}</element>
    <group>${LINK('self', 'application/atom+xml')}${LINK('alternate', 'text/html')}
    <optional><element name="link"><attribute name="rel"><value>hub</value></attribute><attribute name="href">${HTTP}</attribute></element></optional></group>
    ${PERSON}
    <zeroOrMore><element name="entry"><interleave>
      <element name="id">${URN}</element><element name="title"><text/></element>${LINK('alternate', 'text/html')}
      <element name="published"><data type="dateTime"/></element><element name="updated"><data type="dateTime"/></element>
      <optional>${PERSON}</optional><zeroOrMore><element name="category"><attribute name="term">${SOME_TEXT}</attribute></element></zeroOrMore>
      <optional><element name="summary">${SOME_TEXT}</element></optional>
      <optional><element name="content"><attribute name="type"><value>html</value></attribute>${SOME_TEXT}</element></optional>
      <optional>${MEDIA}</optional>
    </interleave></element></zeroOrMore>
  </interleave></element>`,
)

/** sitemaps.org 0.9 with Google's pictures: a set of at least one address, or an index of files. */
const SITEMAP = grammar(
  `ns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"`,
  `<choice>
    <element name="urlset"><oneOrMore><element name="url"><interleave>
      <element name="loc">${HTTP}</element><optional><element name="lastmod"><data type="dateTime"/></element></optional>
      <zeroOrMore><element name="image:image"><element name="image:loc">${HTTP}</element></element></zeroOrMore>
    </interleave></element></oneOrMore></element>
    <element name="sitemapindex"><oneOrMore><element name="sitemap"><element name="loc">${HTTP}</element></element></oneOrMore></element>
  </choice>`,
)

/** OPML 2.0, a subscription list. */
const OPML = grammar(
  '',
  `<element name="opml"><attribute name="version"><value>2.0</value></attribute>
    <element name="head"><element name="title">${SOME_TEXT}</element></element>
    <element name="body"><oneOrMore><ref name="outline"/></oneOrMore></element></element></start>
  <define name="outline"><element name="outline"><attribute name="text">${SOME_TEXT}</attribute><choice>
    <oneOrMore><ref name="outline"/></oneOrMore>
    <group><attribute name="type"><value>rss</value></attribute><attribute name="title"/><attribute name="xmlUrl">${HTTP}</attribute><attribute name="htmlUrl">${HTTP}</attribute></group>
  </choice></element></define><start combine="choice"><notAllowed/>`,
)

const SCHEMAS = { rss: RSS, podcast: PODCAST, atom: ATOM, sitemap: SITEMAP, opml: OPML }

/** Errors that libxml2 reports for a document: malformed XML, or a violation of its format. */
export async function xmlFaults(format: keyof typeof SCHEMAS, document: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: { fileName: `document.${format}`, contents: document },
    schema: [{ fileName: `${format}.rng`, contents: SCHEMAS[format] }],
    extension: 'relaxng',
  })
  return errors.map(({ rawMessage }) => rawMessage)
}

const address = z.url({ protocol: /^https?$/ })
const authors = z.array(z.strictObject({ name: z.string().min(1) })).min(1)

/** JSON Feed 1.1: ids and at least one form of content are required; unknown fields are errors. */
export const JSON_FEED = z.strictObject({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string().min(1),
  home_page_url: address,
  feed_url: address,
  description: z.string().min(1).optional(),
  icon: address,
  authors: authors.optional(),
  language: z.literal('de'),
  hubs: z.array(z.strictObject({ type: z.literal('WebSub'), url: address })).optional(),
  items: z.array(
    z
      .strictObject({
        id: z.string().regex(/^urn:uuid:[0-9a-f-]{36}$/),
        url: address,
        title: z.string().min(1).optional(),
        content_html: z.string().min(1).optional(),
        content_text: z.string().min(1).optional(),
        summary: z.string().min(1).optional(),
        image: address.optional(),
        date_published: z.iso.datetime(),
        date_modified: z.iso.datetime(),
        authors: authors.optional(),
        tags: z.array(z.string().min(1)).min(1).optional(),
      })
      .refine((item) => (item.content_html === undefined) !== (item.content_text === undefined)),
  ),
})
