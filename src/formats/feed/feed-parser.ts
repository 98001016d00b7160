import { MAX_ENTRIES, readDocument, type Field, type RawEntry } from './feed-document.ts'
import { plainText } from './plain-text.ts'
import { readJson } from './json-feed.ts'
import { counted } from '../../rules/counted.ts'
import { FeedFault } from '../source/source-items.ts'

/** An entry for the inbox: all plain text, the address absolute http(s) or null. */
export type FeedEntry = {
  guid: string | null
  url: string | null
  title: string
  summary: string | null
  /** ISO 8601, null without a readable date. */
  published: string | null
}

export type ParsedFeed = {
  title: string | null
  entries: FeedEntry[]
  /** Faults of the document although entries could be read, in German. */
  hint: string | null
}

const MAX_TITLE = 300
const MAX_SUMMARY = 500
const MAX_URL = 2000
const MAX_GUID = 2000

/**
 * Parses RSS, Atom, RDF, CDF and JSON Feed (RUL-17), in linear time for any text. A damaged document yields every
 * readable entry and a hint. Throws FeedFault when there is none.
 */
export function parseFeed(text: string, url: string): ParsedFeed {
  const document = cleaned(text)
  if (document === '') throw new FeedFault('Die Antwort ist leer.')
  if (document.startsWith('{') || document.startsWith('[')) return fromJson(document, url)
  const found = readDocument(document, url)
  if (!found) throw new FeedFault('Die Antwort ist weder RSS noch Atom, RDF oder JSON Feed.')
  if ('page' in found) {
    throw new FeedFault(
      found.feed
        ? `Unter dieser Adresse steht eine Webseite. Ihr Feed liegt unter ${found.feed}`
        : 'Unter dieser Adresse steht eine Webseite, kein Feed.',
    )
  }
  // An incomplete entry without title or address would be added again when the feed is whole.
  const last = found.found === found.entries.length ? found.entries.at(-1) : undefined
  const entries = found.entries
    .map((raw) => ({ raw, read: fromRaw(raw) }))
    .filter(({ raw, read }) => raw.whole || raw !== last || read.guid !== null || read.url !== null)
    .map(({ read }) => read)
  if (found.damaged && entries.length === 0 && found.begun > 0)
    throw new FeedFault('Der Feed ist so beschädigt, dass sich kein Eintrag lesen lässt.')
  return {
    title: firstText([found.title, found.otherTitle].map(textOf), MAX_TITLE),
    entries,
    hint: hintOf(
      found.damaged
        ? `Der Feed ist beschädigt: ${entries.length} von ${counted(found.begun, 'Eintrag', 'Einträgen')} gelesen.`
        : null,
      found.found,
    ),
  }
}

function hintOf(damage: string | null, count: number): string | null {
  const cut = count > MAX_ENTRIES ? `Gelesen sind die ersten ${MAX_ENTRIES} von ${count} Einträgen.` : null
  return [damage, cut].filter(Boolean).join(' ') || null
}

function fromRaw({ attributes, fields, base }: RawEntry): FeedEntry {
  const all = (...names: string[]) =>
    names.flatMap((name) =>
      fields.filter(({ prefix, local }) => (prefix === '' ? local : `${prefix}:${local}`) === name),
    )
  const first = (...names: string[]) => all(...names).find(({ value }) => value.trim() !== '')
  const named = first('guid', 'id')
  const guid = named?.value.trim() || attributes.get('rdf:about') || null
  const permalink = named && named.attributes.get('ispermalink')?.toLowerCase() !== 'false' ? named.value.trim() : ''
  const references: [string | undefined, string][] = [
    ...linked(all('link')),
    ...all('content').map((field): [string | undefined, string] => [field.attributes.get('src'), field.base]),
    [/^https?:\/\//i.test(permalink) ? permalink : undefined, base],
    [attributes.get('rdf:about') ?? attributes.get('href'), base],
    ...all('a', 'enclosure').map((field): [string | undefined, string] => [
      field.attributes.get('href') ?? field.attributes.get('url'),
      field.base,
    ]),
  ]
  const [reference, against] = references.find(([address]) => address?.trim()) ?? [undefined, base]
  return entry({
    guid,
    url: resolve(reference, against),
    titles: all('title', 'dc:title', 'itunes:title', 'media:title').map(textOf),
    texts: all(
      ...['description', 'summary', 'content:encoded', 'content', 'abstract', 'subtitle', 'tagline'],
      ...['dc:description', 'itunes:summary', 'itunes:subtitle', 'xhtml:body', 'body', 'media:description'],
    ).map(textOf),
    dates: all(
      ...['pubdate', 'published', 'issued', 'dc:date', 'dc:issued', 'dc:created', 'created', 'updated', 'modified'],
      'dc:modified',
    ).map(({ value }) => value),
  })
}

/** The links for readers: `alternate`, the plain `<link>` of RSS and a web page first. */
function linked(links: Field[]): [string | undefined, string][] {
  const pages = links.flatMap(({ attributes, value, base }) => {
    const rel = attributes.get('rel')?.trim().toLowerCase() ?? ''
    const address = attributes.get('href')?.trim() || value.trim()
    if (address === '' || !/^$|^alternate$|[/#]alternate$/.test(rel)) return []
    const type = attributes.get('type') ?? ''
    const rank = rel === '' && !attributes.has('href') ? 0 : type === '' || /html/i.test(type) ? 1 : 2
    return { rank, address, base }
  })
  return pages.toSorted((one, other) => one.rank - other.rank).map(({ address, base }) => [address, base])
}

/** The text of an element; base64 content (Atom 0.3 `mode`, RFC 4287 §4.1.3.3) is decoded if it is text. */
function textOf(field: Field | null): string | null {
  if (!field) return null
  const { attributes, value } = field
  const type = attributes.get('type')?.trim().toLowerCase() ?? ''
  if (/^(image|audio|video|font)\//.test(type)) return null
  const declared = attributes.get('mode') === 'base64' || attributes.get('encoding') === 'base64'
  if (!declared && (!type.startsWith('application/') || /[+/](xml|html|json)$/.test(type))) return value
  if (!/^[\w+/=\s]*$/.test(value)) return value
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'base64'))
    if (!text.includes('\u0000')) return text
  } catch {
    // It was no base64, or no text.
  }
  return field.local === 'title' ? value : null
}

function fromJson(document: string, url: string): ParsedFeed {
  const feed = readJson(document)
  if (!feed) throw new FeedFault('Die Antwort ist JSON, aber kein Feed.')
  if (feed.damaged && feed.items.length === 0)
    throw new FeedFault('Der Feed ist so beschädigt, dass sich kein Eintrag lesen lässt.')
  const entries = feed.items.slice(0, MAX_ENTRIES).map((item) =>
    entry({
      guid: item.id,
      url: resolve(item.url ?? item.external_url, url),
      titles: [item.title],
      texts: [item.summary, item.content_text, item.content_html],
      dates: [item.date_published, item.date_modified],
    }),
  )
  return {
    title: plainText(feed.title, MAX_TITLE) || null,
    entries,
    hint: hintOf(
      feed.damaged ? `Der Feed ist beschädigt: ${counted(entries.length, 'Eintrag', 'Einträge')} gelesen.` : null,
      feed.items.length,
    ),
  }
}

type Optional = string | null | undefined

/** One entry; without a title its text or address replaces it. */
function entry(found: {
  guid: Optional
  url: string | null
  titles: Optional[]
  texts: Optional[]
  dates: Optional[]
}): FeedEntry {
  const guid = cleaned(found.guid ?? '').slice(0, MAX_GUID) || null
  const summary = firstText(found.texts, MAX_SUMMARY)
  const title = firstText(found.titles, MAX_TITLE) ?? plainText(summary, 120)
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
    const date = new Date((candidate ?? '').trim().slice(0, 100))
    if (!Number.isNaN(date.getTime())) return date.toISOString()
  }
  return null
}

/** An absolute http(s) address, or null. */
function resolve(reference: Optional, base: string): string | null {
  const written = reference?.replace(/\s/g, '')
  if (!written || written.length > MAX_URL) return null
  const url = URL.parse(written, base)
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > MAX_URL) return null
  return url.href
}

/** XML 1.0 allows no control characters; PostgreSQL stores no NUL and no lone surrogates. */
function cleaned(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- they are what goes
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .toWellFormed()
      .trim()
  )
}
