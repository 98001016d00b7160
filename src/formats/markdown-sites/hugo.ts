import { fieldsOf, type Fields, listField, textField } from '../../rules/front-matter.ts'
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

/** What of Hugo's own shortcodes there is (gohugo.io/content-management/shortcodes). */
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
    const about = [...words, ...[...named].map(([key, value]) => `${key}=${value}`)].join(' ')
    writing.reasons.add(
      `Der Shortcode „${name}“ ${inner ? 'wurde weggelassen, sein Inhalt ist da' : `wurde weggelassen${about === '' ? '' : ` (${about.slice(0, 200)})`}`}.`,
    )
  })
}

/** A text that makes its folder one page, to which all other files in it belong. */
const LEAF = /^(.+)\/index(?:\.[a-z]{2}(?:-[a-z]{2,4})?)?\.(?:md|markdown|mdown|html?)$/i

/** Patterns of files that the configuration leaves out. */
const MOST_IGNORED = 100

/**
 * The parts of a regular expression that stand for themselves, in their order. Expressions of a source are not run, as they may take
 * any time; what else they hold counts as anything.
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

/** Files that `ignoreFiles` names. */
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

/** Hugo, by its configuration and the paths of all files. `path` in what follows begins at the blog's own folder. */
export function hugo(config: Fields, paths: readonly string[]): Generator {
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

  /** Whether a file lies in the folder of a page and is not that page. */
  function isInLeaf(path: string, base: string): boolean {
    const own = LEAF.exec(path)?.[1] ?? ''
    for (let at = path.lastIndexOf('/'); at > base.length; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at)
      if (folder !== own && leaves.has(folder)) return true
    }
    return false
  }

  function placeOf(path: string): Place | string | null {
    const root = roots.find(({ folder }) => path.startsWith(`${folder}/`))
    const base = root?.folder ?? content
    if (!path.startsWith(`${base}/`)) return null
    if (isIgnored(path) || isIgnored(path.slice(base.length + 1)))
      return 'Nach der Konfiguration (ignoreFiles) zeigt Hugo die Datei nicht.'
    if (isInLeaf(path, base)) return 'Die Datei gehört zur Seite ihres Ordners (index); Hugo macht aus ihr keinen Text.'
    const parts = partsOf(path.slice(base.length + 1))
    if (/(?:^|\/)_index(?:\.[a-z-]{2,5})?\.\w+$/i.test(path)) return 'Eine Liste, die Hugo selbst macht, ist kein Text.'
    const coded = LANGUAGE.exec(
      path
        .split('/')
        .at(-1)!
        .replace(/\.[^.]+$/, ''),
    )?.[1]
    const isCode = coded !== undefined && (Object.hasOwn(languages, coded) || coded === main)
    const name = isCode && !parts.isIndex ? parts.name.replace(LANGUAGE, '') : parts.name
    const language = root?.code ?? (isCode ? coded : null)
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

  return { name: 'Hugo', timeZone, address, placeOf, addressesOf, write }
}

/** Whether a date at the beginning of a file's name is one, and not part of its address. */
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
