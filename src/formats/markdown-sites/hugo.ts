import { fieldsOf, type Fields, listField, type Matter, textField } from '../../rules/front-matter.ts'
import { quoted } from '../../rules/quoted.ts'
import { globFits } from './globs.ts'
import { hiddenPart, isHiding } from '../source/hidden-parts.ts'
import { templateOf, type TagWriter, type TemplateTag, writeTemplate } from './template-tags.ts'
import { escapedText, figureTag, player } from './tag-texts.ts'
import {
  filled,
  type Generator,
  partsOf,
  pathOf,
  type Place,
  type Placed,
  urlized,
  type Writing,
  slugOf,
} from './text-places.ts'

const SIGNS = [
  { open: '{{<', close: '>}}' },
  { open: '{{%', close: '%}}' },
]
const LANGUAGE = /\.([a-z]{2}(?:-[a-z]{2,4})?)$/i

/** Hugo's built-in shortcodes (gohugo.io/content-management/shortcodes). */
const CODES: Readonly<Record<string, (tag: TemplateTag, inner: string, writing: Writing) => string | null>> = {
  figure: ({ named }) =>
    figureTag({
      src: named.get('src') ?? '',
      alt: named.get('alt'),
      caption: named.get('caption') ?? named.get('title'),
      link: named.get('link'),
    }),
  youtube: ({ words, named }) => player(`https://www.youtube.com/watch?v=${named.get('id') ?? words[0] ?? ''}`),
  vimeo: ({ words, named }) => player(`https://vimeo.com/${named.get('id') ?? words[0] ?? ''}`),
  gist: ({ words }) => player(`https://gist.github.com/${words[0] ?? ''}/${words[1] ?? ''}`),
  instagram: ({ words, named }) => player(`https://www.instagram.com/p/${named.get('id') ?? words[0] ?? ''}/`),
  tweet: tweet,
  twitter: tweet,
  twitter_simple: tweet,
  x: tweet,
  x_simple: tweet,
  highlight: ({ words }, inner) => `\n\n\`\`\`${words[0] ?? ''}\n${inner.replace(/^\n/, '').trimEnd()}\n\`\`\`\n\n`,
  details: ({ named }, inner) =>
    `\n\n<details>\n<summary>${escapedText(named.get('summary') ?? 'Details')}</summary>\n\n${inner.trim()}\n\n</details>\n\n`,
  ref: reference,
  relref: reference,
  comment: () => '',
  param: ({ words }, _inner, { fields }) => textField(fields, words[0] ?? ''),
}

function tweet({ words, named }: TemplateTag): string {
  const user = named.get('user') ?? (words.length > 1 ? words[0]! : 'i')
  return player(`https://twitter.com/${user}/status/${named.get('id') ?? words.at(-1) ?? ''}`)
}

function reference({ words, named }: TemplateTag, _inner: string, { addressOf, reasons }: Writing): string {
  const asked = named.get('path') ?? words[0] ?? ''
  const [path = '', anchor] = asked.split('#')
  const found = path === '' ? '' : addressOf(path)
  if (found === null) reasons.add(`Ein Verweis führt auf einen Text, den es nicht gibt: ${asked}`)
  return `${found ?? path}${anchor === undefined ? '' : `#${anchor}`}`
}

function write(body: string, writing: Writing): string {
  if (!body.includes('{{')) return body
  const known: TagWriter = (tag, inner) => {
    if (tag.name.startsWith('/*')) return `{{< ${tag.rest.replace(/\*\/$/, '').trim()} >}}`
    return Object.hasOwn(CODES, tag.name) ? CODES[tag.name]!(tag, inner, writing) : null
  }
  return writeTemplate(templateOf(body, SIGNS), known, ({ name, inner, named, words }) => {
    if (inner && isHiding(name)) writing.hidden.add(hiddenPart(`{{< ${name} >}}`))
    const about = [...words, ...[...named].map(([key, value]) => `${key}=${value}`)].join(' ')
    writing.reasons.add(
      `Der Shortcode ${quoted(name)} ${inner ? 'wurde weggelassen, sein Inhalt ist da' : `wurde weggelassen${about === '' ? '' : ` (${about.slice(0, 200)})`}`}.`,
    )
  })
}

/** A text that makes its folder one page (a leaf bundle), to which all other files in it belong. */
const LEAF = /^(.+)\/index(?:\.[a-z]{2}(?:-[a-z]{2,4})?)?\.(?:md|markdown|mdown|html?)$/i

/** Maximum patterns of ignored files. */
const MOST_IGNORED = 100

/**
 * The literal parts of a regular expression, in order. Expressions of a source are not run, as they may take any time;
 * everything else in them matches anything.
 */
function literalsOf(pattern: string): { parts: string[]; starts: boolean; ends: boolean } {
  const plain = pattern.replaceAll(/\\([^\p{L}\p{N}])/gu, (_all, sign: string) =>
    sign === '.' || sign === '/' ? sign : '\n',
  )
  const parts = plain
    .replaceAll(/\.[*+?]/g, '\n')
    .replaceAll(/\([^()]{0,200}\)[*+?]?|\[[^[\]]{0,200}\][*+?]?|\{[\d,]{1,20}\}/g, '\n')
    .replaceAll(/[^\n][*?]|[\\^$|()[\]{}+*?]/g, '\n')
    .split('\n')
  return {
    parts: parts.filter((part) => part !== ''),
    starts: /^\^[^\\([.]/.test(pattern),
    ends: /[^.*+?)\]]\$$/.test(pattern),
  }
}

/** Files matched by `ignoreFiles`. */
function ignoredBy(config: Fields): (path: string) => boolean {
  const patterns = ['ignoreFiles', 'ignorefiles'].flatMap((name) => listField(config, name)).slice(0, MOST_IGNORED)
  const each = patterns.flatMap((pattern) => (pattern.includes('(') ? [pattern] : pattern.split('|')))
  const all = each.map(literalsOf).filter(({ parts }) => parts.length > 0)
  return (path) =>
    all.some(({ parts, starts, ends }) => {
      if (starts && !path.startsWith(parts[0]!)) return false
      if (ends && !path.endsWith(parts.at(-1)!)) return false
      let from = 0
      return parts.every((part) => {
        const at = path.indexOf(part, from)
        from = at + part.length
        return at >= 0
      })
    })
}

/** Front matter of a section's list page (`_index.md`). */
export type SectionHead = Pick<Matter, 'fields' | 'fault'> & { path: string; saysCascade: boolean }

/** Defaults of a section or the configuration for every text below a content folder. */
interface Cascade {
  folder: string
  /** Language of its own file, `_index.en.md`. */
  language: string | null
  target: Fields
  values: Fields
}

function cascadesIn(written: unknown, at: Pick<Cascade, 'folder' | 'language'>): Cascade[] {
  const all: unknown[] = Array.isArray(written) ? written.slice(0, MOST_CASCADES) : [written]
  return all.flatMap((each) => {
    const said = inSmallLetters(fieldsOf(each) ?? {})
    if (Object.keys(said).length === 0) return []
    const { _target, target, params, ...values } = said
    return [
      {
        ...at,
        target: inSmallLetters(fieldsOf(_target ?? target) ?? {}),
        values: { ...inSmallLetters(fieldsOf(params) ?? {}), ...values },
      },
    ]
  })
}

/** Keys of Hugo are case-insensitive. */
function inSmallLetters(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key.toLowerCase(), value]))
}

const MOST_CASCADES = 100

/**
 * Whether a cascade applies to a text, by its path below the content. Conditions on the build environment count as for
 * production.
 */
function isMeant({ folder, language, target }: Cascade, inner: string, of: string): boolean {
  if (folder !== '' && !inner.startsWith(`${folder}/`)) return false
  if (language !== null && language !== of) return false
  const fits = (name: string, value: string) => {
    const pattern = textField(target, name)
    return pattern === '' || globFits(value, pattern)
  }
  const pattern = textField(target, 'path')
  const page = inner.replace(/\.\w+$/, '').replace(/\/index(?:\.[a-z-]{2,7})?$/i, '')
  const isAt = [page, page.replace(LANGUAGE, ''), inner].some(
    (path) =>
      globFits(path, pattern, { above: true }) || globFits(path.toLowerCase(), pattern.toLowerCase(), { above: true }),
  )
  return (pattern === '' || isAt) && fits('kind', 'page') && fits('lang', of) && fits('environment', 'production')
}

/** A folder of the source mounted into the content. */
interface Mount {
  source: string
  target: string
  language: string | null
  excluded: readonly string[]
  included: readonly string[]
}

/** The content mounts of `module.mounts`; if there are any, the content folder counts only if it is listed, too. */
function contentMounts(config: Fields): Mount[] {
  const written = fieldsOf(config['module'])?.['mounts']
  return (Array.isArray(written) ? written.slice(0, MOST_MOUNTS) : []).flatMap((each) => {
    const mount = inSmallLetters(fieldsOf(each) ?? {})
    const target = plainPath(textField(mount, 'target'))
    if (target !== 'content' && !target.startsWith('content/')) return []
    const files = listField(mount, 'files')
    const isNot = (pattern: string) => pattern.trim().startsWith('!')
    return [
      {
        source: plainPath(textField(mount, 'source')),
        target: target.slice('content/'.length),
        language: textField(mount, 'lang') || null,
        excluded: [
          ...listField(mount, 'excludefiles'),
          ...files.filter(isNot).map((pattern) => pattern.trim().slice(1)),
        ],
        included: [...listField(mount, 'includefiles'), ...files.filter((pattern) => !isNot(pattern))],
      },
    ]
  })
}

const MOST_MOUNTS = 200

function plainPath(path: string): string {
  return path.replace(/^(?:\.?\/){1,5}/, '').replace(/\/{1,5}$/, '')
}

/**
 * Hugo, by its configuration, the paths of all files and the front matter of its sections. `path` below is relative to
 * the blog's own folder.
 */
export function hugo(config: Fields, paths: readonly string[], heads: readonly SectionHead[]): Generator {
  const isIgnored = ignoredBy(config)
  const leaves = new Set(paths.flatMap((path) => LEAF.exec(path)?.[1] ?? []))
  const content = textField(config, 'contentDir', 'contentdir') || 'content'
  const languages = fieldsOf(config['languages'] ?? config['Languages']) ?? {}
  const roots = Object.entries(languages)
    .map(([code, fields]) => ({
      code,
      folder: textField(fieldsOf(fields) ?? {}, 'contentDir', 'contentdir').replace(/\/$/, ''),
    }))
    .filter(({ folder }) => folder !== '')
  const main = textField(config, 'defaultContentLanguage', 'defaultcontentlanguage') || 'en'
  const inFolder = (config['defaultContentLanguageInSubdir'] ?? false) === true
  const address = textField(config, 'baseURL', 'baseurl', 'baseUrl') || null
  const prefix = address ? (URL.parse(address)?.pathname ?? '') : ''
  const patterns = patternsOf(config)
  const ugly = config['uglyURLs'] === true || config['uglyurls'] === true
  const timeZone = textField(config, 'timeZone', 'timezone') || null

  const mounts = contentMounts(config)

  /** The position of a file in the content; a sentence for files that are skipped. */
  function innerOf(path: string): { base: string; inner: string; language: string | null } | string | null {
    const root = roots.find(({ folder }) => path.startsWith(`${folder}/`))
    const base = root?.folder ?? content
    if (mounts.length === 0)
      return path.startsWith(`${base}/`)
        ? { base, inner: path.slice(base.length + 1), language: root?.code ?? null }
        : null
    let reason: string | null = null
    for (const { source, target, language, excluded, included } of mounts) {
      if (path !== source && !path.startsWith(`${source}/`)) continue
      const own = path.slice(source.length + 1)
      const isNamed = (patterns: readonly string[]) =>
        patterns.some((pattern) => globFits(own, pattern, { above: true }))
      if (!isNamed(excluded) && (included.length === 0 || isNamed(included)))
        return { base: source, inner: [target, own].filter((part) => part !== '').join('/'), language }
      reason = 'Nach der Konfiguration (module.mounts) zeigt Hugo die Datei nicht.'
    }
    return reason
  }

  const cascades = [
    ...heads.flatMap(({ path, fields, fault, saysCascade }): Cascade[] => {
      const at = innerOf(path)
      if (at === null || typeof at === 'string') return []
      const folder = at.inner.includes('/') ? at.inner.slice(0, at.inner.lastIndexOf('/')) : ''
      const language = at.language ?? LANGUAGE.exec(path.replace(/\.\w+$/, ''))?.[1] ?? null
      // A section whose front matter cannot be parsed may hide the texts below.
      const values = fault !== null && saysCascade ? { draft: true } : inSmallLetters(fields)['cascade']
      return cascadesIn(values, { folder, language })
    }),
    ...cascadesIn(config['cascade'] ?? config['Cascade'], { folder: '', language: null }),
  ].toSorted((one, other) => other.folder.length - one.folder.length)

  /** The nearest section takes precedence, and within a section the first entry. */
  function defaultsOf(path: string): Fields {
    const at = innerOf(path)
    const place = placeOf(path)
    if (at === null || place === null || typeof at === 'string' || typeof place === 'string') return {}
    const meant = cascades.filter((each) => isMeant(each, at.inner, place.language ?? main))
    return Object.assign({}, ...meant.map(({ values }) => values).toReversed()) as Fields
  }

  /** Whether a file is in the folder of a page (leaf bundle) and is not that page. */
  function isInLeaf(path: string, base: string): boolean {
    const own = LEAF.exec(path)?.[1] ?? ''
    for (let at = path.lastIndexOf('/'); at > base.length; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at)
      if (folder !== own && leaves.has(folder)) return true
    }
    return false
  }

  function placeOf(path: string): Place | string | null {
    const at = innerOf(path)
    if (at === null || typeof at === 'string') return at
    const { base, inner } = at
    if (isIgnored(path) || isIgnored(inner)) return 'Nach der Konfiguration (ignoreFiles) zeigt Hugo die Datei nicht.'
    if (isInLeaf(path, base)) return 'Die Datei gehört zur Seite ihres Ordners (index); Hugo macht aus ihr keinen Text.'
    const parts = partsOf(inner)
    if (/(?:^|\/)_index(?:\.[a-z-]{2,5})?\.\w+$/i.test(path)) return 'Eine Liste, die Hugo selbst macht, ist kein Text.'
    const coded = LANGUAGE.exec(
      path
        .split('/')
        .at(-1)!
        .replace(/\.[^.]+$/, ''),
    )?.[1]
    const isCode = coded !== undefined && (Object.hasOwn(languages, coded) || coded === main)
    const name = isCode && !parts.isIndex ? parts.name.replace(LANGUAGE, '') : parts.name
    const language = at.language ?? (isCode ? coded : null)
    return {
      kind: parts.folders.length === 0 ? 'page' : 'article',
      folders: parts.folders,
      name,
      date: parts.date,
      draft: false,
      categories: [],
      language: language === main ? null : language,
    }
  }

  function addressesOf({ place, fields, title, day, categories }: Placed): string[] {
    const language = place.language ?? (inFolder ? main : '')
    const base = pathOf(prefix, language)
    const aliases = listField(fields, 'aliases').map((alias) =>
      alias.startsWith('/') ? pathOf(prefix, alias) : pathOf(base, ...place.folders, alias),
    )
    const own = textField(fields, 'url')
    if (own !== '') return [own.startsWith('/') ? pathOf(prefix, own) : pathOf(base, own), ...aliases]
    const slug = urlized(slugOf(fields))
    const file = urlized(
      place.date && !slug && usesFileDate(config)
        ? place.name
        : place.date
          ? `${place.date}-${place.name}`
          : place.name,
    )
    const section = place.folders[0] ?? ''
    const pattern = patterns.get(section) ?? (place.folders.length === 0 ? patterns.get('') : undefined)
    const words: Record<string, string> = {
      ...(day ? { year: day.year, month: day.month, day: day.day, monthname: monthName(day.month) } : {}),
      section: urlized(section),
      sections: place.folders.map(urlized).join('/'),
      title: urlized(title),
      slug: slug || urlized(title),
      slugorfilename: slug || file,
      slugorcontentbasename: slug || file,
      filename: file,
      contentbasename: file,
      categories: categories.map(urlized).join('/'),
    }
    const patterned = pattern === undefined ? null : filled(pattern, words)
    const path = patterned ?? pathOf(...place.folders.map(urlized), slug || file)
    const ended = ugly
      ? `${path.replace(/\/$/, '')}.html`
      : /\.\w{2,5}$/.test(path) && patterned
        ? path
        : `${path.replace(/\/$/, '')}/`
    return [pathOf(base, ended), ...aliases]
  }

  return { name: 'Hugo', timeZone, address, placeOf, defaultsOf, addressesOf, write }
}

/** Whether a date at the beginning of a file name is its date, and not part of its address. */
function usesFileDate(config: Fields): boolean {
  const dates = fieldsOf(config['frontmatter'])?.['date']
  return Array.isArray(dates) && dates.includes(':filename')
}

function patternsOf(config: Fields): ReadonlyMap<string, string> {
  const written = fieldsOf(config['permalinks']) ?? {}
  const pages = fieldsOf(written['page']) ?? written
  const all = Object.entries(pages).flatMap(([section, pattern]): [string, string][] =>
    typeof pattern === 'string' ? [[section === '/' ? '' : section, pattern]] : [],
  )
  return new Map(all)
}

const MONTHS = 'january february march april may june july august september october november december'.split(' ')

function monthName(month: string): string {
  return MONTHS[Number(month) - 1] ?? ''
}
