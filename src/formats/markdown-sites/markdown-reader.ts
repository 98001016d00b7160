import { posix } from 'node:path'
import { fold } from '../../rules/fold.ts'
import type { Reader, SourceFiles, SourceItem, TextItem } from '../source/source-items.ts'
import { takeDate } from '../source/source-dates.ts'
import { decodedPath } from '../source/addresses-in-source.ts'
import { ABOUT_THE_PROGRAM, leftOutFile, PICTURE_FILE, unreadReason } from '../source/unread-files.ts'
import {
  type Fields,
  fieldsOf,
  flagField,
  listField,
  type Matter,
  matterOf,
  textField,
} from '../../rules/front-matter.ts'
import { decodeText } from '../source/text-charset.ts'
import { markPictures, placePictures } from '../source/picture-places.ts'
import { dayIn, readDate, zoneOf } from '../../rules/written-dates.ts'
import { quoted } from '../../rules/quoted.ts'
import { type Site, siteOf } from './sites.ts'
import { withoutAttributes } from './attributes.ts'
import { withDefinitionLists } from './definition-lists.ts'
import { listAddresses } from './list-addresses.ts'
import { DATES, type Place, type Placed, slugOf } from './text-places.ts'
import { isUnread, statusOf } from './text-states.ts'

const TEXT = /\.(?:md|markdown|mdown|mdx)$/i
/** Jekyll and Hugo treat HTML with front matter as texts, too. */
const HTML = /\.html?$/i
/** Internal files of generators and programs. */
const NOT_THE_BLOGS =
  /(?:^|\/)(?:node_modules|themes|public|_site|resources|vendor|dist|\.[\w-]+|archetypes|layouts|scaffolds|_layouts|_includes|_sass)\//
/** Facts about a text from the first pass. */
interface Known {
  path: string
  place: Place
  addresses: string[]
}

interface Blog {
  site: Site
  timeZone: string
  /** Texts by every name that a template may use. */
  byName: ReadonlyMap<string, Known>
  /** Folders in which most texts have dates: an undated one there is unfinished, elsewhere it is a page. */
  dated: ReadonlySet<string>
  known: ReadonlyMap<string, Known>
}

/** Folders and archives of markdown with front matter: Hugo, Jekyll, Hexo, Astro, Eleventy, Obsidian and others (RUL-53). */
export const markdownReader: Reader = {
  format: 'Markdown',
  async claims(files) {
    if (!files.list().some(({ path }) => isWritten(path))) return { paths: [] }
    const site = await siteOf(files)
    const paths = claimed(files, site)
    if (!paths.some(isWritten)) return { paths: [] }
    return isProgram(site) ? { paths, generator: site.generator.name } : { paths }
  },
  async identity(files) {
    const { generator } = await siteOf(files)
    const address = generator.address ? URL.parse(generator.address) : null
    return address && address.host !== 'example.org' ? `${address.host}${address.pathname}`.replace(/\/$/, '') : null
  },
  blog: async (files) => (await siteOf(files)).about,
  async lists(files) {
    const { generator } = await siteOf(files)
    return listAddresses(generator)
  },
  async *items(files, { timeZone }) {
    const site = await siteOf(files)
    const blog = await survey(files, site, zoneOf(site.generator.timeZone, timeZone) ?? timeZone)
    for (const path of claimed(files, site)) yield await itemOf(files, path, blog)
  },
}

/** Whether a file is a text for readers, by its name. */
function isWritten(path: string): boolean {
  return TEXT.test(path) && !ABOUT_THE_PROGRAM.test(posix.basename(path))
}

/** Whether a generator makes the blog, so that everything in its folder belongs to it. */
function isProgram({ generator }: Site): boolean {
  return generator.name !== 'Markdown' && generator.name !== 'Obsidian'
}

/** The files claimed by this reader: all of a generator's folder except pictures that may be public, else the texts. */
function claimed(files: SourceFiles, site: Site): string[] {
  const paths = files.list().map(({ path }) => path)
  return paths.filter((path) => {
    if (!path.startsWith(site.root)) return false
    if (!isProgram(site)) return TEXT.test(path) || path.slice(site.root.length).startsWith('.obsidian/')
    return !PICTURE_FILE.test(path) || (NOT_THE_BLOGS.test(path) && !isServed(path, site))
  })
}

/** Astro serves `public` unchanged; for other generators it is their output. */
function isServed(path: string, { generator, root }: Site): boolean {
  return generator.name === 'Astro' && path.startsWith(`${root}public/`)
}

/** Collects the address of each text, so that texts can refer to each other. */
async function survey(files: SourceFiles, site: Site, timeZone: string): Promise<Blog> {
  const byName = new Map<string, Known>()
  const known = new Map<string, Known>()
  const dates = new Map<string, number>()
  const isNamed = (name: string, text: Known) => {
    const key = fold(name)
    if (key !== '' && !byName.has(key)) byName.set(key, text)
  }
  for (const { path } of files.list()) {
    if (!isText(path, site)) continue
    const inner = path.slice(site.root.length)
    const place = site.generator.placeOf(inner)
    if (place === null || typeof place === 'string') continue
    const matter = await matterIn(files, path, site)
    const placed = placedOf(place, matter.fields, titleOf(matter, place), timeZone)
    const folder = place.folders[0] ?? ''
    // An unreadable date counts, too.
    const isDated = placed.date !== null || placed.unreadDate !== null
    // An empty file says nothing about its folder.
    const isEmpty = !matter.found && matter.body.trim() === ''
    if (!isEmpty) dates.set(folder, (dates.get(folder) ?? 0) + (isDated ? 1 : -1))
    const text = { path, place, addresses: site.generator.addressesOf(placed) }
    known.set(path, text)
    const stem = inner.replace(/\.\w+$/, '')
    const parts = stem.split('/')
    // `posts/a/index`, `a/index`, `a` and so on: references may omit leading segments.
    for (let from = 0; from < parts.length; from += 1) {
      const name = parts.slice(from).join('/')
      const bundle = name.replace(/\/_?index$/, '')
      for (const written of [name, `${name}.md`, bundle, `${bundle}.md`]) isNamed(written, text)
    }
    for (const alias of listField(matter.fields, 'aliases'))
      if (site.generator.name === 'Obsidian') isNamed(alias, text)
  }
  const dated = new Set([...dates].flatMap(([folder, count]) => (count > 0 ? [folder] : [])))
  return { site, timeZone, byName, dated, known }
}

function isText(path: string, site: Site): boolean {
  if (!path.startsWith(site.root) || NOT_THE_BLOGS.test(path)) return false
  return TEXT.test(path) || (HTML.test(path) && ['Hugo', 'Jekyll', 'Eleventy'].includes(site.generator.name))
}

/** A text with its front matter and the configured defaults. */
async function matterIn(files: SourceFiles, path: string, { generator, root }: Site): Promise<TextMatter> {
  const matter = matterOf(decodeText(await files.read(path)))
  // For Jekyll a file without front matter is no text.
  const isText = matter.found || generator.name === 'Hugo'
  const defaults = isText ? generator.defaultsOf?.(path.slice(root.length)) : undefined
  const fields = { ...inAnyCase(defaults ?? {}), ...inAnyCase(matter.fields) }
  return { ...matter, fields, isUnread: isUnread(matter) }
}

type TextMatter = Matter & { isUnread: boolean }

/** Adds the lower-case names of fields: keys of Hugo are case-insensitive. */
function inAnyCase(fields: Fields): Fields {
  const small = Object.entries(fields).map(([key, value]) => [key.toLowerCase(), value] as const)
  return { ...Object.fromEntries(small), ...fields }
}

async function itemOf(files: SourceFiles, path: string, blog: Blog): Promise<SourceItem> {
  const { site } = blog
  const inner = path.slice(site.root.length)
  if (NOT_THE_BLOGS.test(path))
    return leftOutFile(
      path,
      'Die Datei liegt in einem Ordner, den ein Programm für sich hat; sie ist kein Text des Blogs.',
    )
  if (!isText(path, site)) return leftOutFile(path, unreadReason(path))
  const place = site.generator.placeOf(inner)
  if (place === null)
    return leftOutFile(path, `Die Datei liegt außerhalb dessen, was ${site.generator.name} aus Texten macht.`)
  if (typeof place === 'string') return leftOutFile(path, place)
  const matter = await matterIn(files, path, site)
  const hasMatter = matter.found
  if (!hasMatter && ABOUT_THE_PROGRAM.test(posix.basename(path)))
    return leftOutFile(path, 'Die Datei beschreibt ein Programm, sie ist kein Text des Blogs.')
  if (HTML.test(path) && !hasMatter)
    return leftOutFile(path, `Ohne Angaben am Anfang ist die Datei für ${site.generator.name} kein Text.`)
  if (site.generator.name === 'Jekyll' && !hasMatter && matter.fault === null && place.kind === 'page')
    return leftOutFile(path, 'Ohne Angaben am Anfang ist die Datei für Jekyll kein Text.')
  if (
    /\{[%{]-?[^{}]{0,200}\b(?:site\.(?:posts|pages|tags|categories)|paginator)\b/.test(matter.body) ||
    /(?:^|\/)404\.\w+$/.test(path)
  )
    return leftOutFile(path, `Eine Seite, die ${site.generator.name} aus anderen macht, ist kein Text.`)
  const isDated = site.generator.name !== 'Hugo' || blog.dated.has(place.folders[0] ?? '')
  const item = textItem(path, isDated ? place : { ...place, kind: 'page' }, matter, blog)
  if (item.kind === 'page' && item.body.trim() === '' && matter.body.trim() !== '')
    return leftOutFile(
      path,
      `Die Seite besteht nur aus Anweisungen von ${site.generator.name}; ohne sie bleibt kein Text.`,
    )
  return item
}

function placedOf(place: Place, fields: Fields, title: string, timeZone: string): Placed {
  const written = textField(fields, ...DATES, 'created') || (place.date ?? '')
  const read = readDate(written, timeZone)
  const found = read ?? (place.date === null ? null : readDate(place.date, timeZone))
  return {
    place,
    fields,
    title,
    date: found?.instant ?? null,
    isDateOfName: read === null || written === place.date,
    // The day as written, in any zone: addresses use it.
    day: found && (found.day ?? dayIn(found.instant, timeZone)),
    isZoned: found?.isZoned === true,
    unreadDate: written !== '' && read === null ? written.slice(0, 40) : null,
    categories: categoriesOf(fields, place),
  }
}

function categoriesOf(fields: Fields, place: Place): string[] {
  const taxonomies = fieldsOf(fields['taxonomies']) ?? {}
  return [
    ...place.categories,
    ...listField(fields, 'categories', /[,\s]+/),
    ...listField(fields, 'category'),
    ...listField(taxonomies, 'categories'),
  ]
}

function tagsOf(fields: Fields): string[] {
  const taxonomies = fieldsOf(fields['taxonomies']) ?? {}
  const written = typeof fields['tags'] === 'string' && fields['tags'].includes(',') ? /,/ : /\s+/
  const tags = [...listField(fields, 'tags', written), ...listField(fields, 'tag'), ...listField(taxonomies, 'tags')]
  return tags.map((tag) => tag.replace(/^#/, '').trim())
}

/** Names without duplicates, as first written. */
function once(names: readonly string[]): string[] {
  const found = new Map<string, string>()
  for (const name of names) if (name !== '' && !found.has(fold(name))) found.set(fold(name), name)
  return [...found.values()]
}

const FIRST_HEADING = /^\s{0,200}#[ \t]{1,5}([^\n]{1,300})(?:\n|$)/

function titleOf({ fields, body }: Matter, place: Place): string {
  const title = textField(fields, 'title')
  if (title !== '') return title
  const heading = FIRST_HEADING.exec(body)?.[1]
    ?.replace(/\s#{1,6}\s*$/, '')
    .replaceAll(/[*_`]/g, '')
    .trim()
  return heading || place.name.replaceAll(/[-_]+/g, ' ').trim()
}

/** Removes a first line that repeats the title. */
function withoutTitle(body: string, title: string): string {
  const found = FIRST_HEADING.exec(body)
  const words = (text: string) =>
    fold(
      text
        .replaceAll(/[*_`#]/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
  return found && words(found[1]!) === words(title) ? body.slice(found[0].length).replace(/^\n+/, '') : body
}

function textItem(path: string, place: Place, matter: TextMatter, blog: Blog): TextItem {
  const { site, timeZone, byName, known } = blog
  const { fields } = matter
  const title = titleOf(matter, place)
  const placed = placedOf(place, fields, title, timeZone)
  const reasons = new Set<string>(matter.fault === null ? [] : [matter.fault])
  if (placed.unreadDate !== null)
    reasons.add(
      `Das Datum ${quoted(placed.unreadDate)} lässt sich nicht lesen; ${placed.date === null ? 'der Text hat keines' : 'es gilt das im Namen der Datei'}.`,
    )
  if (place.language !== null) reasons.add(`Der Text ist in einer anderen Sprache (${place.language}).`)
  const addressOf = (reference: string): string | null =>
    byName.get(fold(nameIn(reference, path, site)))?.addresses[0] ?? null
  const hidden = new Set<string>()
  const made = site.generator.write(matter.body, { addressOf, reasons, hidden, place, fields })
  const written = HTML.test(path) ? made : inOurMarkdown(made, site)
  const body = withLinks(withoutTitle(written, title), path, known)
  const { status, publishedAt } = statusOf(
    placed,
    { isUnread: matter.isUnread, hidden, generator: site.generator.name, timeZone },
    reasons,
  )
  const [category = null, ...further] = once(placed.categories)
  const date = (...names: string[]) => takeDate(textField(fields, ...names), timeZone, (reason) => reasons.add(reason))
  const description = textField(fields, 'description')
  const excerpt = textField(fields, 'excerpt', 'summary') || description
  return {
    kind: place.kind,
    sourceId: path,
    title,
    body: HTML.test(path) ? body : body.replace(/^\n+/, ''),
    format: HTML.test(path) ? 'html' : 'markdown',
    slug: slugOf(fields) || place.name,
    status,
    publishedAt,
    createdAt: date('created', 'created_at') ?? placed.date,
    updatedAt: date('lastmod', 'updated', 'last_modified_at', 'modified', 'updatedDate', 'modDatetime', 'updated_at'),
    excerpt: excerpt || null,
    authors: authorsOf(fields, site),
    category,
    tags: once([...further, ...tagsOf(fields)]),
    cover: coverOf(fields),
    seoTitle: textField(fields, 'seo_title', 'seoTitle', 'meta_title') || null,
    seoDescription:
      textField(fields, 'seo_description', 'seoDescription', 'meta_description') ||
      (excerpt === description ? null : description || null),
    pinned: ['pinned', 'sticky', 'pin'].some((name) => flagField(fields, name) === true),
    base: path,
    oldAddresses: [...new Set(site.generator.addressesOf(placed))].filter((address) => address !== '/'),
    reasons: [...reasons],
  }
}

/** Converts the generator's own markdown syntax. */
function inOurMarkdown(text: string, { generator }: Site): string {
  const plain = withoutAttributes(text)
  return generator.name === 'Hugo' || generator.name === 'Jekyll' ? withDefinitionLists(plain) : plain
}

function authorsOf(fields: Fields, { authors }: Site): string[] {
  const names = [...listField(fields, 'author'), ...listField(fields, 'authors')]
  return once(names.map((name) => authors.get(name) ?? name).filter((name) => /[\p{L}\p{N}]/u.test(name)))
}

/** The name by which a template refers to another text, without its source prefix. */
function nameIn(reference: string, path: string, site: Site): string {
  const name = reference.replace(/^\//, '').replace(/\/$/, '')
  if (!name.startsWith('.')) return name
  return posix.join(posix.dirname(path), name).slice(site.root.length)
}

function coverOf(fields: Fields): string | null {
  const names = [
    'cover',
    'image',
    'images',
    'featured_image',
    'featuredImage',
    'feature_image',
    'heroImage',
    'coverImage',
    'thumbnail',
    'banner',
    'header',
  ]
  for (const name of names) {
    const [first] = Array.isArray(fields[name]) ? (fields[name] as unknown[]) : [fields[name]]
    const about = fieldsOf(first)
    const address = about
      ? textField(about, 'image', 'src', 'path', 'url', 'teaser', 'overlay_image', 'relative')
      : textField({ first }, 'first')
    const plain = address.replace(/^!?\[\[|\]\]$/g, '')
    if (plain !== '' && /\.\w{3,5}(?:[?#]|$)|^https?:/.test(plain)) return plain
  }
  return null
}

/** Replaces links to source files by links to the addresses of their texts. */
function withLinks(body: string, path: string, known: ReadonlyMap<string, Known>): string {
  const addressOf = (written: string): string | null => {
    const [file = '', anchor] = written.split('#')
    if (!TEXT.test(file) || /^[a-z][\w+.-]*:/i.test(file)) return null
    const found =
      known.get(posix.normalize(posix.join(posix.dirname(path), decodedPath(file)))) ??
      known.get(decodedPath(file).replace(/^\//, ''))
    const to = found?.addresses[0]
    return to === undefined ? null : `${to}${anchor === undefined ? '' : `#${anchor}`}`
  }
  const { text, pictures: links } = markPictures(body, () => null, addressOf)
  return placePictures(text, links, ({ address }) => address)
}
