import { type Fields, listField, textField } from '../../../../rules/front-matter.ts'
import { withoutAttributes, writeLiquid } from './liquid.ts'
import { type Day, filled, type Generator, partsOf, pathOf, type Place, type Placed, urlized } from './text-places.ts'

const STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  none: '/:categories/:title:output_ext',
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
}
const POSTS = /(?:^|\/)_(posts|drafts)\//
/** Folders in which whole blogs lie, which are no categories. */
const SOURCES = new Set(['app', 'docs', 'site', 'source', 'src'])
/** Folders of Jekyll that hold no text. */
const OTHERS = /^_(?:layouts|includes|sass|data|site|plugins)\//

function placeOf(path: string): Place | string | null {
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
  const { name, date, folders } = partsOf(path)
  const isCollection = path.startsWith('_')
  return {
    kind: isCollection && date ? 'article' : 'page',
    folders,
    name,
    date,
    draft: false,
    categories: [],
    language: null,
  }
}

/** Words of an address as Jekyll makes them of names: letters of every language stay. */
function slugged(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{M}\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}

/** Jekyll, by its configuration. */
export function jekyll(config: Fields): Generator {
  const address = textField(config, 'url') || null
  const prefix = textField(config, 'baseurl')
  const timeZone = textField(config, 'timezone') || null
  const written = textField(config, 'permalink') || 'date'
  const folder = textField(config, 'source').replace(/^\.\/|\/$/g, '')
  const source = folder === '' || folder === '.' ? '' : `${folder}/`
  const site = { url: address?.replace(/\/$/, '') ?? '', path: prefix }

  function addressesOf({ place, fields, title, day, categories }: Placed): string[] {
    const others = [
      ...listField(fields, 'redirect_from'),
      ...listField(fields, 'aliases'),
      ...listField(fields, 'alias'),
    ].map((path) => pathOf(prefix, path))
    const own = textField(fields, 'permalink')
    const words: Record<string, string> = {
      ...(day ? wordsOf(day) : {}),
      categories: categories.map((name) => urlized(name).replaceAll('_', '-')).join('/'),
      title: slugged(textField(fields, 'slug')) || place.name,
      slug: slugged(textField(fields, 'slug') || place.name || title),
      name: place.name,
      path: [...place.folders, place.name].join('/'),
      basename: place.name,
      collection: place.folders[0]?.replace('_', '') ?? '',
      output_ext: '.html',
    }
    const isPost = place.kind === 'article' && place.date !== null && place.folders[0]?.startsWith('_') !== true
    const pattern =
      STYLES[own] ??
      (own !== '' ? own : isPost || place.draft ? (STYLES[written] ?? written) : pagePattern(place, written))
    const path = filled(pattern, words)
    return [...(path === null ? [] : [pathOf(prefix, path)]), ...others]
  }

  return {
    name: 'Jekyll',
    timeZone,
    address,
    placeOf: (path) => (path.startsWith(source) ? placeOf(path.slice(source.length)) : null),
    addressesOf,
    write: (body, writing) => withoutAttributes(writeLiquid(body, writing, site)),
  }
}

function pagePattern({ folders, name }: Place, style: string): string {
  const path = `/${[...folders, name].join('/').replace(/^_/, '')}`
  return style === 'pretty' || style.endsWith('/') ? `${path}/` : `${path}.html`
}

/** What addresses say of a day. */
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
