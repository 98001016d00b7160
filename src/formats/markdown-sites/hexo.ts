import { type Fields, listField, textField } from '../../rules/front-matter.ts'
import { globFits } from './globs.ts'
import { wordsOf } from './jekyll.ts'
import { writeLiquid } from './liquid.ts'
import { filled, type Generator, partsOf, pathOf, type Place, type Placed, slugOf, urlized } from './text-places.ts'

function placeOf(path: string): Place | string | null {
  const found = /^source\/(?:_(posts|drafts)\/)?(.+)$/.exec(path)
  if (!found || /^source\/_(?!posts\/|drafts\/)/.test(path)) return null
  if (/(?:^|\/)_/.test(found[2]!)) return 'Was mit einem Unterstrich beginnt, zeigt Hexo nicht.'
  const { folders, name, date } = partsOf(found[2]!)
  const kind = found[1] ? 'article' : 'page'
  return { kind, folders, name, date, draft: found[1] === 'drafts', categories: [], language: null }
}

/** More than any configuration has. */
const MOST_PATTERNS = 200

/** Configured files: skipped ones, and those copied unchanged. Paths begin at the blog or at `source`. */
const LEFT_OUT = [
  ['exclude', 'zeigt Hexo die Datei nicht'],
  ['ignore', 'zeigt Hexo die Datei nicht'],
  ['skip_render', 'macht Hexo aus der Datei keinen Text'],
] as const

/** Hexo, by its configuration. */
export function hexo(config: Fields): Generator {
  const address = textField(config, 'url') || null
  const prefix = textField(config, 'root') || (address ? (URL.parse(address)?.pathname ?? '') : '')
  const timeZone = textField(config, 'timezone') || null
  const pattern = textField(config, 'permalink') || ':year/:month/:day/:title/'
  const site = { url: address?.replace(/\/$/, '') ?? '', path: prefix.replace(/\/$/, '') }

  const leftOut = LEFT_OUT.map(([name, sentence]) => ({
    patterns: listField(config, name).slice(0, MOST_PATTERNS),
    above: name === 'ignore',
    reason: `Nach der Konfiguration (${name}) ${sentence}.`,
  }))

  function shownAt(path: string): Place | string | null {
    const place = placeOf(path)
    if (place === null || typeof place === 'string') return place
    const own = path.slice('source/'.length)
    const found = leftOut.find(({ patterns, above }) =>
      patterns.some((pattern) => globFits(own, pattern, { above }) || globFits(path, pattern, { above })),
    )
    return found?.reason ?? place
  }

  function addressesOf({ place, fields, title, day, categories }: Placed): string[] {
    const others = [...listField(fields, 'alias'), ...listField(fields, 'aliases')].map((path) => pathOf(prefix, path))
    const own = textField(fields, 'permalink')
    if (own !== '') return [pathOf(prefix, URL.parse(own)?.pathname ?? own), ...others]
    if (place.kind === 'page') return [pathOf(prefix, ...place.folders, `${place.name}/`), ...others]
    const stem = slugOf(fields) || `${place.date ? `${place.date}-` : ''}${place.name}`
    const path = filled(pattern, {
      ...(day ? wordsOf(day) : {}),
      title: [...place.folders, stem].join('/'),
      name: stem,
      post_title: urlized(title),
      category: categories.map(urlized).join('/') || textField(config, 'default_category') || 'uncategorized',
      id: textField(fields, 'id'),
      abbrlink: textField(fields, 'abbrlink'),
      lang: textField(fields, 'lang'),
    })
    return [...(path === null ? [] : [pathOf(prefix, path)]), ...others]
  }

  return {
    name: 'Hexo',
    timeZone,
    address,
    placeOf: shownAt,
    addressesOf,
    write: (body, writing) => writeLiquid(body, writing, site),
  }
}
