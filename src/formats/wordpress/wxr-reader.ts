import { decodeHTML } from 'entities'
import { plainText } from '../feed/plain-text.ts'
import {
  someOf,
  type ListAddresses,
  type MediaItem,
  type OtherItem,
  type Reader,
  type RedirectItem,
  type SourceFiles,
  type SourceItem,
  type TermItem,
  type TextItem,
} from '../source/source-items.ts'
import { ownEntry } from '../../rules/own-entry.ts'
import { decodedSlug, slugify } from '../../rules/slug.ts'
import { decodeText, inUtf8 } from '../source/text-charset.ts'
import { Attachments, isPictureAddress } from './attachments.ts'
import { elementorHtml } from './page-builders.ts'
import { commentsOf } from './comments.ts'
import { postBody } from './post-body.ts'
import { instantOf } from '../../rules/written-dates.ts'
import { quoted } from '../../rules/quoted.ts'
import { unreadDate } from '../source/source-dates.ts'
import { PostDates } from './post-dates.ts'
import { headOf, itemsOf, textOf, type Element } from './wxr-document.ts'

/** Bytes searched for WordPress' signature. */
const MARK_BYTES = 64 * 1024
const LONGEST_TITLE = 300
const LONGEST_EXCERPT = 2000

/** WordPress' default description of a blog. */
const FROM_THE_START =
  /^(?:Just another WordPress site|Eine weitere WordPress-(?:Web)?[sS]ite|Ein(?:e)? weitere[rs]? WordPress-\w+)$/

/** Facts of a blog collected before its texts are read. */
type Blog = {
  pictures: Attachments
  dates: PostDates
  timeZone: string
  /** Display names by login. */
  authors: ReadonlyMap<string, string>
  /** Languages of its texts. */
  languages: ReadonlySet<string>
  /** The path of the blog, without a trailing slash. */
  root: string
}

/** WordPress' own export (WXR), one file or several parts. */
export const wordpressReader: Reader = {
  format: 'WordPress',
  async claims(files) {
    return { paths: await partsOf(files) }
  },
  async identity(files) {
    const [first] = await partsOf(files)
    const head = first ? headOf(await read(files, first)) : []
    const address = textOf(head, 'wp:base_blog_url') || textOf(head, 'link')
    return withoutScheme(address) || null
  },
  async blog(files) {
    const [first] = await partsOf(files)
    if (!first) return null
    const head = headOf(await read(files, first))
    const authors = head.filter(({ name }) => name === 'wp:author').map(({ children }) => displayName(children))
    const description = textOf(head, 'description')
    return {
      title: textOf(head, 'title'),
      description: FROM_THE_START.test(description) ? '' : description,
      author: authors.length === 1 ? authors[0]! : '',
    }
  },
  async lists(files) {
    const heads: Element[][] = []
    const links = new Map<string, string>()
    let first: string | null = null
    for (const part of await partsOf(files)) {
      const file = await read(files, part)
      heads.push(headOf(file))
      for (const item of itemsOf(file)) {
        const link = textOf(item, 'link')
        first ??= link
        const isText = ['post', 'page'].includes(textOf(item, 'wp:post_type'))
        if (isText) links.set(textOf(item, 'wp:post_id'), pathOf(link))
      }
    }
    return listsOf(heads.flat(), first ?? '', links)
  },
  async *items(files, { timeZone }) {
    const parts = await partsOf(files)
    const blog = await survey(files, parts, timeZone)
    yield* terms(blog.heads)
    let spam = 0
    for (const part of parts) {
      for (const item of itemsOf(await read(files, part))) {
        yield itemOf(item, blog)
        const { taken, left } = commentsOf(item, blog.timeZone)
        spam += left
        yield* taken
      }
    }
    if (spam > 0) yield leftOut(spam)
  },
}

/** A file in UTF-8, converted if necessary. */
async function read(files: SourceFiles, path: string): Promise<Buffer> {
  return inUtf8(await files.read(path))
}

/**
 * The export files of one WordPress blog, by name; those of another blog wait for the next round. A single file may
 * have any name: read as a feed, its drafts would become public.
 */
async function partsOf(files: SourceFiles): Promise<string[]> {
  const found: { path: string; blog: string }[] = []
  const list = files.list()
  for (const { path } of list) {
    if (list.length > 1 && !/\.(?:xml|wxr|rss)$/i.test(path)) continue
    const start = decodeText((await files.read(path)).subarray(0, MARK_BYTES))
    // A text may contain the format's name without being of it.
    const root = start.search(/<rss[\s>]/)
    if (root < 0 || !/wp:wxr_version|wordpress\.org\/export\//.test(start.slice(root))) continue
    const address = /<(wp:base_blog_url|link)>([^<]{1,500})<\/\1>/.exec(start)?.[2] ?? ''
    found.push({ path, blog: withoutScheme(address.trim()) })
  }
  const parts = found.sort((one, other) => (one.path < other.path ? -1 : 1))
  return parts.flatMap(({ path, blog }) => (blog === parts[0]!.blog ? [path] : []))
}

/** The address by which exports of one blog are matched, independent of the scheme. */
function withoutScheme(address: string): string {
  return address.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '')
}

/** Reads what texts refer to before any text is read: files of the library, authors, the zone of dates. */
async function survey(files: SourceFiles, parts: readonly string[], timeZone: string) {
  const pictures = new Attachments()
  const dates = new PostDates(timeZone)
  const languages = new Set<string>()
  const heads: Element[][] = []
  for (const part of parts) {
    const file = await read(files, part)
    heads.push(headOf(file))
    for (const item of itemsOf(file)) {
      dates.learn(textOf(item, 'wp:post_date'), textOf(item, 'wp:post_date_gmt'))
      for (const language of namesOf(item, 'language')) languages.add(language)
      if (textOf(item, 'wp:post_type') !== 'attachment') continue
      const address = textOf(item, 'wp:attachment_url') || textOf(item, 'guid')
      pictures.add({
        id: textOf(item, 'wp:post_id'),
        parent: textOf(item, 'wp:post_parent'),
        address,
        title: plainText(textOf(item, 'title'), LONGEST_TITLE),
        alt: plainText(metaOf(item).get('_wp_attachment_image_alt'), 1000),
        isPicture: isPictureAddress(address),
      })
    }
  }
  dates.settle()
  const head = heads.flat()
  const authors = new Map(
    head
      .filter(({ name }) => name === 'wp:author')
      .map(({ children }) => [textOf(children, 'wp:author_login'), displayName(children)]),
  )
  const root = pathOf(textOf(head, 'wp:base_blog_url') || textOf(head, 'link')).replace(/\/$/, '')
  return { pictures, dates, timeZone, languages, authors, root, heads } satisfies Blog & { heads: Element[][] }
}

/** Addresses of WordPress' lists, with the default bases; by number where its addresses are plain. */
function listsOf(head: readonly Element[], link: string, links: ReadonlyMap<string, string>): ListAddresses {
  const home = textOf(head, 'wp:base_blog_url') || textOf(head, 'link')
  const root = pathOf(home).replace(/\/$/, '')
  const isPlain = /[?&](?:p|page_id)=\d/.test(link)
  const named = (kind: string, key: string) =>
    head.filter(({ name, children }) => name === kind && textOf(children, key) !== '')
  const above = new Map(
    named('wp:category', 'wp:category_nicename').map(({ children }) => [
      textOf(children, 'wp:category_nicename'),
      textOf(children, 'wp:category_parent'),
    ]),
  )
  const ids = new Map(
    named('wp:category', 'wp:term_id').map(({ children }) => [
      textOf(children, 'wp:category_nicename'),
      textOf(children, 'wp:term_id'),
    ]),
  )
  const logins = new Map(
    named('wp:author', 'wp:author_login').map(({ children }) => [
      displayName(children),
      textOf(children, 'wp:author_login'),
    ]),
  )
  const below = (slug: string): string => {
    const path = [slug]
    for (let parent = above.get(slug) ?? ''; parent !== '' && path.length < 10; parent = above.get(parent) ?? '')
      path.unshift(parent)
    return path.join('/')
  }
  return {
    home: home || null,
    of(kind, { name, slug }) {
      const called = kind === 'author' ? (logins.get(name) ?? '') : (slug ?? slugify(name))
      if (called === '') return []
      if (kind === 'author') return [isPlain ? `${root}/?author_name=${called}` : `${root}/author/${slugify(called)}/`]
      if (kind === 'tag') return [isPlain ? `${root}/?tag=${called}` : `${root}/tag/${called}/`]
      if (isPlain) return ids.has(called) ? [`${root}/?cat=${ids.get(called)}`] : []
      return [...new Set([`${root}/category/${below(called)}/`, `${root}/category/${called}/`])]
    },
    inTime: (year, month) =>
      isPlain ? [`${root}/?m=${year}${month ?? ''}`] : [`${root}/${year}/${month === null ? '' : `${month}/`}`],
    others: isPlain ? [] : [{ from: `${root}/feed/`, to: '/feed.xml' }],
    byNumber({ pathname, searchParams }) {
      const isRoot = [root, `${root}/`, `${root}/index.php`].includes(pathname)
      return (isRoot && links.get(searchParams.get('p') ?? searchParams.get('page_id') ?? '')) || null
    },
  }
}

function displayName(author: readonly Element[]): string {
  const full = [textOf(author, 'wp:author_first_name'), textOf(author, 'wp:author_last_name')].join(' ').trim()
  return decodeHTML(textOf(author, 'wp:author_display_name') || full || textOf(author, 'wp:author_login'))
}

/** Categories, tags and authors in the heads of the parts. */
function* terms(heads: readonly Element[][]): Generator<TermItem | RedirectItem> {
  const seen = new Set<string>()
  const parents = new Map<string, string>()
  for (const { children } of heads.flat().filter(({ name }) => name === 'wp:category'))
    parents.set(textOf(children, 'wp:category_nicename'), decodeHTML(textOf(children, 'wp:cat_name')))
  for (const element of heads.flat()) {
    const term = termOf(element, parents)
    if (!term || seen.has(`${term.kind} ${term.sourceId}`)) continue
    seen.add(`${term.kind} ${term.sourceId}`)
    yield term
  }
}

function termOf({ name, children }: Element, parents: ReadonlyMap<string, string>): TermItem | null {
  const base = { reasons: [] as string[], parent: null }
  if (name === 'wp:author') {
    const login = textOf(children, 'wp:author_login')
    return { ...base, kind: 'author', sourceId: login, name: displayName(children), slug: null }
  }
  if (name === 'wp:category') {
    const slug = textOf(children, 'wp:category_nicename')
    const parent = parents.get(textOf(children, 'wp:category_parent')) ?? null
    const called = decodeHTML(textOf(children, 'wp:cat_name')) || slug
    const reasons = parent ? [`Stand unter ${quoted(parent)}; Kategorien stehen hier nebeneinander.`] : []
    return { kind: 'category', sourceId: slug, name: called, slug, parent, reasons }
  }
  if (name !== 'wp:tag') return null
  const slug = textOf(children, 'wp:tag_slug')
  return { ...base, kind: 'tag', sourceId: slug, name: decodeHTML(textOf(children, 'wp:tag_name')) || slug, slug }
}

function leftOut(comments: number): OtherItem {
  const title = comments === 1 ? '1 Kommentar' : `${comments.toLocaleString('de-DE')} Kommentare`
  const reasons = ['Spam, Papierkorb und Meldungen anderer Blogs kommen nicht mit.']
  return { kind: 'comment', sourceId: 'wp:comment', title, reasons, skip: true }
}

function itemOf(item: readonly Element[], blog: Blog): SourceItem {
  const type = textOf(item, 'wp:post_type')
  if (type === 'attachment') return attachment(item, blog)
  if (type === 'post' || type === 'page') return text(item, type === 'post' ? 'article' : 'page', blog)
  const what = ownEntry(TYPES, type) ?? `der Inhaltstyp ${quoted(type)}`
  return {
    kind: 'other',
    sourceId: idOf(item),
    title: plainText(textOf(item, 'title'), LONGEST_TITLE) || type,
    reasons: [`Nicht übernommen wird ${what}.`],
    skip: true,
  }
}

const TYPES: Record<string, string> = {
  nav_menu_item: 'ein Eintrag eines Menüs',
  revision: 'eine ältere Fassung',
  wp_block: 'ein wiederverwendbarer Block',
  wp_navigation: 'ein Menü',
  wp_template: 'eine Vorlage des Themes',
  wp_template_part: 'ein Teil des Themes',
  wp_global_styles: 'die Gestaltung des Themes',
  custom_css: 'eigenes CSS',
  customize_changeset: 'eine Änderung am Theme',
  oembed_cache: 'ein Zwischenspeicher von WordPress',
}

function attachment(item: readonly Element[], blog: Blog): MediaItem {
  const said: string[] = []
  const address = textOf(item, 'wp:attachment_url') || textOf(item, 'guid')
  const found: MediaItem = {
    kind: 'media',
    sourceId: idOf(item),
    address,
    title: plainText(textOf(item, 'title'), LONGEST_TITLE) || null,
    alt: plainText(metaOf(item).get('_wp_attachment_image_alt'), 1000) || null,
    caption: plainText(textOf(item, 'excerpt:encoded'), 2000) || null,
    date: dateOf(item, blog, said),
    reasons: said,
  }
  if (textOf(item, 'wp:status') === 'trash')
    return { ...found, skip: true, reasons: ['Liegt in WordPress im Papierkorb.'] }
  if (isPictureAddress(address)) return found
  // Without a file the guid is the number of the entry, not an address.
  if (textOf(item, 'wp:attachment_url') === '' && !/\.\w{2,5}$/.test(URL.parse(address)?.pathname ?? ''))
    return { ...found, skip: true, reasons: ['Die Quelle nennt keine Adresse der Datei; sie kommt nicht mit.'] }
  const reasons = ['Die Datei ist kein Bild; sie bleibt, wo sie ist, und Verweise auf sie auch.']
  return { ...found, skip: true, reasons }
}

/** The id of an item: its number, else its address; files of other tools may have neither. */
function idOf(item: readonly Element[]): string {
  return ['wp:post_id', 'guid', 'link', 'title'].map((name) => textOf(item, name)).find((id) => id !== '') ?? ''
}

/** Publication date of an item, ISO 8601 in UTC: some tools that write this format use only the date field of feeds. */
function dateOf(item: readonly Element[], { dates, timeZone }: Blog, reasons: string[]): string | null {
  const own = textOf(item, 'wp:post_date')
  const said = dates.instant(own, textOf(item, 'wp:post_date_gmt'))
  if (said !== null) return said
  const published = textOf(item, 'pubDate')
  // WordPress gives drafts the last day before the year 0.
  const fed = /-0001 /.test(published) ? null : instantOf(published, timeZone)
  const written = [own, published].find((date) => date !== '' && !/^0000-|-0001\b/.test(date))
  if (fed === null && written !== undefined) reasons.push(unreadDate(written))
  return fed
}

/** Why a text of this state is skipped. */
const SKIPPED: Record<string, string> = {
  trash: 'Liegt in WordPress im Papierkorb.',
  'auto-draft': 'Ist ein leerer Entwurf, den WordPress selbst angelegt hat.',
  inherit: 'Ist eine ältere Fassung eines anderen Textes.',
}
/** Why a text becomes a draft. */
const DRAFTS: Record<string, string> = {
  draft: 'War ein Entwurf und bleibt einer.',
  pending: 'Wartete auf Freigabe und wird Entwurf.',
  private: 'War privat und wird Entwurf.',
}

function text(item: readonly Element[], kind: 'article' | 'page', blog: Blog): TextItem {
  const id = idOf(item)
  const status = textOf(item, 'wp:status')
  const meta = metaOf(item)
  const written = item.find(({ name }) => name === 'content:encoded')?.text ?? ''
  const built = written.trim() === '' ? elementorHtml(meta.get('_elementor_data')) : ''
  const content = built || written
  const body = postBody(content, blog.pictures, blog.pictures.ofPost(id), meta.get('footnotes'))
  const { reasons, ...state } = stateOf(item, body.hidden)
  const date = dateOf(item, blog, reasons)
  const modified = blog.dates.instant(textOf(item, 'wp:post_modified'), textOf(item, 'wp:post_modified_gmt'))
  const [category = null, ...others] = namesOf(item, 'category')
  const login = textOf(item, 'dc:creator')
  const author = blog.authors.get(login) ?? login
  const skipped = ownEntry(SKIPPED, status)
  return {
    kind,
    sourceId: id,
    title: plainText(textOf(item, 'title'), LONGEST_TITLE),
    body: body.html,
    format: 'html',
    slug: slugify(decodedSlug(textOf(item, 'wp:post_name'))) || null,
    status: state.status,
    publishedAt: state.status === 'draft' ? null : date,
    createdAt: date,
    updatedAt: modified,
    excerpt: plainText(textOf(item, 'excerpt:encoded'), LONGEST_EXCERPT) || null,
    authors: author === '' ? [] : [author],
    category,
    tags: [...new Set([...others, ...namesOf(item, 'post_tag')])],
    cover: blog.pictures.byId(meta.get('_thumbnail_id') ?? '')?.address ?? null,
    seoTitle: meta.get('_yoast_wpseo_title')?.trim() || meta.get('rank_math_title')?.trim() || null,
    seoDescription: meta.get('_yoast_wpseo_metadesc')?.trim() || meta.get('rank_math_description')?.trim() || null,
    pinned: textOf(item, 'wp:is_sticky') === '1',
    base: textOf(item, 'link') || null,
    oldAddresses: status === 'publish' || status === 'future' ? oldAddresses(item, kind, blog) : [],
    reasons: [
      ...reasons,
      ...body.reasons,
      ...(built === '' ? [] : ['Der Text stand nur im Baukasten „Elementor“; seine Teile stehen untereinander.']),
      ...otherTerms(item, blog.languages),
      ...(skipped ? [skipped] : []),
    ],
    ...(skipped && { skip: true as const }),
  }
}

function stateOf(item: readonly Element[], hidden: string | null): { status: TextItem['status']; reasons: string[] } {
  const status = textOf(item, 'wp:status')
  if (isProtected(item)) return { status: 'draft', reasons: ['War mit einem Passwort geschützt und wird Entwurf.'] }
  if (hidden !== null && (status === 'publish' || status === 'future')) return { status: 'draft', reasons: [hidden] }
  if (status === 'publish') return { status: 'published', reasons: [] }
  if (status === 'future') return { status: 'scheduled', reasons: [] }
  const reason =
    ownEntry(DRAFTS, status) ??
    (Object.hasOwn(SKIPPED, status) ? null : `Hatte den Status ${quoted(status)} und wird Entwurf.`)
  return { status: 'draft', reasons: reason === null ? [] : [reason] }
}

/** A password may be a blank; a line break comes from indentation. */
function isProtected(item: readonly Element[]): boolean {
  const written = item.find(({ name }) => name === 'wp:post_password')?.text ?? ''
  return (/[\r\n]/.test(written) ? written.trim() : written) !== ''
}

/** Taxonomies that are imported, or irrelevant to readers. */
const TERMS = new Set(['category', 'post_tag', 'post_format', 'post_translations', 'term_translations', 'nav_menu'])

/** Taxonomies of a text that are not imported: its language in a multilingual blog, and terms of plugins. */
function otherTerms(item: readonly Element[], languages: ReadonlySet<string>): string[] {
  const found = new Map<string, Set<string>>()
  for (const { name, text: term, attributes } of item) {
    const domain = attributes.get('domain') ?? ''
    if (name !== 'category' || domain === '' || TERMS.has(domain)) continue
    const names = found.get(domain) ?? new Set()
    found.set(domain, names.add(decodeHTML(term.trim())))
  }
  return [...found].flatMap(([domain, names]) => {
    if (domain !== 'language') return [`Die Einteilung ${quoted(domain)} gibt es hier nicht: ${someOf(names)}.`]
    return languages.size < 2 ? [] : [`Sprachen gibt es hier nicht; der Text ist in ${quoted(someOf(names))}.`]
  })
}

/** Names of the terms of one taxonomy, in order. */
function namesOf(item: readonly Element[], domain: string): string[] {
  const named = item.filter(({ name, attributes }) => name === 'category' && attributes.get('domain') === domain)
  const names = named.map(({ text, attributes }) => decodeHTML(text.trim()) || attributes.get('nicename') || '')
  return [...new Set(names.filter((name) => name !== ''))]
}

function metaOf(item: readonly Element[]): ReadonlyMap<string, string> {
  const meta = item.filter(({ name }) => name === 'wp:postmeta')
  return new Map(meta.map(({ children }) => [textOf(children, 'wp:meta_key'), textOf(children, 'wp:meta_value')]))
}

/** Former public addresses of a text: its link, by number, and by former slugs. */
function oldAddresses(item: readonly Element[], kind: 'article' | 'page', { root }: Blog): string[] {
  const id = textOf(item, 'wp:post_id')
  const numbered = id === '' ? [] : [`${root}/?${kind === 'page' ? 'page_id' : 'p'}=${id}`]
  const slug = textOf(item, 'wp:post_name')
  const link = pathOf(textOf(item, 'link'))
  const former = item
    .filter(({ name, children }) => name === 'wp:postmeta' && textOf(children, 'wp:meta_key') === '_wp_old_slug')
    .map(({ children }) => textOf(children, 'wp:meta_value'))
  const named =
    slug === '' || !link.includes(`/${slug}`) ? [] : former.map((old) => link.replace(`/${slug}`, `/${old}`))
  return [...new Set([link, ...numbered, ...named])].filter(
    (address) => address !== '' && address !== '/' && address !== `${root}/`,
  )
}

/** Path and query of an address, which some tools write without its host; empty where it is invalid. */
function pathOf(address: string): string {
  const url = URL.parse(address, address.startsWith('/') ? 'https://blog.invalid' : undefined)
  return url ? `${url.pathname.replace(/^\/+/, '/')}${url.search}` : ''
}
