import { createHash } from 'node:crypto'
import { slugify } from '../../../rules/slug.ts'
import { checkedInstant } from '../../../formats/source/source-dates.ts'
import { markdownOf } from '../../../markdown/html/markdown-of.ts'
import { SourceAddresses } from '../../../formats/source/addresses-in-source.ts'
import { markPictures } from '../../../formats/source/picture-places.ts'
import type { Share } from '../../../formats/readers.ts'
import { linkKey } from './text-links.ts'
import {
  termKey,
  stagedPlace,
  type Staged,
  type StagedItem,
  type StagedTerm,
  type StagedText,
  type StagedWorkingText,
} from './staged-items.ts'
import { plainText } from '../../../formats/feed/plain-text.ts'
import { itemsOfUnread, leftOutFile } from '../../../formats/source/unread-files.ts'
import {
  BLOG_FACTS,
  type BlogFacts,
  type BlogKnown,
  type ListAddresses,
  type OwnWorkingText,
  type RedirectItem,
  SourceFault,
  type SourceFiles,
  type SourceItem,
  type SourceKind,
  type TermItem,
  type TextItem,
} from '../../../formats/source/source-items.ts'

/** Shortened in the list; the text keeps its own. */
const LONGEST_TITLE = 300
/** A picture within a text, as word processors put them there. */
const INLINE = /^data:image\/(?:png|jpe?g|gif|webp|avif);base64,([a-z0-9+/=\s]+)$/i

/** What of a source is read by which reader. */
interface ReadSource {
  /** `source` tells the blog of a share from others. */
  shares: readonly (Share & { source: string })[]
  /** Paths no reader takes. */
  unread: readonly string[]
  files: SourceFiles
}

/**
 * Everything the readers find in a source, as it waits to be written: texts as markdown with marks where their pictures go, and
 * after what the source names itself the pictures and terms its texts name beside that, and the addresses its lists had. Every
 * file of the source gets a line. Pure; throws SourceFault.
 */
export async function* stagedItems({ shares, unread, files }: ReadSource, blog: BlogKnown): AsyncGenerator<StagedItem> {
  const common = new Common(files)
  const stagings: Staging[] = []
  const rest = new Staging(common, { lists: null, beside: null, source: null })
  const readable: (typeof shares)[number][] = []
  for (const [index, share] of shares.entries()) {
    const { reader, source } = share
    const seen = new Set<string>()
    try {
      const lists = (await reader.lists?.(share.files, blog)) ?? null
      const staging = new Staging(common, { lists, beside: share.beside, source: shares.length > 1 ? source : null })
      stagings.push(staging)
      for await (const item of reader.items(share.files, blog)) {
        seen.add(item.sourceId)
        yield* staging.add(item)
      }
      readable.push(share)
    } catch (error) {
      // What else the source holds comes without it, where there is anything else.
      const isLast = index === shares.length - 1 && readable.length === 0
      if (!(error instanceof SourceFault) || reader.isWhole || isLast) throw error
      for (const path of share.paths) if (!seen.has(path)) yield* rest.add(leftOutFile(path, error.message))
    }
  }
  for (const item of itemsOfUnread(unread)) yield* rest.add(item)
  for (const path of files.links ?? [])
    yield* rest.add(leftOutFile(path, 'Eine Verknüpfung auf eine andere Datei oder einen Ordner kommt nicht mit.'))
  for (const { reader, files: shared, beside } of readable) {
    const facts = beside === null ? await reader.blog?.(shared) : null
    if (!facts || Object.values(facts).every((text) => text === '')) continue
    yield* rest.add(aboutBlog(facts))
    break
  }
  for (const staging of stagings) yield* staging.terms()
  yield* rest.pictures()
  for (const staging of stagings) yield* staging.lists()
}

/** What a source says of its blog, as it is set where nothing is. */
function aboutBlog({ title, description, author }: BlogFacts): SourceItem {
  const wanted = {
    site_title: [title, 300],
    site_description: [description, 2000],
    author_name: [author, 300],
  } as const
  const facts = Object.entries(wanted).flatMap(([field, [text, most]]) => {
    const clean = plainText(text, most)
    return clean === '' ? [] : [[field, clean]]
  })
  const record = { list: BLOG_FACTS, facts: Object.fromEntries(facts) }
  return { kind: 'other', sourceId: BLOG_FACTS, title: `Blog: ${title || author}`, reasons: [], record }
}

type Named = { category: Map<string, string>; tag: Map<string, string> }
type Given = { name: string; slug: string | null }

/** What the readers of one source share: no picture, term or id has two lines. */
class Common {
  readonly addresses: SourceAddresses
  readonly counts = new Map<SourceKind, number>()
  /** How often each source id has stood there, by kind. */
  readonly ids = new Map<string, number>()
  readonly pictures = new Set<string>()
  /** Pictures that texts name, by their address: what one of the texts wrote, and the picture itself where the text holds it. */
  readonly missing = new Map<string, { written: string; data: string | null }>()
  /** Terms that have a line: the first name of each, by its key. */
  readonly terms = { category: new Map<string, string>(), tag: new Map<string, string>() }
  /** Old addresses of lists that have a line. */
  readonly redirects = new Set<string>()
  /** Addresses texts are to have here, each once. */
  readonly wanted = new Set<string>()

  constructor(files: SourceFiles) {
    this.addresses = new SourceAddresses(files.list().map(({ path }) => path))
  }
}

/** What is known of the part of a source that one reader reads. */
interface Part {
  lists: ListAddresses | null
  /** The generator of another blog in the same source. */
  beside: string | null
  /** The source of its texts, where the import as a whole has another. */
  source: string | null
}

class Staging {
  readonly #common: Common
  readonly #terms: Named = { category: new Map(), tag: new Map() }
  /** Terms the source lists, by the key of their name: several names may be one here. */
  readonly #given = { category: new Map<string, Given[]>(), tag: new Map<string, Given[]>() }
  readonly #authors: Given[] = []
  /** What readers could see: terms, author lines and months of published texts. */
  readonly #seen = {
    category: new Set<string>(),
    tag: new Set<string>(),
    author: new Set<string>(),
    month: new Set<string>(),
  }
  readonly #lists: ListAddresses | null
  readonly #home: URL | null
  readonly #part: Part

  constructor(common: Common, part: Part) {
    this.#common = common
    this.#part = part
    this.#lists = part.lists
    this.#home = part.lists?.home ? URL.parse(part.lists.home) : null
  }

  *add(item: SourceItem): Generator<StagedItem> {
    switch (item.kind) {
      case 'article':
      case 'page':
        return yield this.#text(item)
      case 'media': {
        const address = this.#common.addresses.resolve(item.address, null) ?? item.address
        this.#common.pictures.add(address)
        const { kind, title, alt, caption, own } = item
        const written = address === item.address ? {} : { written: item.address }
        const staged = { kind, address, title, alt, caption, ...written, ...(own && { own }) }
        return yield this.#staged(item, title ?? address, staged, address)
      }
      case 'category':
      case 'tag': {
        const { kind, name, slug, date = null } = item
        const key = termKey(name)
        const twin = this.#common.terms[kind].get(key)
        if (!item.skip) {
          const given = this.#given[kind].get(key)
          if (given) given.push({ name, slug })
          else this.#given[kind].set(key, [{ name, slug }])
          if (twin === undefined) this.#common.terms[kind].set(key, name)
        }
        return yield this.#staged(item, name, {
          ...{ kind, name, slug, date, ...(twin !== undefined && { twin }) },
          ...this.#about(item),
        })
      }
      case 'author':
        this.#authors.push(item)
        return yield this.#staged(item, item.name, {
          kind: item.kind,
          name: item.name,
          slug: item.isOwn ? item.slug : null,
          date: item.date ?? null,
          ...this.#about(item),
        })
      case 'redirect': {
        const { kind, from, to, status, list } = item
        return yield this.#staged(item, from, { kind, from, to, status, ...(list && { list }) })
      }
      case 'comment':
      case 'member':
      case 'other': {
        const { kind, record, file, comment } = item
        const { source } = this.#part
        const staged = {
          kind,
          ...(record && { record }),
          ...(file !== undefined && { file }),
          ...(comment && { comment, ...(source !== null && { source }) }),
        }
        return yield this.#staged(item, item.title ?? item.sourceId, staged, file)
      }
    }
  }

  /** What the source says of a term, with the address of its picture. */
  #about({ about, skip, base = null }: TermItem): Pick<StagedTerm, 'about'> {
    if (!about || skip) return {}
    const picture = about.picture === null ? null : this.#picture(about.picture, base)
    return { about: { ...about, picture } }
  }

  /** Terms that texts name and the source did not list. */
  *terms(): Generator<StagedItem> {
    for (const kind of ['category', 'tag'] as const)
      for (const [folded, name] of this.#terms[kind]) {
        if (this.#common.terms[kind].has(folded)) continue
        this.#common.terms[kind].set(folded, name)
        yield this.#staged({ kind, sourceId: name, reasons: [] }, name, { kind, name, slug: null })
      }
  }

  /** Pictures that texts name and the source did not list. */
  *pictures(): Generator<StagedItem> {
    for (const [address, { written, data }] of this.#common.missing) {
      if (this.#common.pictures.has(address)) continue
      const staged = {
        kind: 'media' as const,
        address,
        title: null,
        alt: null,
        caption: null,
        ...(data !== null && { data }),
        ...(data === null && written !== address && { written }),
      }
      const name = nameOf(data === null ? written : address)
      yield this.#staged({ kind: 'media', sourceId: address, reasons: [] }, name, staged, address)
    }
  }

  /** Old addresses of lists that have something to show: of categories, tags, authors and months. */
  *lists(): Generator<StagedItem> {
    if (!this.#lists) return
    const seen = this.#common.redirects
    const staged = this.#staged.bind(this)
    function* redirect(from: string, to: string | null, list?: RedirectItem['list']): Generator<StagedItem> {
      if (seen.has(from)) return
      seen.add(from)
      const item = { kind: 'redirect' as const, sourceId: from, reasons: [] }
      yield staged(item, from, { kind: 'redirect', from, to, status: 301, ...(list && { list }) })
    }
    for (const kind of ['category', 'tag'] as const) {
      const terms = new Map<string, Given[]>([
        ...[...this.#terms[kind]].map(([key, name]) => [key, [{ name, slug: null }]] as [string, Given[]]),
        ...this.#given[kind],
      ])
      for (const [folded, named] of terms) {
        // A further category of a text was never a tag where it comes from.
        if (kind === 'tag' && !this.#given.tag.has(folded) && this.#given.category.has(folded)) continue
        // Further categories become tags: the list that has something is the one that is meant.
        const is = [kind, kind === 'tag' ? 'category' : 'tag'].find((one) => this.#seen[one as 'tag'].has(folded))
        if (!is) continue
        for (const term of named)
          for (const from of this.#lists.of(kind, term))
            yield* redirect(from, null, { kind: is as 'tag', name: term.name })
      }
    }
    for (const author of this.#authors)
      if (this.#seen.author.has(author.name))
        for (const from of this.#lists.of('author', author))
          yield* redirect(from, null, { kind: 'author', name: author.name })
    for (const at of [...this.#seen.month].sort()) {
      const [year = '', month = ''] = at.split('-')
      for (const from of this.#lists.inTime(year, null)) yield* redirect(from, `/archiv/${year}`)
      for (const from of this.#lists.inTime(year, month)) yield* redirect(from, `/archiv/${year}/${month}`)
    }
    for (const { from, to } of this.#lists.others) yield* redirect(from, to)
  }

  #text(written: TextItem): StagedItem {
    const dated = withCheckedDates(written)
    const item = this.#part.beside === null ? dated : asDraft(dated, this.#part.beside)
    const { body, format, reasons, sourceId: _id, skip, cover, base, own, ...fields } = item
    const read = format === 'html' ? markdownOf(body, base) : { markdown: body, reasons: [] }
    const { text, pictures } = markPictures(
      read.markdown,
      (address) => this.#picture(address, base),
      (address) => this.#link(address, base),
    )
    const shown = cover === null ? null : this.#picture(cover, base)
    if (!skip) {
      if (item.category !== null) this.#name('category', item.category)
      for (const tag of item.tags) this.#name('tag', tag)
      if (item.kind === 'article' && item.status === 'published') this.#see(item)
    }
    const staged: StagedText = {
      ...fields,
      ...(this.#part.source !== null && { source: this.#part.source }),
      ...{ markdown: text, pictures, cover: shown },
      ...(own && { own: { facts: own.facts, working: own.working && this.#working(own.working, base) } }),
    }
    const said = { ...item, reasons: [...new Set([...read.reasons, ...reasons])] }
    const first = item.oldAddresses[0]
    const found = this.#staged(
      said,
      item.title || item.slug || item.sourceId,
      staged,
      first === undefined ? null : linkKey(first),
    )
    return { ...found, url: this.#addressHere(item) }
  }

  /** The address a text will get, for links from other texts; null where it is known only after the text is written. */
  #addressHere({ kind, slug, skip }: TextItem): string | null {
    const spelled = slug === null || skip ? '' : slugify(slug)
    if (spelled === '') return null
    const address = kind === 'article' ? `/article/${spelled}` : `/${spelled}`
    if (this.#common.wanted.has(address)) return null
    this.#common.wanted.add(address)
    return address
  }

  #see({ category, tags, authors, publishedAt }: TextItem): void {
    if (category !== null) this.#seen.category.add(termKey(category))
    for (const tag of tags) this.#seen.tag.add(termKey(tag))
    for (const author of authors) this.#seen.author.add(author)
    if (publishedAt !== null) this.#seen.month.add(publishedAt.slice(0, 7))
  }

  /** The key of another text of the blog that a link may lead to; null for what leads elsewhere, or to no text. */
  #link(written: string, base: string | null): string | null {
    if (!this.#lists || written.startsWith('#')) return null
    const home = this.#home
    const isPath = written.startsWith('/') && !written.startsWith('//')
    const url = isPath
      ? URL.parse(written, home?.href ?? 'https://here.invalid')
      : URL.parse(written, base !== null && /^https?:/i.test(base) ? base : undefined)
    if (!url || (!isPath && withoutWww(url.host) !== withoutWww(home?.host ?? ''))) return null
    const numbered = this.#lists.byNumber?.(url) ?? null
    if (numbered !== null) return linkKey(numbered)
    const path = url.pathname.toLowerCase()
    return path === '/' && url.search === '' ? null : linkKey(`${url.pathname}${url.search}`)
  }

  #working({ body, ...working }: OwnWorkingText, base: string | null): StagedWorkingText {
    const { text, pictures } = markPictures(body, (address) => this.#picture(address, base))
    const cover = working.cover === null ? null : this.#picture(working.cover, base)
    return { ...working, markdown: text, pictures, cover }
  }

  #name(kind: 'category' | 'tag', name: string): void {
    const folded = termKey(name)
    if (folded !== '' && !this.#terms[kind].has(folded)) this.#terms[kind].set(folded, name)
  }

  #picture(written: string, base: string | null): string | null {
    const inline = INLINE.exec(written)?.[1]?.replaceAll(/\s/g, '') ?? null
    const address =
      inline === null ? this.#common.addresses.resolve(written, base) : `data:${hashOf(inline).slice(0, 32)}`
    if (address !== null && !this.#common.missing.has(address))
      this.#common.missing.set(address, { written: inline === null ? written : '', data: inline })
    return address
  }

  #staged(
    { kind, sourceId, reasons, skip }: Pick<SourceItem, 'kind' | 'sourceId' | 'reasons' | 'skip'>,
    title: string,
    staged: Staged,
    address: string | null = null,
  ): StagedItem {
    const count = (this.#common.counts.get(kind) ?? 0) + 1
    this.#common.counts.set(kind, count)
    const times = (this.#common.ids.get(`${kind} ${sourceId}`) ?? 0) + 1
    this.#common.ids.set(`${kind} ${sourceId}`, times)
    return {
      place: stagedPlace(kind, count, staged),
      sourceId: bounded(plain(times === 1 ? sourceId : `${sourceId}#${times}`), 1000),
      kind,
      title: plain(title).slice(0, LONGEST_TITLE),
      address: address === null ? null : bounded(plain(address), 2000),
      reasons: reasons.map(plain),
      skip: skip === true,
      staged: plainIn(staged),
    }
  }
}

/** A text without what its reader gave as dates and is none here: whatever a reader lets through, nothing else is written. */
function withCheckedDates(item: TextItem): TextItem {
  const unread: string[] = []
  const checked = (instant: string | null) => checkedInstant(instant, (reason) => unread.push(reason))
  const dates = {
    publishedAt: checked(item.publishedAt),
    createdAt: checked(item.createdAt),
    updatedAt: checked(item.updatedAt),
  }
  return { ...item, ...dates, reasons: [...item.reasons, ...unread] }
}

/** A text of an export that lies beside a whole blog: most often an old backup, whose texts the blog itself has, too. */
function asDraft(item: TextItem, generator: string): TextItem {
  // Its addresses are those of the blog.
  if (item.status === 'draft') return { ...item, oldAddresses: [] }
  const reason = `Die Datei liegt neben einem Blog von ${generator} und ist vielleicht eine ältere Sicherung: als Entwurf übernommen. Ist sie der Blog, importieren Sie sie einzeln.`
  return { ...item, status: 'draft', publishedAt: null, oldAddresses: [], reasons: [...item.reasons, reason] }
}

function withoutWww(host: string): string {
  return host.toLowerCase().replace(/^www\./, '')
}

/** The start of a text, of limited length in UTF-8 bytes: an index of PostgreSQL holds at most 2,700. */
function bounded(text: string, bytes: number): string {
  if (text.length * 3 <= bytes) return text
  const encoded = Buffer.from(text)
  return encoded.length <= bytes ? text : new TextDecoder().decode(encoded.subarray(0, bytes), { stream: true })
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Text that every database keeps. */
function plain(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** The same with all its texts as every database keeps them. */
function plainIn<T>(value: T): T {
  if (typeof value === 'string') return plain(value) as T
  if (Array.isArray(value)) return value.map(plainIn) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plainIn(inner)])) as T
}

function nameOf(address: string): string {
  return address.startsWith('data:')
    ? 'Bild im Text'
    : (address.split(/[?#]/, 1)[0] ?? address).split('/').at(-1) || address
}
