import { decodeHTMLStrict } from 'entities'
import { declaredEntities, type Entities } from './xml-entities.ts'
import { prefixOf, Vocabulary, type ElementName } from './feed-vocabulary.ts'
import { attributesOf, scanXml, type Tag } from './xml-scanner.ts'
import { FeedFault } from '../source/source-items.ts'

/** The content of an element: its text with entities decoded, or its source if it contains elements. */
export type Field = { prefix: string; local: string; attributes: Map<string, string>; value: string; base: string }

/** An entry of the document; `whole` means that it has its end tag. */
export type RawEntry = {
  attributes: Map<string, string>
  fields: Field[]
  base: string
  whole: boolean
  known: boolean
}

export type RawFeed = {
  title: Field | null
  /** The Dublin Core title, for a feed without another one. */
  otherTitle: Field | null
  /** The first entries, up to the requested number. */
  entries: RawEntry[]
  /** Number of entries with readable content. */
  found: number
  /** Number of entries that began, readable or not. */
  begun: number
  /** Parts of the document are missing or misplaced. */
  damaged: boolean
}

/** A web page instead of a feed, with the address of its feed. */
export type Page = { page: true; feed: string | null }

/** More than any feed has; the newest come first. */
export const MAX_ENTRIES = 10_000
/** Maximum open elements; unclosed ones of a damaged entry count until it ends. */
const MAX_DEPTH = 10_000
const ROOTS = new Set(['rss', 'feed', 'rdf'])
const ENTRIES = new Set(['item', 'entry'])
/** Elements whose titles and links belong to something other than the entry or feed. */
const FOREIGN = new Set(['source', 'author', 'contributor', 'image', 'textinput', 'cloud', 'schedule'])
/** Elements read from an entry and from the feed itself. */
const FIELDS = new Set(
  'title link guid id description summary content encoded subtitle tagline abstract body pubdate published updated issued modified created date enclosure a category creator author'.split(
    ' ',
  ),
)
/**
 * Elements that only decide whether an entry is public, with their prefix. Some programs omit the prefix of the first
 * ones.
 */
const STATES = new Set([
  'app:control',
  'app:draft',
  ':control',
  ':draft',
  'thr:in-reply-to',
  'blogger:type',
  'blogger:status',
  'blogger:trashed',
  'blogger:filename',
])

/** Thrown by the strict pass at the first violation of well-formedness. */
class NotWellFormed extends Error {}

/**
 * Parses an XML feed: first strictly; if the document is not well-formed, again in a mode where every element ends at
 * the latest where the next one of its kind begins. Null when it contains no feed. Only the first `mostEntries` are
 * kept.
 */
export function readDocument(xml: string, url: string, mostEntries = MAX_ENTRIES): RawFeed | Page | null {
  try {
    return new Reading(xml, url, { tolerant: false, mostEntries }).read()
  } catch (error) {
    if (!(error instanceof NotWellFormed)) throw error
    return new Reading(xml, url, { tolerant: true, mostEntries }).read()
  }
}

type Open = ElementName & { name: string; base: string }
/** Source that is decoded at the end, or the literal text of a CDATA section. */
type Part = string | { literal: string }
type Capture = {
  at: number
  name: ElementName
  attributes: Map<string, string>
  base: string
  parts: Part[]
  plain: boolean
}

/** One pass over a document. */
class Reading {
  readonly #xml: string
  readonly #tolerant: boolean
  readonly #mostEntries: number
  readonly #vocabulary = new Vocabulary()
  readonly #stack: Open[] = []
  /** Number of open elements by name, so that an unmatched end tag is recognised at once. */
  readonly #count = new Map<string, number>()
  readonly #url: string
  #entities: Entities | null = null
  #first = true
  #root = false
  /** An RDF document without channel and items is no feed. */
  #rdfOnly = false
  #ended = false
  #html = false
  #pageBase: string
  #rebased = false
  #pageFeed: string | null = null
  #entry: (RawEntry & { at: number; children: boolean }) | null = null
  #capture: Capture | null = null
  #feed: RawFeed = { title: null, otherTitle: null, entries: [], found: 0, begun: 0, damaged: false }

  constructor(xml: string, url: string, { tolerant, mostEntries }: { tolerant: boolean; mostEntries: number }) {
    this.#xml = xml
    this.#mostEntries = mostEntries
    this.#url = url
    this.#pageBase = url
    this.#tolerant = tolerant
  }

  read(): RawFeed | Page | null {
    scanXml(
      this.#xml,
      {
        open: (tag) => this.#open(tag),
        close: (tag) => this.#close(tag),
        text: (start, end) => void this.#capture?.parts.push(this.#xml.slice(start, end)),
        cdata: (start, end, suspect) => this.#cdata(this.#xml.slice(start, end), suspect),
        doctype: (start, end) => this.#doctype(this.#xml.slice(start, end)),
        fault: () => this.#fault(),
      },
      this.#tolerant,
    )
    if (!this.#root || this.#rdfOnly) return this.#html ? { page: true, feed: this.#pageFeed } : null
    if (this.#stack.length > 0) this.#fault()
    // The element being read at the end of the document is incomplete.
    this.#capture = null
    if (this.#entry) this.#endEntry(false)
    return this.#feed
  }

  #fault(): void {
    if (!this.#root || this.#ended) return
    if (!this.#tolerant) throw new NotWellFormed()
    this.#feed.damaged = true
  }

  #doctype(type: string): void {
    if (/^<!doctype\s+html/i.test(type.slice(0, 40))) this.#html = true
    else this.#entities = declaredEntities(type)
  }

  #cdata(content: string, suspect: boolean): void {
    // It continues into the next section: better without its end than with the end tag of its own element inside.
    if (suspect && !this.#tolerant && content.toLowerCase().includes(`</${this.#stack.at(-1)?.name}`))
      throw new NotWellFormed()
    this.#capture?.parts.push({ literal: content })
  }

  #open(tag: Tag): void {
    const source = this.#xml.slice(tag.start, tag.end)
    let attributes: Map<string, string> | undefined
    const all = () => (attributes ??= attributesOf(source))
    if (source.includes('xmlns:')) this.#vocabulary.declare(all())
    const name = this.#nameOf(tag, source, all)
    if (!this.#root && !this.#begin(name, all)) return
    if (tag.torn) this.#fault()
    if (name.local === 'channel' || ENTRIES.has(name.local)) this.#rdfOnly = false
    if (tag.torn && !this.#isStructure(name)) return this.#asText(tag)
    const base = source.includes('xml:base') ? this.#resolved(all().get('xml:base'), this.#base()) : this.#base()
    if (name.local === 'base' && !this.#entry && !this.#capture && !this.#rebased) this.#rebase(all().get('href'))
    if (this.#startsEntry(name)) {
      if (this.#entry) {
        this.#feed.damaged = true
        this.#endCapture()
        this.#popTo(this.#entry.at)
        this.#endEntry(false)
      }
      this.#beginEntry(tag, name, all(), base)
      return
    }
    if (this.#entry) this.#entry.children = true
    if (this.#capture && this.#endsCapture(name)) this.#endCapture()
    if (this.#capture) {
      this.#capture.plain = false
      this.#capture.parts.push(source)
    } else if (this.#isField(name)) {
      const value = new Map([...all()].map(([key, text]) => [key, this.#decoded(text)]))
      this.#capture = { at: this.#stack.length, name, attributes: value, base, parts: [], plain: true }
      if (tag.empty) this.#endCapture()
    }
    if (this.#entry && !this.#capture && this.#vocabulary.isKnown(name) && this.#isChild()) this.#entry.known = true
    if (!tag.empty) this.#push(tag, name, base)
  }

  /** The name of an element; a state element may declare its namespace itself, without a prefix. */
  #nameOf(tag: Tag, source: string, attributes: () => Map<string, string>): ElementName {
    const name = this.#vocabulary.nameOf(tag.name)
    if (!this.#entry || name.prefix !== '' || !source.includes('xmlns')) return name
    const prefix = prefixOf(attributes().get('xmlns') ?? '') ?? ''
    return STATES.has(`${prefix}:${name.local}`) ? { prefix, local: name.local } : name
  }

  /** Looks for the root element; anything before it (warnings of a server) is skipped. */
  #begin(name: ElementName, attributes: () => Map<string, string>): boolean {
    const first = this.#first
    this.#first = false
    if (first ? this.#canBegin(name, attributes) : !this.#html && ROOTS.has(name.local)) {
      this.#root = true
      this.#rdfOnly = name.local === 'rdf' && !this.#vocabulary.speaksOfNews(attributes())
      if (name.local !== 'rdf') this.#vocabulary.makeOwn(name.prefix)
    } else if (name.local === 'html' || name.local === 'body') this.#html = true
    else if (name.local === 'base') this.#pageBase = this.#resolved(attributes().get('href'), this.#url)
    else if (name.local === 'link' && !this.#pageFeed) {
      const href = attributes().get('href')
      if (href && /^application\/(?:rss|atom|feed)\+/i.test(attributes().get('type') ?? ''))
        this.#pageFeed = this.#resolved(decodeHTMLStrict(href), this.#pageBase)
    }
    return this.#root
  }

  /** CDF has its channel as the root, and an Atom entry may be a document of its own (RFC 4287 §2). */
  #canBegin({ prefix, local }: ElementName, attributes: () => Map<string, string>): boolean {
    if (ROOTS.has(local) || local === 'channel') return true
    return local === 'entry' && prefix === '' && this.#vocabulary.speaksOfNews(attributes())
  }

  #isStructure({ local }: ElementName): boolean {
    return ROOTS.has(local) || ENTRIES.has(local) || FIELDS.has(local) || local === 'channel'
  }

  #startsEntry({ prefix, local }: ElementName): boolean {
    if (!ENTRIES.has(local) || prefix !== '') return false
    return this.#tolerant || (this.#entry === null && this.#capture === null)
  }

  #beginEntry(tag: Tag, name: ElementName, attributes: Map<string, string>, base: string): void {
    this.#capture = null
    const raw = new Map([...attributes].map(([key, text]) => [key, this.#decoded(text)]))
    const known = raw.has('rdf:about') || raw.has('about') || raw.has('href')
    this.#entry = { attributes: raw, fields: [], base, whole: false, known, at: this.#stack.length, children: known }
    if (tag.empty) this.#endEntry(true)
    else this.#push(tag, name, base)
  }

  /** True for a direct child of the entry or of the feed. */
  #isChild(): boolean {
    const parent = this.#stack.at(-1)
    if (!parent) return false
    if (this.#entry && this.#stack.length === this.#entry.at + 1) return true
    if (this.#tolerant) return !this.#stack.slice(-4).some(({ local }) => FOREIGN.has(local) || local === 'group')
    return !this.#entry && (parent.local === 'channel' || ROOTS.has(parent.local))
  }

  #isField(name: ElementName): boolean {
    if (name.prefix === 'media') return ['title', 'description'].includes(name.local) && this.#entry !== null
    if (STATES.has(`${name.prefix}:${name.local}`)) return this.#entry !== null && this.#isChild()
    return FIELDS.has(name.local) && this.#isChild() && this.#vocabulary.isKnown(name)
  }

  /** Fields without end tag end where the next one begins; only in damaged documents. */
  #endsCapture(name: ElementName): boolean {
    if (!this.#tolerant || !this.#capture || !FIELDS.has(name.local) || name.local === 'a') return false
    if (!this.#vocabulary.isKnown(name)) return false
    const held = this.#capture.name.local
    if (!['title', 'link', 'guid', 'id', 'pubdate', 'published', 'updated', 'date'].includes(held)) return false
    this.#feed.damaged = true
    return true
  }

  #asText(tag: Tag): void {
    this.#capture?.parts.push(`&lt;${this.#xml.slice(tag.start + 1, tag.end)}`)
  }

  #push(tag: Tag, name: ElementName, base: string): void {
    if (this.#stack.length >= MAX_DEPTH) {
      if (!this.#tolerant) throw new NotWellFormed()
      throw new FeedFault('Der Feed ist tiefer verschachtelt, als ein Feed es ist.')
    }
    const key = tag.name.toLowerCase()
    this.#stack.push({ ...name, name: key, base })
    this.#count.set(key, (this.#count.get(key) ?? 0) + 1)
  }

  #popTo(length: number): void {
    while (this.#stack.length > length) {
      const open = this.#stack.pop()
      if (open) this.#count.set(open.name, (this.#count.get(open.name) ?? 1) - 1)
    }
  }

  #close(tag: Tag): void {
    if (!this.#root) return
    const name = tag.name.toLowerCase()
    const top = this.#stack.at(-1)
    if (top?.name !== name) {
      if (!this.#tolerant) throw new NotWellFormed()
      if (!this.#count.get(name)) return
    }
    let at = this.#stack.length - 1
    while (this.#stack[at]?.name !== name) at -= 1
    if (this.#capture && at > this.#capture.at) this.#capture.parts.push(this.#xml.slice(tag.start, tag.end))
    else this.#endCapture()
    if (this.#entry && at < this.#entry.at) {
      this.#feed.damaged = true
      this.#popTo(this.#entry.at)
      this.#endEntry(false)
    } else if (this.#entry && at === this.#entry.at) this.#endEntry(true)
    this.#popTo(at)
    if (this.#stack.length === 0) this.#ended = true
  }

  #endCapture(): void {
    const capture = this.#capture
    this.#capture = null
    if (!capture) return
    this.#popTo(capture.at)
    const { prefix, local } = capture.name
    const { attributes, base } = capture
    // Inside XHTML an entity is part of the text; everywhere else markup is escaped text (RFC 4287 §3.1.1).
    const isMarkup = !capture.plain && attributes.get('type') === 'xhtml'
    const field = {
      prefix,
      local,
      attributes,
      base,
      value: isMarkup ? markupOf(capture.parts) : this.#textOf(capture.parts),
    }
    if (this.#entry) {
      this.#entry.fields.push(field)
      this.#entry.known = true
    } else if (local === 'title' && prefix === '') this.#feed.title ??= field
    else if (local === 'title' && prefix === 'dc') this.#feed.otherTitle ??= field
  }

  #endEntry(whole: boolean): void {
    const entry = this.#entry
    this.#entry = null
    if (!entry) return
    const { attributes, fields, base, known, children } = entry
    if (children || !whole) this.#feed.begun += 1
    if (!known) return
    this.#feed.found += 1
    // Beyond the limit entries are not kept.
    if (this.#feed.entries.length < this.#mostEntries)
      this.#feed.entries.push({ attributes, fields, base, known, whole })
  }

  /** A `<base href>` of the feed itself applies to everything after it. */
  #rebase(reference: string | undefined): void {
    this.#rebased = true
    const base = this.#resolved(reference, this.#base())
    for (const open of this.#stack) open.base = base
  }

  #base(): string {
    return this.#stack.at(-1)?.base ?? this.#url
  }

  #resolved(reference: string | undefined, base: string): string {
    if (!reference || reference.length > 2000) return base
    const url = URL.parse(reference.trim(), base)
    return url && /^https?:$/.test(url.protocol) && url.href.length <= 2000 ? url.href : base
  }

  /** Text between two CDATA sections is decoded as a whole, in however many pieces it came. */
  #textOf(parts: readonly Part[]): string {
    const text: string[] = []
    let source: string[] = []
    for (const part of [...parts, { literal: '' }]) {
      if (typeof part === 'string') source.push(part)
      else {
        text.push(this.#decoded(source.join('')), part.literal)
        source = []
      }
    }
    return text.join('')
  }

  #decoded(text: string): string {
    if (!text.includes('&')) return text
    return decodeInPieces(this.#entities ? this.#entities.expand(text) : text)
  }
}

function markupOf(parts: readonly Part[]): string {
  return parts
    .map((part) => (typeof part === 'string' ? part : part.literal.replaceAll('&', '&amp;').replaceAll('<', '&lt;')))
    .join('')
}

const PIECE = 65_536
/** Maximum length of an entity. */
const LONGEST_ENTITY = 40

/** The decoder needs a hundred times the memory of a text full of entities, so it is called piece by piece. */
function decodeInPieces(text: string): string {
  const pieces: string[] = []
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + PIECE, text.length)
    // No entity is split. The search is bounded: a text without entities would otherwise be scanned again for each
    // piece.
    const last = end < text.length ? text.slice(end - LONGEST_ENTITY, end).lastIndexOf('&') : -1
    if (last >= 0) end += last - LONGEST_ENTITY
    const piece = decodeHTMLStrict(text.slice(at, end))
    // A search makes V8 flatten the string and release its parts.
    piece.indexOf('\0')
    pieces.push(piece)
    at = end
  }
  return pieces.join('')
}
