/** Rules about what comments and documents name: documents, sections, rules, paths. Each gives what is wrong with one file. */

export type NamedFile = { path: string; text: string }
/** What names may lead to: every file and folder of the repository by its path, and the text of a document. */
export type Repository = { has: (path: string) => boolean; paths: readonly string[]; textOf: (path: string) => string }
type Rule = (file: NamedFile, repository: Repository) => string[]

/** Documents whose names are never written without their folder outside of documents. */
const WITHOUT_FOLDER = /(?<![\w./-])(?:look|auth-protocol|design|architecture|glossary)\.md\b/g
/** Where a path in backticks may begin. */
const ROOTS = ['', 'src/', 'src/server/']
/** Documents whose every path is looked up; others name what used to be, and things that only look like paths. */
const MAPS = ['docs/architecture.md', 'docs/glossary.md']
/** What was true on its day and stays as it was written. */
const HISTORY = /^(CHANGELOG\.md$|bench\/notes\/)/

const isDocument = (path: string) => path.endsWith('.md')

/** Words of a comment or paragraph that goes on in the next line stand behind one another. */
function unwrapped(text: string): string {
  return text.replace(/\s*\n[ \t]*(?:\*(?!\/)|\/\/|#+(?= ))?\s*/g, ' ')
}

function withoutFences(text: string): string {
  return text.replace(/^```[^]*?^```/gm, '')
}

/** The anchors of a document, as GitHub makes them of its headings. */
function anchorsOf(text: string): string[] {
  return headingsOf(text).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function headingsOf(text: string): string[] {
  return [...withoutFences(text).matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = '']) => heading.trim())
}

function resolve(from: string, target: string): string {
  const parts = from.split('/').slice(0, -1)
  for (const part of target.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}

export const RULES: Record<string, Rule> = {
  'documents that are named exist': ({ path, text }, { has, paths }) => {
    const named = [...text.matchAll(/(?<![\w./-])docs\/[\w./-]+\.md\b/g)].map(([name]) => name)
    const bare = isDocument(path) ? [] : [...text.matchAll(WITHOUT_FOLDER)].map(([name]) => name)
    const decisions = [...text.matchAll(/\bADR (\d+)\b/g)].map(([, number = '']) => number.padStart(4, '0'))
    return [
      ...named.filter((name) => !has(name)),
      ...bare.map((name) => `${name} without its folder`),
      ...decisions
        .filter((number) => !paths.some((one) => one.startsWith(`docs/decisions/${number}-`)))
        .map((number) => `ADR ${number}`),
    ]
  },

  'sections that are named exist': ({ path, text }, { has, textOf }) => {
    const flat = unwrapped(text)
    const faults: string[] = []
    const check = (name: string, mark: string, found: (document: string) => boolean) => {
      if (has(name) && !found(textOf(name))) faults.push(`${name} ${mark}`)
    }
    const section = (number: string) => (document: string) =>
      headingsOf(document).some((heading) => heading.startsWith(`§${number} `))
    for (const [, name = '', number = ''] of flat.matchAll(/(docs\/[\w/-]+\.md)`? §(\d+)/g))
      check(name, `§${number}`, section(number))
    for (const [, name = '', kind = '', numbers = ''] of flat.matchAll(
      /(docs\/[\w/-]+\.md)`? (public )?rules? (\d+(?:(?:, | and |, and )\d+)*)/g,
    )) {
      for (const number of numbers.match(/\d+/g) ?? [])
        check(name, `${kind}rule ${number}`, (document) =>
          new RegExp(`\\*\\*${kind ? 'Public rule' : 'Rule'} ${number}\\b`).test(document),
        )
    }
    for (const [, name = '', heading = ''] of flat.matchAll(/(docs\/[\w/-]+\.md)`?, "([^"]+)"/g))
      check(name, `"${heading}"`, (document) => headingsOf(document).includes(heading))
    if (!isDocument(path))
      for (const [, name = '', anchor = ''] of flat.matchAll(/(?<![\w./-])((?:docs\/[\w/-]+|README)\.md)#([\w-]+)/g))
        check(name, `#${anchor}`, (document) => anchorsOf(document).includes(anchor))
    // Of its own sections a document speaks without its name.
    if (isDocument(path) && headingsOf(text).some((heading) => heading.startsWith('§')))
      for (const [, number = ''] of flat.matchAll(/(?<!RFC \d+ )§(\d+)/g)) check(path, `§${number}`, section(number))
    return faults
  },

  'paths that are named exist': ({ path, text }, { has, paths }) => {
    if (!isDocument(path) || HISTORY.test(path)) return []
    const named = [...withoutFences(text).matchAll(/`([^`\s]+?)\/?`/g)].map(([, name = '']) => name)
    return named.filter((name) => {
      const suffix = /^\*?(\.\w+\.ts)$/.exec(name)?.[1]
      if (suffix) return !paths.some((one) => one.endsWith(suffix))
      if (!MAPS.includes(path)) return /^(src|tests|scripts|bench|docs)\/[\w./-]+$/.test(name) && !has(name)
      const looksLikePath = /^[\w.-]+(\/[\w.-]+)+$/.test(name) || /^[\w-]+(\.[\w-]+)*\.(ts|tsx|mjs|css|md)$/.test(name)
      return looksLikePath && !ROOTS.some((root) => has(root + name))
    })
  },

  'links lead somewhere': ({ path, text }, { has, textOf }) => {
    if (!isDocument(path)) return []
    const prose = withoutFences(text).replace(/`[^`\n]*`/g, '')
    const links = [...prose.matchAll(/\]\(([^()\s]+)\)/g), ...prose.matchAll(/\bsrc="([^"]+)"/g)]
    return links
      .map(([, target = '']) => target)
      .filter((target) => {
        if (/^(https?:|mailto:)/.test(target)) return false
        const [file = '', anchor] = target.split('#')
        const name = file === '' ? path : resolve(path, file.replace(/\/$/, ''))
        return !has(name) || (anchor !== undefined && !anchorsOf(textOf(name)).includes(anchor))
      })
  },
}
