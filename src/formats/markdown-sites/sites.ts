import { fieldsOf, type Fields, matterOf, readJson, readToml, readYaml, textField } from '../../rules/front-matter.ts'
import type { BlogFacts, SourceFiles } from '../source/source-items.ts'
import { decodeText } from '../source/text-charset.ts'
import { hexo } from './hexo.ts'
import { hugo, type SectionHead } from './hugo.ts'
import { jekyll } from './jekyll.ts'
import { astro, eleventy, notes } from './plain-files.ts'
import type { Generator } from './text-places.ts'

/** A blog of files: its generator, and its folder in the source (`blog-main/`, or empty). */
export interface Site {
  generator: Generator
  root: string
  /** Names of authors by their keys in texts. */
  authors: ReadonlyMap<string, string>
  /** Metadata of the blog from its configuration. */
  about: BlogFacts
}

const HUGO = /^(?:(?:hugo|config)\.(?:toml|ya?ml|json)|config\/_default\/[\w.-]{1,60}\.(?:toml|ya?ml|json))$/
const ELEVENTY = /^(?:\.eleventy|eleventy\.config)\.[cm]?[jt]s$/
const SECTION = /(?:^|\/)_index(?:\.[a-z]{2}(?:-[a-z]{2,4})?)?\.(?:md|markdown|mdown|html?)$/i
const OF_A_THEME = /(?:^|\/)(?:archetypes|layouts|node_modules|public|resources|themes)\//
/** Maximum candidate folders, each of which is scanned. */
const MOST_ROOTS = 50
/** Maximum bytes of a configuration file. */
const LARGEST = 1024 * 1024

async function configOf(files: SourceFiles, paths: readonly string[]): Promise<Fields> {
  let config: Fields = {}
  for (const path of paths) {
    const text = decodeText((await files.read(path)).subarray(0, LARGEST))
    const read = path.endsWith('.toml') ? readToml(text) : path.endsWith('.json') ? readJson(text) : readYaml(text)
    const fields = fieldsOf(read) ?? {}
    // `config/_default/permalinks.toml` contains what is below `permalinks` elsewhere, `languages.de.toml` below
    // `languages.de`.
    const part = /config\/_default\/([\w-]{1,40})(?:\.([\w-]{1,20}))?\.\w+$/.exec(path)
    const [, name = '', language] = part ?? []
    if (!part || name === 'config' || name === 'hugo') config = { ...config, ...fields }
    else if (name === 'languages' && language)
      config = { ...config, languages: { ...fieldsOf(config['languages']), [language]: fields } }
    else config = { ...config, [name]: fieldsOf(config[name]) ? { ...fieldsOf(config[name]), ...fields } : fields }
  }
  return config
}

/** Front matter of Hugo's list pages, which applies to the texts below them. */
async function sectionHeads(files: SourceFiles, root: string, inner: readonly string[]): Promise<SectionHead[]> {
  const heads: SectionHead[] = []
  for (const path of inner) {
    if (!SECTION.test(path) || OF_A_THEME.test(path)) continue
    const text = decodeText((await files.read(root + path)).subarray(0, LARGEST))
    heads.push({ path, ...matterOf(text), saysCascade: /\bcascade\b/i.test(text) })
  }
  return heads
}

/** The generator of a source, and the folder of the blog in it. */
export async function siteOf(files: SourceFiles): Promise<Site> {
  const paths = files.list().map(({ path }) => path)
  for (const root of rootsOf(paths)) {
    const inner = paths.filter((path) => path.startsWith(root)).map((path) => path.slice(root.length))
    const has = (start: string) => inner.some((path) => path.startsWith(start))
    const config = (pattern: RegExp) =>
      configOf(
        files,
        inner
          .filter((path) => pattern.test(path))
          .sort()
          .map((path) => root + path),
      )
    const site = (generator: Generator, about: Fields = {}, authors: Site['authors'] = new Map()): Site => ({
      generator,
      root,
      authors,
      about: aboutOf(about),
    })
    if (has('source/_posts/')) {
      const own = await config(/^_config\.ya?ml$/)
      return site(hexo(own), own)
    }
    const posts = inner.some((path) => isPost(path))
    if (posts && !inner.some((path) => HUGO.test(path) && /hugo/.test(path))) {
      const names = namesOf(await config(/^_data\/authors\.(?:ya?ml|json)$/))
      const own = await config(/^_config\.ya?ml$/)
      return site(jekyll(own), own, names)
    }
    if (inner.some((path) => HUGO.test(path)) && (has('content/') || has('layouts/'))) {
      const own = await config(HUGO)
      const { author, authors } = fieldsOf(own['params']) ?? {}
      const names = namesOf(fieldsOf(authors) ?? fieldsOf(author) ?? {})
      return site(hugo(own, inner, await sectionHeads(files, root, inner)), own, names)
    }
    if (inner.some((path) => ELEVENTY.test(path))) return site(eleventy())
    if (has('src/content/')) return site(astro())
    if (has('.obsidian/')) return site(notes('Obsidian'))
  }
  // A folder `content` without a configuration: its addresses are those of Hugo.
  if (paths.every((path) => path.startsWith('content/')))
    return {
      generator: hugo({}, paths, await sectionHeads(files, '', paths)),
      root: '',
      authors: new Map(),
      about: aboutOf({}),
    }
  return { generator: notes('Markdown'), root: commonFolder(paths), authors: new Map(), about: aboutOf({}) }
}

/** The names of people by their keys in texts. */
function namesOf(people: Fields): Site['authors'] {
  return new Map(
    Object.entries(people).flatMap(([key, about]): [string, string][] => {
      const name = fieldsOf(about)?.['name'] ?? fieldsOf(about)?.['display_name']
      return typeof name === 'string' ? [[key, name]] : []
    }),
  )
}

/** Metadata of a blog in its configuration: at the top level, below Hugo's `params`, or of its first language. */
function aboutOf(config: Fields): BlogFacts {
  const [language] = Object.values(fieldsOf(config['languages']) ?? {}).map(fieldsOf)
  const params = fieldsOf(config['params'])
  const places = [config, params, language, fieldsOf(language?.['params'])].filter((fields) => fields != null)
  const said = (...names: string[]) =>
    places.map((fields) => textField(fields, ...names)).find((text) => text !== '') ?? ''
  const [author] = places.map((fields) => fieldsOf(fields['author'])).filter((found) => found !== null)
  return {
    title: said('title'),
    description: said('description', 'subtitle', 'tagline'),
    author: said('author') || (author ? textField(author, 'name') : ''),
  }
}

/** `_posts/2019-05-03-see.md`, in any folder. */
function isPost(path: string): boolean {
  return `/${path}`.includes('/_posts/') && /^\d{4}-\d{1,2}-\d{1,2}[-_ ]/.test(path.slice(path.lastIndexOf('/') + 1))
}

/** Candidate folders of a blog: the source itself, and its direct subfolders with a configuration. */
function rootsOf(paths: readonly string[]): string[] {
  const first = commonFolder(paths)
  const configured = paths.flatMap((path) => {
    const found =
      /^((?:[^/]+\/){0,3})(?:(?:hugo|config|_config|astro\.config|\.eleventy|eleventy\.config)\.\w{2,5}|_posts\/|\.obsidian\/|config\/_default\/)/.exec(
        path,
      )
    return found ? [found[1]!] : []
  })
  const nearest = [...new Set(configured)].toSorted((one, other) => one.length - other.length)
  return [...new Set([...nearest.slice(0, MOST_ROOTS), first, ''])]
}

function commonFolder(paths: readonly string[]): string {
  const first = paths[0]?.split('/')[0]
  return first !== undefined && paths.every((path) => path.startsWith(`${first}/`)) ? `${first}/` : ''
}
