import { ownEntry } from '../../rules/own-entry.ts'
import { type Fields, textField } from '../../rules/front-matter.ts'
import { decodedSlug } from '../../rules/slug.ts'

/** Facts about a file of a blog from its path. */
export interface Place {
  kind: 'article' | 'page'
  /** Folders below the root of texts, without the file's own. */
  folders: readonly string[]
  /** The file name without date and extension; for `index` that of its folder. */
  name: string
  /** A date in the file name, `2019-05-03`. */
  date: string | null
  draft: boolean
  /** Why its path makes it a draft, in German, if not obvious. */
  draftReason?: string
  /** Categories derived from the folders. */
  categories: readonly string[]
  /** Its language in a multilingual blog, by file name or folder. */
  language: string | null
  /** `index` of its folder, whose address is the folder's. */
  isIndex?: boolean
  /** Its collection, for generators with several. */
  collection?: string
}

/** Front matter fields for the publication date. The first one with a value counts. */
export const DATES = ['date', 'pubDate', 'pubDatetime', 'publishDate', 'published_at', 'publishdate'] as const

/** A text's fields and facts, from which its old address is made. */
export interface Placed {
  place: Place
  fields: Fields
  title: string
  /** ISO 8601; null without one. */
  date: string | null
  /** Whether the date comes from the file name only. */
  isDateOfName: boolean
  /** The day used in addresses, as written. */
  day: Day | null
  /** Whether the time includes a zone. */
  isZoned: boolean
  /** An unreadable value in place of the date. */
  unreadDate: string | null
  categories: readonly string[]
}

/** Digits of a day in the blog's zone. */
export interface Day {
  year: string
  month: string
  day: string
}

/** Context of converting a template tag. */
export interface Writing {
  /** The old address of another text of the blog, by any name that a template uses; null if unknown. */
  addressOf: (reference: string) => string | null
  /** German sentences for the report. */
  reasons: Set<string>
  /** German sentences for the report, one for each part that may not be public; any makes the text a draft. */
  hidden: Set<string>
  place: Place
  fields: Fields
}

/** A static site generator: its folders, addresses and template tags. */
export interface Generator {
  name: string
  /** Zone of dates without one; null for that of this blog. */
  timeZone: string | null
  /** Address of the blog, if configured. */
  address: string | null
  /** Null for a file that is no text; a sentence for a text that is skipped. */
  placeOf: (path: string) => Place | string | null
  /** Configured defaults for the front matter of texts at a path. */
  defaultsOf?: (path: string) => Fields
  /** Public paths of a text, the present one first. */
  addressesOf: (text: Placed) => string[]
  write: (body: string, writing: Writing) => string
}

const DATED = /^(\d{4}-\d{1,2}-\d{1,2})[-_ ](.+)$/

/** The parts of a path below a folder: folders, name without extension, and a leading date in the name. */
export function partsOf(path: string): { folders: string[]; name: string; date: string | null; isIndex: boolean } {
  const parts = path.split('/')
  const file = parts.pop()!.replace(/\.[^.]+$/, '')
  const isIndex = /^_?index(?:\.[a-z]{2}(?:-[a-z]{2})?)?$/i.test(file) && parts.length > 0
  const stem = isIndex ? parts.pop()! : file
  const dated = DATED.exec(stem)
  return { folders: parts, name: dated?.[2] ?? stem, date: dated?.[1] ?? null, isIndex }
}

/** A path of a blog: with one slash between its parts and one at its beginning. */
export function pathOf(...parts: readonly string[]): string {
  return `/${parts.join('/')}`.replaceAll(/\/{2,}/g, '/')
}

/** The slug of a text's front matter; empty without one. */
export const slugOf = (fields: Fields): string => decodedSlug(textField(fields, 'slug'))

/**
 * An address segment as made by static generators: lower case, hyphens for blanks, word characters of every language.
 */
export function urlized(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, '-')
    .replaceAll(/[^\p{L}\p{M}\p{N}._~/+-]/gu, '')
    .replaceAll(/-{2,}/g, '-')
}

/** Fills a pattern such as `/:year/:month/:title/`; null where a placeholder is unknown. */
export function filled(pattern: string, words: Readonly<Record<string, string>>): string | null {
  let isKnown = true
  const path = pattern.replaceAll(/:([a-z_]{1,30})/g, (_word, name: string) => {
    const value = ownEntry(words, name)
    if (value === undefined) isKnown = false
    return value ?? ''
  })
  return isKnown ? pathOf(path) : null
}
