import { decodeText } from '../source/text-charset.ts'
import { type Field, type RawEntry, readDocument } from './feed-document.ts'
import { plainText } from './plain-text.ts'
import {
  type BlogFacts,
  type OtherItem,
  type Reader,
  SourceFault,
  type SourceFiles,
  type TextItem,
  FeedFault,
} from '../source/source-items.ts'
import { takeDate } from '../source/source-dates.ts'
import { eachFile, leftOutFile } from '../source/unread-files.ts'
import { childrenOf, textOf as elementText } from '../wordpress/wxr-document.ts'
import { type Fields, fieldsOf, listField, readJson, textField } from '../../rules/front-matter.ts'
import { ownEntry } from '../../rules/own-entry.ts'
import { quoted } from '../../rules/quoted.ts'

/** File names of feeds in an archive. */
const FEED = /\.(?:atom|json|rdf|rss|xml)$/i
const PAGE = /\.x?html?$/i
/** Bytes searched for the root of a feed. */
const MARK_BYTES = 8 * 1024
/** An export contains every comment of a blog; a feed for readers never has that many entries. */
const MOST_ENTRIES = 300_000
/** Characters at the beginning that contain a feed's own metadata. */
const HEAD = 64 * 1024
const LONGEST_TITLE = 300
const LONGEST_EXCERPT = 500

/** RSS, Atom and JSON Feed of an existing blog (RUL-53); damaged ones are parsed as for subscriptions. */
export const feedReader: Reader = {
  format: 'Feed',
  claims: async (files) => ({ paths: await feedsIn(files) }),
  async identity(files) {
    for (const path of await feedsIn(files))
      for (const { address } of entriesOf(decodeText(await files.read(path))).entries) {
        const host = URL.parse(address ?? '')?.host
        if (host) return host
      }
    return null
  },
  async blog(files) {
    const [path] = await feedsIn(files)
    return path === undefined ? null : feedFacts(decodeText(await files.read(path)))
  },
  async *items(files, { timeZone }) {
    yield* eachFile(await feedsIn(files), async function* (path) {
      yield* entryItems(path, await files.read(path), timeZone)
    })
  },
}

/** Metadata of a feed's blog. */
export function feedFacts(text: string): BlogFacts {
  const json = /^\s*\{/.test(text.slice(0, 1000)) ? fieldsOf(readJson(text)) : null
  if (json)
    return {
      title: textField(json, 'title'),
      description: textField(json, 'description'),
      author: onlyOne(listField(json, 'authors')),
    }
  const head = text.slice(0, Math.max(0, text.slice(0, HEAD).search(/<(?:item|entry)[\s>]/)))
  const [feed] = childrenOf(head).filter(({ name }) => name === 'feed')
  const elements = feed?.children ?? childrenOf(head)
  const author = elements.find(({ name }) => name === 'author')?.children ?? []
  return {
    title: elementText(elements, 'title'),
    description: elementText(elements, 'subtitle') || elementText(elements, 'description'),
    author: elementText(author, 'name'),
  }
}

function onlyOne(names: readonly string[]): string {
  return names.length === 1 ? names[0]! : ''
}

/** The entries of a feed, with a report line for unreadable ones. `path` names the feed in the report. */
export function* entryItems(path: string, bytes: Buffer, timeZone: string): Generator<TextItem | OtherItem> {
  const { entries, lost } = entriesOf(decodeText(bytes))
  const isExport = entries.some(({ kind }) => kind !== null)
  for (const entry of entries) yield entryItem(entry, { isExport, timeZone })
  if (lost > 0)
    yield leftOutFile(
      path,
      lost === 1 ? '1 Eintrag der Datei ließ sich nicht lesen.' : `${lost} Einträge der Datei ließen sich nicht lesen.`,
    )
}

/** Entry types in an export of Blogger that are no texts. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  comment: 'Kommentare kommen nicht mit.',
  settings: 'Eine Einstellung von Blogger kommt nicht mit.',
  template: 'Die Vorlage von Blogger kommt nicht mit.',
}

function entryItem(entry: Entry, known: { isExport: boolean; timeZone: string }): TextItem | OtherItem {
  const { kind, id, title } = entry
  if (kind === 'post' || kind === 'page' || (kind === null && !known.isExport)) return textOf(entry, known.timeZone)
  const isComment = kind === 'comment'
  const reason =
    ownEntry(LEFT_OUT, kind ?? '') ??
    'Von dieser Art Eintrag ist nicht bekannt, ob Leser ihn sahen; er kommt nicht mit.'
  return {
    kind: isComment ? 'comment' : 'other',
    sourceId: id,
    title: isComment ? 'Kommentar' : title,
    reasons: [reason],
    skip: true,
  }
}

/** The feeds of a source. Beside pages a feed repeats the same texts and is ignored. */
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

/** An entry, independent of the feed format. */
interface Entry {
  id: string
  /** Type of an exported entry: `post`, `page`, `comment`, `settings` …; null for a feed for readers. */
  kind: string | null
  /**
   * Non-public state as named by the export: `DRAFT`, `SOFT_TRASHED` …; empty if an export that names all states omits
   * it, null for a public text.
   */
  state: string | null
  address: string | null
  title: string
  html: string
  /** The feed contains only the beginning of the text. */
  isPart: boolean
  /** Base of relative addresses, if the text has one (`xml:base`). */
  base: string | null
  excerpt: string | null
  published: string
  updated: string
  authors: string[]
  categories: string[]
  picture: string | null
  /** Public path, where the export has no full address. */
  path: string | null
}

function entriesOf(text: string): { entries: Entry[]; lost: number } {
  if (/^\s*\{/.test(text.slice(0, 1000))) return { entries: jsonEntries(text), lost: 0 }
  try {
    const found = readDocument(text.trim(), 'http://here.invalid/', MOST_ENTRIES)
    if (!found || 'page' in found) return { entries: [], lost: 0 }
    return { entries: found.entries.map(xmlEntry), lost: Math.max(found.begun, found.found) - found.entries.length }
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
  // Google's export contains the path of a text instead of its address.
  const filename = value('blogger:filename')
  const written = link?.to.trim() || permalink || (filename.startsWith('/') ? filename : '')
  const address = written === '' ? null : (URL.parse(written, link?.base)?.href ?? null)
  const whole = first('content:encoded', 'content')
  const summary = first('description', 'summary')
  const html = (field: Field | undefined) =>
    field === undefined ? '' : field.attributes.get('type') === 'text' ? escaped(field.value) : field.value
  const excerpt = whole && summary ? plainText(summary.value, LONGEST_EXCERPT) : ''
  const kinds = all('category').filter(({ attributes: at }) => KIND_SCHEME.test(at.get('scheme') ?? ''))
  return {
    kind: kindOf(kinds[0]?.attributes.get('term') ?? '', value('blogger:type'), all('thr:in-reply-to').length > 0),
    state: stateOf({
      control: ['app:control', 'control'].map((name) => value(name)).join(' '),
      draft: first('app:draft', 'draft')?.value ?? null,
      isTyped: value('blogger:type') !== '',
      status: value('blogger:status'),
      isTrashed: value('blogger:trashed') !== '',
    }),
    path: filename === '' ? null : filename,
    id: guid?.value.trim() || address || value('title') || attributes.get('rdf:about') || '',
    address: address !== null && /^https?:/.test(address) && !address.includes('here.invalid') ? address : null,
    title: plainText(value('title', 'dc:title'), LONGEST_TITLE),
    html: html(whole ?? summary),
    base: baseOf(whole ?? summary),
    isPart: !whole && isBeginning(html(summary)),
    excerpt: excerpt === '' || /(?:…\]?|\[\.\.\.\])$/.test(excerpt) ? null : excerpt,
    published: value('pubdate', 'published', 'dc:date', 'issued', 'created', 'updated'),
    updated: value('updated', 'modified'),
    authors: all('dc:creator', 'author').map((field) => authorIn(field)),
    categories: all('category').flatMap((field) =>
      kinds.includes(field)
        ? []
        : plainText(field.attributes.get('label') || field.attributes.get('term') || field.value, 100),
    ),
    picture: null,
  }
}

/** The category scheme of an entry's type. Other schemes contain its labels. */
const KIND_SCHEME = /^https?:\/\/schemas\.google\.com\/g\/2005#kind$/

/**
 * Maps `http://schemas.google.com/blogger/2008/kind#post` or `POST` to `post`. A reply to another entry is a comment.
 */
function kindOf(term: string, type: string, isAnswer: boolean): string | null {
  const kind = (type || term.split('#').at(-1) || '').toLowerCase()
  return isAnswer ? 'comment' : kind || null
}

interface Said {
  /** Content of `<app:control>`, with its markup. */
  control: string
  /** Content of `<app:draft>` directly in the entry. */
  draft: string | null
  /** The entry has its type in the form of Google Takeout, which always includes the status. */
  isTyped: boolean
  status: string
  isTrashed: boolean
}

function stateOf({ control, draft, isTyped, status, isTrashed }: Said): string | null {
  if (isTrashed) return 'TRASHED'
  const inControl = /draft(?:[\s/][^<>]{0,500})?>([^<]{0,100})/i.exec(control)?.[1]
  if (saysDraft(inControl ?? (/draft/i.test(control) ? 'yes' : 'no')) || saysDraft(draft ?? 'no')) return 'DRAFT'
  if (status === '') return isTyped ? '' : null
  return status.toUpperCase() === 'LIVE' ? null : status.toUpperCase()
}

/** RFC 5023 §13.1.1 allows `yes` and `no`; any other value counts as a draft. */
function saysDraft(written: string): boolean {
  return !['no', 'false', '0'].includes(written.trim().toLowerCase())
}

/** The base set on a text's element or its only child; null where the entry's base applies. */
function baseOf(field: Field | undefined): string | null {
  if (!field) return null
  const inner = /^\s*<[^<>]{1,500}?\sxml:base=["']([^"'<>]{1,1000})["']/.exec(field.value)?.[1]
  if (!field.attributes.has('xml:base') && inner === undefined) return null
  const base = URL.parse(inner ?? '', field.base)
  return base && !base.host.endsWith('here.invalid') ? base.href : null
}

/** Whether a text ends like a teaser. */
function isBeginning(html: string): boolean {
  const end = plainText(html.slice(-500), 500).toLowerCase()
  return ['…', '[…]', '...', '[...]', 'weiterlesen', 'read more'].some((sign) => end.endsWith(sign))
}

/** `Name`, `mail (Name)` as in RSS, or the `<name>` of Atom; never a mail address. */
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
      kind: null,
      state: null,
      path: null,
      id: textField(item, 'id', 'url'),
      address: textField(item, 'url') || null,
      title: textField(item, 'title'),
      html: html || escaped(words).replaceAll('\n', '<br>'),
      base: null,
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
  const path = address?.pathname ?? entry.path
  const unread: string[] = []
  const say = (reason: string) => unread.push(reason)
  const date = takeDate(entry.published, timeZone, say)
  const updatedAt = takeDate(entry.updated, timeZone, say)
  const { status, reason } = statusOf(entry.state, date)
  const names = [...new Set(entry.categories.filter((name) => name !== ''))]
  const reasons = [
    ...(entry.isPart ? ['Der Feed enthält nur den Anfang des Textes.'] : []),
    ...unread,
    ...(reason === null ? [] : [reason]),
  ]
  return {
    kind: entry.kind === 'page' ? 'page' : 'article',
    sourceId: entry.id,
    title: entry.title,
    body: entry.html,
    format: 'html',
    slug: path
      ? path
          .replace(/\/(?:index\.\w{1,5})?$/, '')
          .split('/')
          .at(-1)!
          .replace(/\.\w{1,5}$/, '') || null
      : null,
    status,
    publishedAt: status === 'draft' ? null : date,
    createdAt: date,
    updatedAt,
    excerpt: entry.excerpt,
    authors: [...new Set(entry.authors.filter((name) => name !== ''))],
    category: names[0] ?? null,
    tags: names.slice(1),
    cover: entry.picture,
    seoTitle: null,
    seoDescription: null,
    pinned: false,
    base: entry.base ?? entry.address,
    oldAddresses:
      path !== null && path !== '/' ? [path + (address?.search ?? '')] : address?.search ? [`/${address.search}`] : [],
    reasons,
    ...(TRASH.test(entry.state ?? '') && { skip: true as const }),
  }
}

const TRASH = /TRASH|DELETED/

/** Whether a text was public (RUL-53): anything not marked as public becomes a draft. */
function statusOf(state: string | null, date: string | null): { status: TextItem['status']; reason: string | null } {
  const isAhead = date !== null && Date.parse(date) > Date.now()
  if (TRASH.test(state ?? '')) return { status: 'draft', reason: 'Liegt in Blogger im Papierkorb.' }
  if (state === 'DRAFT') return { status: 'draft', reason: 'War ein Entwurf und bleibt einer.' }
  if (state === '')
    return {
      status: 'draft',
      reason: 'Die Quelle sagt nicht, ob der Text öffentlich war: als Entwurf übernommen.',
    }
  if (state !== null && state !== 'SCHEDULED')
    return { status: 'draft', reason: `Hatte den Status ${quoted(state.slice(0, 40))} und wird Entwurf.` }
  if (date === null) return { status: 'draft', reason: 'Ohne Datum in der Quelle: als Entwurf übernommen.' }
  return { status: state === 'SCHEDULED' || isAhead ? 'scheduled' : 'published', reason: null }
}
