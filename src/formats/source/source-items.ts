/**
 * The files of a source: one file, a folder, or an archive read within limits (ADR 41). Paths use `/`, are never
 * absolute and never contain `..`.
 */
export interface SourceFiles {
  /** The name of the file or folder for display. */
  readonly name: string
  list(): readonly { path: string; bytes: number }[]
  /** Symbolic links of an archive, which are not followed and not listed. */
  readonly links?: readonly string[]
  /** The bytes of one of the listed files. Throws for any other path. */
  read(path: string): Promise<Buffer>
}

/** Type of an item of a source (RUL-53). */
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
  /** The item's id in its source, by which a reimport finds it. */
  sourceId: string
  kind: SourceKind
  /** German sentences for the report: what was lost or changed, and why. */
  reasons: string[]
  /** The item is skipped, for its last reason. */
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
  /** Base of relative links and pictures: URL, or path in the source. */
  base: string | null
  /** Former public addresses: paths with their query, which become redirects (301). */
  oldAddresses: string[]
  /** Additional data of our own export. */
  own?: OwnText
}

/** Fields that only our own texts have (docs/reference/export-format.md); unchecked until they are written. */
export interface OwnText {
  facts: Readonly<Record<string, unknown>>
  /** Unpublished changes (RUL-27). */
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
  /** Additional data of our own export. */
  own?: Readonly<Record<string, unknown>>
}

export interface TermItem extends Base {
  kind: 'category' | 'tag' | 'author'
  name: string
  slug: string | null
  /** The name of the parent term. */
  parent: string | null
  /** Creation date, if the source has it. */
  date?: string | null
  /** What the source says of it: plain text, a picture (URL, or path in the source), and of a person addresses elsewhere. */
  about?: TermAbout
  /** Of our own export: the slug of a person is ours, too. */
  isOwn?: true
  /** Base of a relative picture, as that of a text. */
  base?: string | null
}

export interface TermAbout {
  text: string
  picture: string | null
  links: { label: string; url: string }[]
}

export interface RedirectItem extends Base {
  kind: 'redirect'
  from: string
  to: string | null
  status: 301 | 410
  /** Instead of `to`: the list of a category, tag or author line with this name. */
  list?: { kind: TermItem['kind']; name: string }
}

/** Data known beside a source. `siteUrl` is the address of its blog, if given. */
export type BlogKnown = { timeZone: string; siteUrl?: string | null }

/** Former public addresses of a source's lists: paths with their query. */
export interface ListAddresses {
  /** Address of the blog itself, used in links between texts; null if unknown. */
  home: string | null
  of: (kind: TermItem['kind'], term: { name: string; slug: string | null }) => string[]
  /** For a two-digit month, or a whole year. */
  inTime: (year: string, month: string | null) => string[]
  /** Other old addresses to redirect, such as that of the feed. */
  others: readonly { from: string; to: string }[]
  /** The first address of the text with the number in an address (`/?p=12`); null for other addresses. */
  byNumber?: (address: URL) => string | null
}

/** Metadata of a source's blog, in plain text; empty where missing. `author` is empty where there are several. */
export interface BlogFacts {
  title: string
  description: string
  author: string
}

/** A comment of readers below a text. Addresses of mail and network are never read. */
export interface SourceComment {
  /** The text by its id in the source, or by its address there. */
  text: { id: string } | { address: string }
  /** The comment it answers, by its id in the source. */
  parent: string | null
  name: string
  /** Markdown. */
  markdown: string
  /** ISO 8601 in UTC; null if unknown. */
  at: string | null
  /** Whether readers saw it, or it waited for a decision. */
  state: 'shown' | 'waiting'
}

/** Items that are only reported, and records that only our exports have. */
export interface OtherItem extends Base {
  kind: 'comment' | 'member' | 'other'
  /** Title in the report; the source id by default. */
  title?: string
  /** A record of one of our lists, settings, or metadata of the blog (`BLOG_FACTS`). */
  record?: OwnRecord
  /** Of a comment that is imported. */
  comment?: SourceComment
  /** A file that belongs to one of them: its path in the source. */
  file?: string
}

export interface OwnRecord {
  /** Its list file in the archive. */
  list: string
  facts: Readonly<Record<string, unknown>>
}

/** The `list` of another system's blog metadata. */
export const BLOG_FACTS = 'blog'

export type SourceItem = TextItem | MediaItem | TermItem | RedirectItem | OtherItem

/** An unreadable source, with the reason in German. Nothing of it is imported. */
export class SourceFault extends Error {}

/** One damaged file of an archive, while others may be intact. */
export class DamagedFile extends SourceFault {}

/** A document cannot be parsed as a feed; the message gives the reason in German. */
export class FeedFault extends Error {}

/** Files of a source claimed by one reader. */
export interface Claim {
  /**
   * The reader yields at least one item for each of them: its content, or a report line with the reason for skipping
   * it.
   */
  paths: readonly string[]
  /** These files are a whole site made by this generator, so exports beside it may be old backups of the same texts. */
  generator?: string
}

/**
 * A reader of one format, recognised by content, not by file names alone. Runs in a worker, so it is pure: bytes in,
 * items out; memory stays flat over 10,000 texts. Throws SourceFault.
 */
export interface Reader {
  /** Display name of the format: WordPress, Ghost, Markdown … */
  readonly format: string
  /** If a part of it is unreadable, nothing of the source is imported. */
  readonly isWhole?: true
  /** Claims the files of its format, if any. `items` gets the same `files`. */
  claims(files: SourceFiles): Promise<Claim>
  /** Identifies this source among others of its format, such as by the address of the blog; else its file name does. */
  identity?(files: SourceFiles): Promise<string | null>
  /**
   * Former addresses of its lists, to be redirected to ours; and the address of the blog, to recognise links between
   * texts.
   */
  lists?(files: SourceFiles, blog: BlogKnown): Promise<ListAddresses>
  /** Metadata for an empty blog after an import. Our own exports contain all settings as items. */
  blog?(files: SourceFiles): Promise<BlogFacts | null>
  items(files: SourceFiles, blog: BlogKnown): AsyncIterable<SourceItem>
}

const MOST_NAMED = 20

/** Names for a sentence of the report, without duplicates: the first 20, and the number of others. */
export function someOf(names: Iterable<string>): string {
  const all = [...new Set(names)]
  const more = all.length - MOST_NAMED
  const named = all.slice(0, MOST_NAMED).join(', ')
  return more > 0 ? `${named} und ${more.toLocaleString('de-DE')} weitere` : named
}
