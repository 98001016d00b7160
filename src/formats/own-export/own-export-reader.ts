import { createHash } from 'node:crypto'
import type { ExportCard, ImportCard, NounCard } from '../../nouns/noun-card.ts'
import { NOUNS } from '../../nouns/nouns.ts'
import { IMPORTED_NOUNS } from '../../nouns/registries.ts'
import { isLinkTarget } from '../../rules/url.ts'
import { quoted } from '../../rules/quoted.ts'
import { takeDate } from '../source/source-dates.ts'
import {
  SourceFault,
  type OwnWorkingText,
  type Reader,
  type SourceFiles,
  type SourceItem,
  type TermAbout,
  type TextItem,
} from '../source/source-items.ts'

const FORMAT = 'blog-cms-export'
/** Supported version of docs/reference/export-format.md. */
const VERSION = 1

type Manifest = { format?: unknown; version?: unknown; site?: { address?: unknown }; files?: Record<string, unknown> }
type Facts = Record<string, unknown>

/** Lists of records, with their singular in German. */
export const LISTS = IMPORTED_NOUNS.map((noun): [path: string, one: string] => {
  const { export: exported, imported, words }: ListedCard = NOUNS[noun]
  return [exported.file, imported.one ?? words.one]
})
type ListedCard = NounCard & { export: ExportCard; imported: ImportCard }

const COMMENTS = 'data/comments.json'

/** Files with one object each, with their name in German. */
const CHOICES: readonly [path: string, what: string][] = [
  ['data/settings.json', 'Einstellungen'],
  ['data/appearance.json', 'Erscheinungsbild'],
]

/** The export of another installation (RUL-54), each file verified against its hash in the manifest. */
export const ownExportReader: Reader = {
  format: 'Blog CMS',
  isWhole: true,
  async claims(files) {
    const paths = files.list().map(({ path }) => path)
    if (!paths.includes('manifest.json')) return { paths: [] }
    const manifest = await manifestOf(files)
    if (manifest.format !== FORMAT) return { paths: [] }
    const listed = manifest.files ?? {}
    return {
      paths: paths.filter(
        (path) => path === 'manifest.json' || Object.hasOwn(listed, path) || /^(?:articles|pages)\//.test(path),
      ),
    }
  },
  async identity(files) {
    return text((await manifestOf(files)).site?.address)
  },
  async *items(files) {
    const manifest = await manifestOf(files)
    if (typeof manifest.version !== 'number' || manifest.version > VERSION)
      throw new SourceFault(
        'Der Export stammt aus einer neueren Version von Blog CMS. Bitte erst diese hier aktualisieren.',
      )
    const archive = new Archive(files, manifest.files ?? {})
    const names: Names = { category: new Map(), tag: new Map() }
    for (const kind of ['category', 'tag'] as const)
      for (const { id, name, slug, created_at, description, picture } of await archive.records(
        kind === 'category' ? 'data/categories.json' : 'data/tags.json',
      )) {
        names[kind].set(String(id), String(name))
        const sourceId = String(slug ?? name)
        const date = text(created_at)
        const about = { text: text(description) ?? '', picture: text(picture), links: [] }
        yield {
          ...{ kind, sourceId, name: String(name), slug: text(slug), parent: null, date, reasons: [] },
          ...(about.text !== '' || about.picture !== null ? { about, base: 'data/authors.json' } : {}),
        }
      }
    for (const { id, name, slug, text: words, picture, links, created_at } of await archive.records(
      'data/authors.json',
    ))
      yield {
        kind: 'author',
        sourceId: String(slug ?? id),
        name: String(name),
        slug: text(slug),
        parent: null,
        date: text(created_at),
        isOwn: true,
        base: 'data/authors.json',
        about: { text: text(words) ?? '', picture: text(picture), links: linksIn(links) },
        reasons: [],
      }
    for (const record of await archive.records('data/media.json')) {
      const { file, filename, alt, caption, created_at, credit, focus_x, focus_y, ai_share } = record
      const address = String(file)
      yield {
        kind: 'media',
        sourceId: address,
        address,
        title: text(filename),
        alt: text(alt),
        caption: text(caption),
        date: text(created_at),
        own: { credit, focus_x, focus_y, ai_share, created_at },
        reasons: [],
      }
    }
    const working = await workingCopies(archive, names)
    for (const { path } of files.list()) {
      const [, folder] = /^(articles|pages)\/[^/]+\.md$/.exec(path) ?? []
      if (folder === 'articles') yield textItem(path, 'article', await archive.read(path), working)
      if (folder === 'pages') yield textItem(path, 'page', await archive.read(path), working)
    }
    for (const { from, to, status } of await archive.records('redirects.json'))
      yield {
        kind: 'redirect',
        sourceId: String(from),
        from: String(from),
        to: text(to),
        status: status === 410 ? 410 : 301,
        reasons: [],
      }
    yield* listed(archive)
    for (const facts of await archive.records(COMMENTS)) {
      const title = `Kommentar von ${text(facts.name) ?? 'Anonym'}`
      const sourceId = `${COMMENTS}#${String(facts.id)}`
      yield { kind: 'other', sourceId, title, reasons: [], record: { list: COMMENTS, facts } }
    }
    yield* choices(archive)
  },
}

/** The links of a person, as our export writes them. */
function linksIn(value: unknown): TermAbout['links'] {
  if (!Array.isArray(value)) return []
  return (value as (Facts | null)[]).flatMap((link) => {
    const url = text(link?.url)
    return url !== null && isLinkTarget(url) ? { label: text(link?.label) ?? url, url } : []
  })
}

type Names = { category: Map<string, string>; tag: Map<string, string> }

async function* listed(archive: Archive): AsyncGenerator<SourceItem> {
  for (const [path, one] of LISTS)
    for (const { files, ...facts } of await archive.records(path)) {
      const { id, title, url } = facts
      const sourceId = `${path}#${String(id)}`
      const called = `${one}: ${text(title) ?? text(url) ?? ''}`
      yield { kind: 'other', sourceId, title: called, reasons: [], record: { list: path, facts } }
      for (const file of Array.isArray(files) ? (files as Facts[]) : []) {
        const name = String(file.file)
        // A separate file: it is stored before it is listed.
        yield {
          kind: 'other',
          sourceId: name,
          title: `Datei: ${text(file.filename) ?? name}`,
          reasons: [],
          file: name,
          record: { list: 'research', facts: { ...file, item: sourceId } },
        }
      }
    }
}

/** Settings, choices, and their pictures. */
async function* choices(archive: Archive): AsyncGenerator<SourceItem> {
  for (const [path, what] of CHOICES) {
    const facts = await archive.object(path)
    if (!facts) continue
    const { pictures, ...chosen } = facts
    yield {
      kind: 'other',
      sourceId: path,
      title: what,
      reasons: [],
      record: { list: path, facts: chosen },
      // Its CSS is parsed before a transaction begins.
      ...(path === 'data/appearance.json' && { file: path }),
    }
    if (typeof pictures !== 'object' || pictures === null) continue
    for (const [name, picture] of Object.entries(pictures as Record<string, Facts>))
      yield {
        kind: 'other',
        sourceId: String(picture.file),
        title: `${what}: ${name}`,
        reasons: [],
        file: String(picture.file),
        record: { list: 'appearance', facts: { ...picture, name } },
      }
  }
}

/** Unpublished changes, by the text they belong to. */
async function workingCopies(archive: Archive, names: Names): Promise<Map<string, OwnWorkingText>> {
  const found = new Map<string, OwnWorkingText>()
  for (const record of await archive.records('data/working-copies.json')) {
    const { article_id, page_id, content_markdown, category_id, tag_ids, cover_image_url, ...facts } = record
    const tags = Array.isArray(tag_ids) ? tag_ids.flatMap((id) => names.tag.get(String(id)) ?? []) : null
    found.set(String(article_id ?? page_id), {
      facts,
      body: typeof content_markdown === 'string' ? content_markdown : '',
      category: names.category.get(String(category_id)) ?? null,
      tags,
      cover: text(cover_image_url),
    })
  }
  return found
}

/** Files of the archive, verified to be unchanged. */
class Archive {
  readonly #files: SourceFiles
  readonly #hashes: Record<string, unknown>
  readonly #paths: ReadonlySet<string>

  constructor(files: SourceFiles, hashes: Record<string, unknown>) {
    this.#files = files
    this.#hashes = hashes
    this.#paths = new Set(files.list().map(({ path }) => path))
  }

  async read(path: string): Promise<string> {
    const bytes = await this.#files.read(path)
    if (createHash('sha256').update(bytes).digest('hex') !== this.#hashes[path])
      throw new SourceFault(`${quoted(path)} ist nicht mehr, wie es exportiert wurde.`)
    return bytes.toString('utf8')
  }

  async records(path: string): Promise<Facts[]> {
    if (!this.#paths.has(path)) return []
    const records = parsed(await this.read(path), path)
    if (!Array.isArray(records)) throw new SourceFault(`${quoted(path)} hält keine Liste.`)
    return records as Facts[]
  }

  /** The object in a file; null without one. */
  async object(path: string): Promise<Facts | null> {
    if (!this.#paths.has(path)) return null
    const facts = parsed(await this.read(path), path)
    if (typeof facts !== 'object' || facts === null || Array.isArray(facts))
      throw new SourceFault(`${quoted(path)} ist beschädigt.`)
    return facts as Facts
  }
}

async function manifestOf(files: SourceFiles): Promise<Manifest> {
  try {
    const manifest: unknown = JSON.parse((await files.read('manifest.json')).toString('utf8'))
    return typeof manifest === 'object' && manifest !== null ? manifest : {}
  } catch (error) {
    if (error instanceof SourceFault) throw error
    return {}
  }
}

function textItem(
  path: string,
  kind: 'article' | 'page',
  file: string,
  working: ReadonlyMap<string, OwnWorkingText>,
): TextItem {
  const { facts, body } = parted(path, file)
  const own = (typeof facts.blogcms === 'object' ? facts.blogcms : null) as Facts | null
  const byline = own ? text(own.byline) : text(facts.author)
  const [category = null, ...others] = strings(facts.categories)
  const reasons: string[] = []
  const date = (value: unknown) => takeDate(text(value) ?? '', 'UTC', (reason) => reasons.push(reason))
  return {
    kind,
    sourceId: text(own?.id) ?? path,
    reasons,
    title: text(facts.title) ?? '',
    body,
    format: 'markdown',
    slug: text(facts.slug),
    status: statusOf(own?.status, facts.draft),
    publishedAt: date(own ? own.published_at : facts.date),
    createdAt: date(own?.created_at) ?? date(facts.date),
    updatedAt: date(own?.updated_at) ?? date(facts.lastmod),
    excerpt: text(facts.description),
    authors: byline === null ? [] : [byline],
    category,
    tags: [...others, ...strings(facts.tags)],
    cover: text(facts.cover),
    seoTitle: null,
    seoDescription: text(own?.seo_description),
    pinned: false,
    base: path,
    oldAddresses: [],
    ...(own && { own: { facts: own, working: working.get(String(own.id)) ?? null } }),
  }
}

function statusOf(status: unknown, draft: unknown): TextItem['status'] {
  if (status === 'draft' || status === 'scheduled' || status === 'published') return status
  return draft === false ? 'published' : 'draft'
}

/** Front matter of a text, and the body after one empty line. */
function parted(path: string, file: string): { facts: Facts; body: string } {
  const end = file.startsWith('---\n') ? file.indexOf('\n---\n\n') : -1
  if (end === -1) throw new SourceFault(`${quoted(path)} beginnt nicht mit den Angaben eines Exports.`)
  const facts = file
    .slice('---\n'.length, end)
    .split('\n')
    .map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), parsed(line.slice(colon + 1), path)] as const
    })
  return { facts: Object.fromEntries(facts), body: file.slice(end + '\n---\n\n'.length) }
}

function parsed(json: string, path: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new SourceFault(`${quoted(path)} ist beschädigt.`)
  }
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
