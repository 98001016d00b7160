/**
 * What a source holds: one file, a folder, or an archive that is read within bounds (ADR 41). Paths have `/`, are never absolute
 * and never hold `..`.
 */
export interface SourceFiles {
  /** The name of the file or folder as people know it. */
  readonly name: string
  list(): readonly { path: string; bytes: number }[]
  /** Symbolic links of an archive, which are not followed; none of them is listed. */
  readonly links?: readonly string[]
  /** The bytes of one of the listed files. Throws for any other path. */
  read(path: string): Promise<Buffer>
}

/** What an item of a source is (RUL-53). */
export type SourceKind =
  | 'article'
  | 'page'
  | 'media'
  | 'category'
  | 'tag'
  | 'author'
  | 'comment'
  | 'member'
  | 'redirect'
  | 'other'

interface Base {
  /** The item's name in its source; it is found by it again when the source is imported anew. */
  sourceId: string
  kind: SourceKind
  /** German sentences for the report: what was lost or changed, and why. */
  reasons: string[]
  /** Set: the item is not taken, and its last reason says why. */
  skip?: true
}

/** An article or a page. Instants are ISO 8601 in UTC. */
export interface TextItem extends Base {
  kind: 'article' | 'page'
  title: string
  body: string
  format: 'html' | 'markdown'
  slug: string | null
  status: 'draft' | 'published' | 'scheduled'
  publishedAt: string | null
  createdAt: string | null
  updatedAt: string | null
  excerpt: string | null
  /** Display names, for the author line. */
  authors: string[]
  /** Names. */
  category: string | null
  tags: string[]
  /** URL, or path in the source, of the cover. */
  cover: string | null
  seoTitle: string | null
  seoDescription: string | null
  pinned: boolean
  /** Where the text stood, by which relative links and pictures are understood: URL, or path in the source. */
  base: string | null
  /** Where readers found it: paths with their query, which answer 301 from now on. */
  oldAddresses: string[]
  /** What an export of ours says beyond that. */
  own?: OwnText
}

/** What our own texts have and others do not (docs/reference/export-format.md); as the archive says it, to be checked when it is written. */
export interface OwnText {
  facts: Readonly<Record<string, unknown>>
  /** Changes that are not live yet (RUL-27). */
  working: OwnWorkingText | null
}

export interface OwnWorkingText {
  facts: Readonly<Record<string, unknown>>
  body: string
  category: string | null
  /** Names; null for those of the article. */
  tags: string[] | null
  cover: string | null
}

/** A picture. */
export interface MediaItem extends Base {
  kind: 'media'
  /** URL, or path in the source. */
  address: string
  title: string | null
  alt: string | null
  caption: string | null
  date: string | null
  /** What an export of ours says beyond that. */
  own?: Readonly<Record<string, unknown>>
}

export interface TermItem extends Base {
  kind: 'category' | 'tag' | 'author'
  name: string
  slug: string | null
  /** The name of the term above it. */
  parent: string | null
  /** Since when it is there, where its source says. */
  date?: string | null
}

export interface RedirectItem extends Base {
  kind: 'redirect'
  from: string
  to: string | null
  status: 301 | 410
  /** Instead of `to`: the list of a category, tag or author line of this name, as it is called here. */
  list?: { kind: TermItem['kind']; name: string }
}

/** What is known beside a source. `siteUrl` is where its blog was, when somebody said it. */
export type BlogKnown = { timeZone: string; siteUrl?: string | null }

/** Where readers of a source found its lists: paths with their query. */
export interface ListAddresses {
  /** Address of the blog itself, by which texts name each other; null if unknown. */
  home: string | null
  of: (kind: TermItem['kind'], term: { name: string; slug: string | null }) => string[]
  /** Of a month of two digits, or of a whole year. */
  inTime: (year: string, month: string | null) => string[]
  /** Other old addresses to redirect, such as that of the feed. */
  others: readonly { from: string; to: string }[]
  /** The first address of the text that an address names by its number (`/?p=12`); null for all other addresses. */
  byNumber?: (address: URL) => string | null
}

/** What a source says of its blog as a whole, in plain text; empty where it says nothing. `author` is empty where there are several. */
export interface BlogFacts {
  title: string
  description: string
  author: string
}

/** What is named in the report alone, and what only exports of ours have. */
export interface OtherItem extends Base {
  kind: 'comment' | 'member' | 'other'
  /** What the report calls it; its source id where there is none. */
  title?: string
  /** A record of one of our lists, what the settings say, or what a source says of its blog (`BLOG_FACTS`). */
  record?: OwnRecord
  /** A file that belongs to one of them: its path in the source. */
  file?: string
}

export interface OwnRecord {
  /** The file of the archive it stands in. */
  list: string
  facts: Readonly<Record<string, unknown>>
}

/** The `list` of what another system says of its blog. */
export const BLOG_FACTS = 'blog'

export type SourceItem = TextItem | MediaItem | TermItem | RedirectItem | OtherItem

/** A source that cannot be read to its end: a German sentence that says why. Nothing of it is imported. */
export class SourceFault extends Error {}

/** One file of an archive that is damaged, while others may be whole. */
export class DamagedFile extends SourceFault {}

/** Files of a source that belong to one reader. */
export interface Claim {
  /** The reader yields at least one item for each of them: its contents, or a line that says why it is left out. */
  paths: readonly string[]
  /** Set: these files are a whole site made by this generator, so exports beside it may be old backups of the same texts. */
  generator?: string
}

/**
 * Knows its format by what stands in the files, not by names alone. Runs inside a worker of the pool, so it is pure: bytes in,
 * items out; memory stays flat over 10,000 texts. Throws SourceFault.
 */
export interface Reader {
  /** What people call the format: WordPress, Ghost, Markdown … */
  readonly format: string
  /** Set: where a part of it cannot be read nothing of the source is imported, whatever lies beside it. */
  readonly isWhole?: true
  /** The files this reader takes; none where it finds nothing of its format. `items` gets the same `files`. */
  claims(files: SourceFiles): Promise<Claim>
  /** What tells this source from others of its format, such as the address of the blog; else its file's name does. */
  identity?(files: SourceFiles): Promise<string | null>
  /** Where its lists were, which lead to ours from now on; and where the blog was, so that links between texts are found. */
  lists?(files: SourceFiles, blog: BlogKnown): Promise<ListAddresses>
  /** What an empty blog is called after an import. Exports of ours bring all settings as items. */
  blog?(files: SourceFiles): Promise<BlogFacts | null>
  items(files: SourceFiles, blog: BlogKnown): AsyncIterable<SourceItem>
}

const MOST_NAMED = 20

/** Names for a sentence of the report, each once: the first 20, and how many there are beside them. */
export function someOf(names: Iterable<string>): string {
  const all = [...new Set(names)]
  const more = all.length - MOST_NAMED
  const named = all.slice(0, MOST_NAMED).join(', ')
  return more > 0 ? `${named} und ${more.toLocaleString('de-DE')} weitere` : named
}
