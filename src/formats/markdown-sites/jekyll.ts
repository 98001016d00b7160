import { dayIn, zoneOf } from '../../rules/written-dates.ts'
import { fieldsOf, type Fields, flagField, listField, textField } from '../../rules/front-matter.ts'
import { ownEntry } from '../../rules/own-entry.ts'
import { quoted } from '../../rules/quoted.ts'
import { writeLiquid } from './liquid.ts'
import { type Day, filled, type Generator, partsOf, pathOf, type Place, type Placed } from './text-places.ts'

const STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  none: '/:categories/:title:output_ext',
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
}
const POSTS = /(?:^|\/)_(posts|drafts)\//
/** Folders that contain whole blogs, and are no categories. */
const SOURCES = new Set(['app', 'docs', 'site', 'source', 'src'])
/** Folders of Jekyll without texts. */
const OTHERS = /^_(?:layouts|includes|sass|data|site|plugins)\//

/** Settings of a collection folder `_name`. */
type Collection = { permalink: string; isShown: boolean }

function placeOf(path: string, collections: ReadonlyMap<string, Collection>): Place | string | null {
  if (OTHERS.test(path)) return null
  const posts = POSTS.exec(path)
  if (posts) {
    const above = path
      .slice(0, posts.index)
      .split('/')
      .filter((folder) => folder !== '' && !SOURCES.has(folder))
    const { name, date, folders } = partsOf(path.slice(posts.index + posts[0].length))
    const draft = posts[1] === 'drafts'
    if (!draft && date === null) return 'Ohne Datum im Dateinamen ist es für Jekyll kein Beitrag.'
    return { kind: 'article', folders, name, date, draft, categories: above, language: null }
  }
  const { name, date, folders, isIndex } = partsOf(path)
  const collection = /^_([^/]{1,100})\//.exec(path)?.[1]
  if (collection === undefined)
    return { kind: 'page', folders, name, date, draft: false, categories: [], language: null, isIndex }
  const about = collections.get(collection)
  if (!about) return `${quoted(`_${collection}`)} ist keine Sammlung, die Jekyll nach der Konfiguration kennt.`
  if (!about.isShown) return `Aus der Sammlung ${quoted(collection)} macht Jekyll keine Seiten (output).`
  const kind = date === null ? 'page' : 'article'
  return { kind, folders, name, date, draft: false, categories: [], language: null, collection }
}

/** Jekyll's slug of a name: word characters of every language stay. */
function slugged(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{M}\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}

/** A name in an address with its capitals and allowed punctuation. */
function prettyName(text: string): string {
  return text.replaceAll(/[^\p{M}\p{L}\p{Nd}._~!$&'()+,;=@]+/gu, '-').replaceAll(/^-|-$/g, '')
}

function collectionsOf(config: Fields): ReadonlyMap<string, Collection> {
  const written = config['collections']
  const named = fieldsOf(written)
  const names = named ? Object.keys(named) : listField(config, 'collections')
  return new Map(
    names.map((name) => {
      const about = fieldsOf(named?.[name]) ?? {}
      return [name, { permalink: textField(about, 'permalink'), isShown: flagField(about, 'output') === true }]
    }),
  )
}

/**
 * Front matter `defaults` of a folder or type; narrower paths take precedence over wider ones, later entries over
 * earlier ones.
 */
function defaultsIn(config: Fields): (path: string, type: string) => Fields {
  const all = (Array.isArray(config['defaults']) ? config['defaults'] : []).slice(0, MOST_DEFAULTS).map((each, at) => {
    const scope = fieldsOf(fieldsOf(each)?.['scope']) ?? {}
    const path = textField(scope, 'path').replace(/^\.?\/|\/$/g, '')
    return { path, type: textField(scope, 'type'), values: fieldsOf(fieldsOf(each)?.['values']) ?? {}, at }
  })
  const ordered = all.toSorted(
    (one, other) =>
      one.path.length - other.path.length || Number(one.type !== '') - Number(other.type !== '') || one.at - other.at,
  )
  return (path, type) => {
    const fits = ordered.filter((each) => (each.type === '' || each.type === type) && isBelow(path, each.path))
    return Object.assign({}, ...fits.map(({ values }) => values)) as Fields
  }
}

/** Whether a path is in a folder, or is it; a star in the folder matches anything. */
function isBelow(path: string, folder: string): boolean {
  if (folder === '' || path === folder || path.startsWith(`${folder}/`)) return true
  if (!folder.includes('*')) return false
  const parts = path.split('/')
  return folder.split('/').every((part, at) => {
    const [before = '', ...rest] = part.split('*')
    const after = rest.at(-1) ?? ''
    const given = parts[at] ?? ''
    if (rest.length === 0) return given === part
    return given.length >= before.length + after.length && given.startsWith(before) && given.endsWith(after)
  })
}

/** Whether a path segment begins with a hiding character, except the folders of collections, posts and drafts. */
function isSpecial(path: string): boolean {
  const rest = POSTS.test(path) ? path.replace(POSTS, '/') : path.replace(/^_[^/]{1,100}\//, '')
  return /(?:^|\/)[_~#]/.test(rest)
}

/**
 * Whether a pattern of `exclude` or `include` matches a file or a parent folder. A star without a folder also matches
 * folders.
 */
function fits(path: string, written: string): boolean {
  const pattern = written.replaceAll(/^(?:\.?\/)|\/(?:\*\*)?$/g, '')
  if (pattern === '') return false
  if (isBelow(path, pattern)) return true
  const name = pattern.replace(/^\*\*\//, '')
  if (name === pattern && (name.includes('/') || !name.includes('*'))) return false
  const parts = path.split('/').slice(-MOST_FOLDERS)
  return parts.some((_part, at) => isBelow(parts.slice(at).join('/'), name))
}

/** More than any configuration has. */
const MOST_DEFAULTS = 500
const MOST_PATTERNS = 200
/** Maximum folders of a path that a pattern without a folder is tried at. */
const MOST_FOLDERS = 20

/** Jekyll, by its configuration. */
export function jekyll(config: Fields): Generator {
  const address = textField(config, 'url') || null
  const prefix = textField(config, 'baseurl')
  const timeZone = textField(config, 'timezone') || null
  const written = textField(config, 'permalink') || 'date'
  const source = folderOf(config, 'source')
  const site = { url: address?.replace(/\/$/, '') ?? '', path: prefix }
  const collections = collectionsOf(config)
  const collected = folderOf(config, 'collections_dir')
  const defaults = defaultsIn(config)

  /** A path relative to the folder of the blog and of its collections. */
  function innerPath(path: string): string {
    const inner = path.slice(source.length)
    return collected !== '' && inner.startsWith(`${collected}_`) ? inner.slice(collected.length) : inner
  }

  const excluded = listField(config, 'exclude').slice(0, MOST_PATTERNS)
  const included = listField(config, 'include').slice(0, MOST_PATTERNS)

  function placed(path: string): Place | string | null {
    if (!path.startsWith(source)) return null
    const own = path.slice(source.length)
    if (!included.some((pattern) => fits(own, pattern))) {
      if (excluded.some((pattern) => fits(own, pattern)))
        return 'Nach der Konfiguration (exclude) zeigt Jekyll die Datei nicht.'
      if (isSpecial(innerPath(path))) return 'Was mit einem Unterstrich beginnt, zeigt Jekyll nicht.'
    }
    return placeOf(innerPath(path), collections)
  }

  function addressesOf({ place, fields, title, date, day, isZoned, categories }: Placed): string[] {
    const others = [
      ...listField(fields, 'redirect_from'),
      ...listField(fields, 'aliases'),
      ...listField(fields, 'alias'),
    ].map((path) => pathOf(prefix, path))
    const own = textField(fields, 'permalink')
    const stem = place.date === null ? place.name : `${place.date}-${place.name}`
    const folders = place.collection === undefined ? place.folders : place.folders.slice(1)
    const words: Record<string, string> = {
      categories: categories.map(slugged).join('/'),
      title: prettyName(textField(fields, 'slug') || place.name),
      slug: slugged(textField(fields, 'slug') || place.name || title),
      name: place.collection === undefined ? place.name : slugged(stem),
      path: [...folders, ...(place.collection === undefined ? [place.name] : [stem])].join('/'),
      basename: place.name,
      collection: place.collection ?? 'posts',
      output_ext: '.html',
    }
    const pattern = ownEntry(STYLES, own) ?? (own === '' ? patternOf(place, written, collections) : own)
    // Without a zone in the configuration the build machine's zone counted: mostly UTC, else the author's own.
    const days = isZoned && date !== null ? [dayIn(date, zoneOf(timeZone) ?? 'UTC'), day] : [day]
    const paths = days.map((one) => filled(pattern, { ...words, ...(one && wordsOf(one)) }))
    return [...new Set([...paths.flatMap((path) => (path === null ? [] : [pathOf(prefix, path)])), ...others])]
  }

  return {
    name: 'Jekyll',
    timeZone,
    address,
    placeOf: placed,
    defaultsOf(path) {
      const place = placed(path)
      if (place === null || typeof place === 'string') return {}
      const type = place.draft ? 'drafts' : (place.collection ?? (place.kind === 'page' ? 'pages' : 'posts'))
      return defaults(innerPath(path), type)
    },
    addressesOf,
    write: (body, writing) => writeLiquid(body, writing, site),
  }
}

/** A configured folder with a trailing slash; empty for the blog's own. */
function folderOf(config: Fields, name: string): string {
  const folder = textField(config, name).replaceAll(/^\.?\/|\/$/g, '')
  return folder === '' || folder === '.' ? '' : `${folder}/`
}

/** The permalink pattern of a text without one of its own; `style` is the blog's. */
function patternOf(place: Place, style: string, collections: ReadonlyMap<string, Collection>): string {
  if (place.collection !== undefined) {
    const own = collections.get(place.collection)?.permalink ?? ''
    return ownEntry(STYLES, own) ?? (own !== '' ? own : `/:collection/:path${endOf(style)}`)
  }
  if (place.kind === 'article') return ownEntry(STYLES, style) ?? style
  const folders = place.folders.join('/')
  return place.isIndex ? pathOf(folders, `${place.name}/`) : `${pathOf(folders, place.name)}${endOf(style)}`
}

/** The ending of page addresses under the blog's pattern. */
function endOf(style: string): string {
  if (style === 'pretty' || style.endsWith('/')) return '/'
  return Object.hasOwn(STYLES, style) || style.endsWith(':output_ext') ? '.html' : ''
}

/** The placeholders of a day in addresses. */
export function wordsOf({ year, month, day }: Day): Record<string, string> {
  const beginning = Date.UTC(Number(year), 0, 1)
  const number = (Date.UTC(Number(year), Number(month) - 1, Number(day)) - beginning) / 86_400_000 + 1
  return {
    year,
    month,
    day,
    short_year: year.slice(2),
    i_month: String(Number(month)),
    i_day: String(Number(day)),
    y_day: String(number).padStart(3, '0'),
  }
}
