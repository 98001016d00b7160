import { decodeText } from '../../platform/text-charset.ts'
import { type Field, type RawEntry, readDocument } from '../../subscriptions/feed-document.ts'
import { FeedFault } from '../../subscriptions/feed-fault.ts'
import { plainText } from '../../subscriptions/plain-text.ts'
import { type Reader, SourceFault, type SourceFiles, type TextItem } from '../source-items.ts'
import { type Fields, fieldsOf, listField, readJson, textField } from '../../../rules/front-matter.ts'
import { instantOf } from '../../../rules/written-dates.ts'

/** What feeds are called in an archive. */
const FEED = /\.(?:atom|json|rdf|rss|xml)$/i
const PAGE = /\.x?html?$/i
/** So much of a file is looked at for a feed's root. */
const MARK_BYTES = 8 * 1024
const LONGEST_TITLE = 300
const LONGEST_EXCERPT = 500

/** RSS, Atom and JSON Feed of a blog that is still there (RUL-53); the reading of damaged ones is the subscriptions' own. */
export const feedReader: Reader = {
  format: 'Feed',
  claims: async (files) => ({ paths: await feedsIn(files) }),
  async identity(files) {
    for (const path of await feedsIn(files))
      for (const { address } of entriesOf(decodeText(await files.read(path)))) {
        const host = URL.parse(address ?? '')?.host
        if (host) return host
      }
    return null
  },
  async *items(files, { timeZone }) {
    for (const path of await feedsIn(files))
      for (const entry of entriesOf(decodeText(await files.read(path)))) yield textOf(entry, timeZone)
  },
}

/** The feeds of a source. Beside pages a feed says the same texts once more, so there it is none. */
async function feedsIn(files: SourceFiles): Promise<string[]> {
  const list = files.list()
  if (list.length > 1 && list.some(({ path }) => PAGE.test(path))) return []
  const found: string[] = []
  for (const { path } of list)
    if ((list.length === 1 || FEED.test(path)) && isFeed(await files.read(path))) found.push(path)
  return found
}

function isFeed(bytes: Buffer): boolean {
  const start = decodeText(bytes.subarray(0, MARK_BYTES))
  const isXml =
    /<(?:rss|rdf:RDF)[\s>]/.test(start) || (/<feed[\s>]/.test(start) && start.includes('http://www.w3.org/2005/Atom'))
  return isXml || (/^\s{0,200}\{/.test(start) && start.includes('jsonfeed.org/version/'))
}

/** An entry, whatever kind of feed it comes from. */
interface Entry {
  id: string
  address: string | null
  title: string
  html: string
  /** Only the beginning of the text stands in the feed. */
  isPart: boolean
  excerpt: string | null
  published: string
  updated: string
  authors: string[]
  categories: string[]
  picture: string | null
}

function entriesOf(text: string): Entry[] {
  if (/^\s*\{/.test(text.slice(0, 1000))) return jsonEntries(text)
  try {
    const found = readDocument(text.trim(), 'http://here.invalid/')
    return found && !('page' in found) ? found.entries.map(xmlEntry) : []
  } catch (error) {
    throw error instanceof FeedFault ? new SourceFault(error.message) : error
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function xmlEntry({ attributes, fields }: RawEntry): Entry {
  const all = (...names: string[]): Field[] =>
    names.flatMap((name) =>
      fields.filter(({ prefix, local }) => (prefix === '' ? local : `${prefix}:${local}`) === name),
    )
  const first = (...names: string[]) => all(...names).find(({ value }) => value.trim() !== '')
  const value = (...names: string[]) => first(...names)?.value.trim() ?? ''
  const links = all('link').map((link) => ({
    rel: link.attributes.get('rel') ?? 'alternate',
    to: link.attributes.get('href') ?? link.value,
    base: link.base,
  }))
  const link = links.find(({ rel }) => rel === 'alternate') ?? links[0]
  const guid = first('guid', 'id')
  const permalink =
    guid?.attributes.get('ispermalink')?.toLowerCase() !== 'false' && /^https?:/.test(guid?.value.trim() ?? '')
      ? guid!.value.trim()
      : ''
  const written = link?.to.trim() || permalink
  const address = written === '' ? null : (URL.parse(written, link?.base)?.href ?? null)
  const whole = first('content:encoded', 'content')
  const summary = first('description', 'summary')
  const html = (field: Field | undefined) =>
    field === undefined ? '' : field.attributes.get('type') === 'text' ? escaped(field.value) : field.value
  const excerpt = whole && summary ? plainText(summary.value, LONGEST_EXCERPT) : ''
  return {
    id: guid?.value.trim() || address || value('title') || attributes.get('rdf:about') || '',
    address: address !== null && /^https?:/.test(address) && !address.includes('here.invalid') ? address : null,
    title: plainText(value('title', 'dc:title'), LONGEST_TITLE),
    html: html(whole ?? summary),
    isPart: !whole && isBeginning(html(summary)),
    excerpt: excerpt === '' || /(?:…\]?|\[\.\.\.\])$/.test(excerpt) ? null : excerpt,
    published: value('pubdate', 'published', 'dc:date', 'issued', 'created', 'updated'),
    updated: value('updated', 'modified'),
    authors: all('dc:creator', 'author').map((field) => authorIn(field)),
    categories: all('category').map((field) =>
      plainText(field.attributes.get('label') || field.attributes.get('term') || field.value, 100),
    ),
    picture: null,
  }
}

/** Whether a text ends as a teaser does. */
function isBeginning(html: string): boolean {
  const end = plainText(html.slice(-500), 500).toLowerCase()
  return ['…', '[…]', '...', '[...]', 'weiterlesen', 'read more'].some((sign) => end.endsWith(sign))
}

/** `Name`, `mail (Name)` as RSS has it, or the `<name>` of Atom; never an address of mail. */
function authorIn({ value }: Field): string {
  const named =
    /<name[^<>]{0,200}>([^<]{1,200})</.exec(value)?.[1] ?? /\(([^()]{1,200})\)\s*$/.exec(value)?.[1] ?? value
  const name = plainText(named, 200)
  return name.includes('@') ? '' : name
}

function jsonEntries(text: string): Entry[] {
  const items = fieldsOf(readJson(text))?.['items']
  return (Array.isArray(items) ? items : []).flatMap((each) => {
    const item: Fields | null = fieldsOf(each)
    if (!item) return []
    const html = textIn(item, 'content_html')
    const words = textIn(item, 'content_text')
    return {
      id: textField(item, 'id', 'url'),
      address: textField(item, 'url') || null,
      title: textField(item, 'title'),
      html: html || escaped(words).replaceAll('\n', '<br>'),
      isPart: html === '' && words === '',
      excerpt: textField(item, 'summary') || null,
      published: textField(item, 'date_published'),
      updated: textField(item, 'date_modified'),
      authors: [...listField(item, 'authors'), ...listField(item, 'author')],
      categories: listField(item, 'tags'),
      picture: textField(item, 'image') || null,
    }
  })
}

function textIn(item: Fields, name: string): string {
  return typeof item[name] === 'string' ? item[name] : ''
}

function textOf(entry: Entry, timeZone: string): TextItem {
  const address = URL.parse(entry.address ?? '')
  const publishedAt = instantOf(entry.published, timeZone)
  const names = [...new Set(entry.categories.filter((name) => name !== ''))]
  const reasons = [
    ...(entry.isPart ? ['Der Feed enthält nur den Anfang des Textes.'] : []),
    ...(publishedAt === null ? ['Ohne Datum in der Quelle: als Entwurf übernommen.'] : []),
  ]
  return {
    kind: 'article',
    sourceId: entry.id,
    title: entry.title,
    body: entry.html,
    format: 'html',
    slug: address
      ? address.pathname
          .replace(/\/(?:index\.\w{1,5})?$/, '')
          .split('/')
          .at(-1)!
          .replace(/\.\w{1,5}$/, '') || null
      : null,
    status: publishedAt === null ? 'draft' : 'published',
    publishedAt,
    createdAt: publishedAt,
    updatedAt: instantOf(entry.updated, timeZone),
    excerpt: entry.excerpt,
    authors: [...new Set(entry.authors.filter((name) => name !== ''))],
    category: names[0] ?? null,
    tags: names.slice(1),
    cover: entry.picture,
    seoTitle: null,
    seoDescription: null,
    pinned: false,
    base: entry.address,
    oldAddresses:
      address && (address.pathname !== '/' || address.search !== '') ? [address.pathname + address.search] : [],
    reasons,
  }
}
