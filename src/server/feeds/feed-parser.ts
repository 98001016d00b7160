import type { AtomFeed, JsonFeed, parseFeed as readFeed, RdfFeed, RssFeed } from 'feedsmith'
import { cutBlocks, cutJsonItems, isClosed, wrapBlock } from './feed-repair.ts'
import { plainText } from './plain-text.ts'

/** An entry as the inbox takes it: everything plain text, the address absolute http(s) or null. */
export type FeedEntry = {
  guid: string | null
  url: string | null
  title: string
  summary: string | null
  /** ISO 8601, null where the feed gives no readable date. */
  published: string | null
}

export type ParsedFeed = {
  title: string | null
  entries: FeedEntry[]
  /** What was wrong with the document although entries could be read, in German. */
  hint: string | null
}

/** The document cannot be read as a feed; the message says in German why. */
export class FeedFault extends Error {}

type Feedsmith = { parseFeed: typeof readFeed }
type Parsed = { title: string | null; entries: FeedEntry[] }

const MAX_TITLE = 300
const MAX_SUMMARY = 500
const MAX_URL = 2000

/**
 * Reads RSS, Atom, RDF and JSON Feed (R17). Fewer entries than `<item>` and `<entry>` tags, a missing end or a fault in
 * the middle make it cut out the entries one by one and read what can be read. Throws FeedFault when nothing can.
 */
export async function parseFeed(text: string, url: string): Promise<ParsedFeed> {
  const document = cleaned(text)
  if (document === '') throw new FeedFault('Die Antwort ist leer.')
  const library = await import('feedsmith')
  if (/^[[{]/.test(document)) return parseJson(library, document, url)
  const root = rootTag(document)
  if (!root) throw new FeedFault(notAFeed(document, url))
  const baseUrl = resolve(baseOf(root), url) ?? url
  const whole = parsed(library, document, baseUrl)
  const blocks = cutBlocks(document)
  if (whole && isClosed(document) && whole.entries.length >= blocks.length && blocks.every((block) => block.whole))
    return { ...whole, hint: null }
  return repaired(library, document, baseUrl, { root, whole, blocks })
}

function repaired(
  library: Feedsmith,
  document: string,
  url: string,
  found: { root: string; whole: Parsed | null; blocks: ReturnType<typeof cutBlocks> },
): ParsedFeed {
  const { root, whole, blocks } = found
  const channelBase = baseOf(/<(?:[\w-]+:)?channel\b[^>]*>/i.exec(document)?.[0] ?? '')
  const base = resolve(channelBase, url) ?? url
  const entries = blocks.flatMap((block, index) => {
    const [entry] = parsed(library, wrapBlock(root, block), base)?.entries ?? []
    if (!entry) return []
    // A torn entry without name or address would come in once more when the feed is whole again.
    const named = entry.guid !== null || entry.url !== null
    return block.whole || index < blocks.length - 1 || named ? [entry] : []
  })
  const title = whole?.title ?? headTitle(document)
  if (entries.length === 0 && blocks.length > 0)
    throw new FeedFault('Der Feed ist so beschädigt, dass sich kein Eintrag lesen lässt.')
  return { title, entries, hint: `Der Feed ist beschädigt: ${entries.length} von ${blocks.length} Einträgen gelesen.` }
}

function parsed(library: Feedsmith, document: string, url: string): Parsed | null {
  try {
    const { format, feed } = library.parseFeed(document)
    if (format === 'rss') return fromRss(feed, url)
    if (format === 'atom') return fromAtom(feed, url)
    if (format === 'rdf') return fromRdf(feed, url)
    return fromJson(feed, url)
  } catch {
    // What the library cannot read as a whole is read piece by piece.
    return null
  }
}

function parseJson(library: Feedsmith, document: string, url: string): ParsedFeed {
  const whole = parsed(library, document, url)
  if (whole) return { ...whole, hint: null }
  const items = cutJsonItems(document)
  if (!/"version"\s*:\s*"https?:\/\/(?:www\.)?jsonfeed\.org/.test(document) || items.length === 0)
    throw new FeedFault('Die Antwort ist JSON, aber kein Feed.')
  const title = /"title"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(document.split(/"items"\s*:/)[0] ?? '')?.[1]
  const feed = { version: 'https://jsonfeed.org/version/1.1', title: title && JSON.parse(title), items }
  const readable = parsed(library, JSON.stringify(feed), url)
  if (!readable) throw new FeedFault('Der Feed ist so beschädigt, dass sich kein Eintrag lesen lässt.')
  return { ...readable, hint: `Der Feed ist beschädigt: ${readable.entries.length} Einträge gelesen.` }
}

function fromRss(feed: RssFeed.Feed<string>, url: string): Parsed {
  const base = resolve(feed.xml?.base, url) ?? url
  const entries = (feed.items ?? []).map((item) => {
    const itemBase = resolve(item.xml?.base, base) ?? base
    const guid = item.guid?.value ?? null
    const permalink = guid !== null && item.guid?.isPermaLink !== false && /^https?:\/\//i.test(guid) ? guid : null
    const link = item.link ?? alternate(item.atom?.links) ?? permalink ?? item.enclosures?.[0]?.url
    return entry({
      guid,
      url: resolve(link, itemBase),
      titles: [item.title, item.dc?.titles?.[0], item.itunes?.title],
      texts: [item.description, item.content?.encoded],
      dates: [item.pubDate, item.dc?.dates?.[0], item.atom?.published, item.atom?.updated],
    })
  })
  return { title: plainText(feed.title, MAX_TITLE) || null, entries }
}

function fromAtom(feed: AtomFeed.Feed<string>, url: string): Parsed {
  const base = resolve(feed.xml?.base, url) ?? url
  const entries = (feed.entries ?? []).map((item) => {
    const itemBase = resolve(item.xml?.base, base) ?? base
    const link = alternate(item.links) ?? item.content?.src
    return entry({
      guid: item.id ?? null,
      url: resolve(link ?? (/^https?:\/\//i.test(item.id ?? '') ? item.id : undefined), itemBase),
      titles: [item.title?.value],
      texts: [item.summary?.value, item.content?.value],
      dates: [item.published, item.updated],
    })
  })
  return { title: plainText(feed.title?.value, MAX_TITLE) || null, entries }
}

function fromRdf(feed: RdfFeed.Feed<string>, url: string): Parsed {
  const base = resolve(feed.xml?.base, url) ?? url
  const entries = (feed.items ?? []).map((item) => {
    const itemBase = resolve(item.xml?.base, base) ?? base
    return entry({
      guid: item.rdf?.about ?? null,
      url: resolve(item.link ?? item.rdf?.about, itemBase),
      titles: [item.title, item.dc?.titles?.[0]],
      texts: [item.description, item.content?.encoded],
      dates: [item.dc?.dates?.[0]],
    })
  })
  return { title: plainText(feed.title, MAX_TITLE) || null, entries }
}

function fromJson(feed: JsonFeed.Feed<string>, url: string): Parsed {
  const entries = (feed.items ?? []).map((item) =>
    entry({
      guid: item.id ?? null,
      url: resolve(item.url ?? item.external_url, url),
      titles: [item.title],
      texts: [item.summary, item.content_text, item.content_html],
      dates: [item.date_published, item.date_modified],
    }),
  )
  return { title: plainText(feed.title, MAX_TITLE) || null, entries }
}

type Optional = string | null | undefined

/** One entry; without a title its text or address stands in for it. */
function entry(found: {
  guid: Optional
  url: string | null
  titles: Optional[]
  texts: Optional[]
  dates: Optional[]
}) {
  const guid = cleaned(found.guid ?? '') || null
  const summary = firstText(found.texts, MAX_SUMMARY)
  const title = firstText(found.titles, MAX_TITLE) ?? plainText(summary, 120) ?? ''
  return {
    guid,
    url: found.url,
    title: title || found.url || 'Ohne Titel',
    summary: summary === title ? null : summary,
    published: firstDate(found.dates),
  }
}

function firstText(candidates: Optional[], max: number): string | null {
  for (const candidate of candidates) {
    const text = plainText(candidate, max)
    if (text !== '') return text
  }
  return null
}

function firstDate(candidates: Optional[]): string | null {
  for (const candidate of candidates) {
    const date = new Date(candidate ?? '')
    if (!Number.isNaN(date.getTime())) return date.toISOString()
  }
  return null
}

/** The link a person follows: `alternate`, a web page before anything else. */
function alternate(links: readonly { href?: string; rel?: string; type?: string }[] | undefined): string | undefined {
  const pages = (links ?? []).filter(({ href, rel }) => href && (!rel || /(^|\W)alternate$/i.test(rel)))
  return (pages.find(({ type }) => !type || /html/i.test(type)) ?? pages[0])?.href
}

/** An absolute http(s) address, or null for anything else. */
function resolve(reference: Optional, base: string): string | null {
  if (!reference) return null
  const url = URL.parse(reference.replace(/\s+/g, ''), base)
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > MAX_URL) return null
  return url.href
}

/** XML 1.0 knows no control characters; PostgreSQL stores no NUL and no lone surrogates. */
function cleaned(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- they are what goes
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .toWellFormed()
      .trim()
      .replace(
        /<(title|summary|content|tagline)\b([^>]*?)\s(?:mode|encoding)\s*=\s*["']base64["']([^>]*)>([^<]*)</gi,
        (_all, name: string, before: string, after: string, content: string) =>
          `<${name}${before}${after}>${escaped(Buffer.from(content, 'base64').toString())}<`,
      )
  )
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** The start tag of the feed's root element, wherever warnings and comments before it end. */
function rootTag(document: string): string | null {
  return /<(?:[\w-]+:)?(?:rss|feed|rdf)(?=[\s>])[^>]*>/i.exec(document.replace(/<!--[\s\S]*?-->/g, ''))?.[0] ?? null
}

function baseOf(tag: string): string | undefined {
  return /\sxml:base\s*=\s*["']([^"']*)["']/i.exec(tag)?.[1]
}

function headTitle(document: string): string | null {
  const head = document.split(/<(?:[\w-]+:)?(?:item|entry)[\s>]/i)[0] ?? ''
  const title = /<(?:[\w-]+:)?title\b[^>]*>([\s\S]*?)<\/(?:[\w-]+:)?title/i.exec(head)?.[1]
  return plainText(title, MAX_TITLE) || null
}

function notAFeed(document: string, url: string): string {
  if (!/<!doctype html|<html[\s>]|<body[\s>]/i.test(document))
    return 'Die Antwort ist weder RSS noch Atom, RDF oder JSON Feed.'
  for (const [link] of document.matchAll(/<link\b[^>]*>/gi)) {
    const href = /\bhref\s*=\s*["']?([^"'\s>]+)/i.exec(link)?.[1]
    const feed = /type\s*=\s*["']?application\/(?:rss|atom|feed)\+/i.test(link) ? resolve(href, url) : null
    if (feed) return `Unter dieser Adresse steht eine Webseite. Ihr Feed liegt unter ${feed}`
  }
  return 'Unter dieser Adresse steht eine Webseite, kein Feed.'
}
