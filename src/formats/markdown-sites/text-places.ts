import { type Fields, textField } from '../../rules/front-matter.ts'
import { decodedSlug } from '../../rules/slug.ts'

/** What a file of a blog is, as its place among the others says. */
export interface Place {
  kind: 'article' | 'page'
  /** Folders below that of all texts, without the file's own. */
  folders: readonly string[]
  /** The file's name without date and ending; that of its folder for `index`. */
  name: string
  /** A date in the file's name, `2019-05-03`. */
  date: string | null
  draft: boolean
  /** In German, why its place makes it a draft, where that is not plain. */
  draftReason?: string
  /** Names of categories that the folders say. */
  categories: readonly string[]
  /** A language of several, as the file or its folder says. */
  language: string | null
  /** `index` of its folder, whose address is the folder's. */
  isIndex?: boolean
  /** The collection it belongs to, where a generator has several. */
  collection?: string
}

/** Fields that say since when readers have a text. The first one that says anything counts. */
export const DATES = ['date', 'pubDate', 'pubDatetime', 'publishDate', 'published_at', 'publishdate'] as const

/** A text's fields and what is known of it, from which its old address is made. */
export interface Placed {
  place: Place
  fields: Fields
  title: string
  /** ISO 8601; null where it has none. */
  date: string | null
  /** Whether the file's name alone says the date. */
  isDateOfName: boolean
  /** The day addresses name, as it is written. */
  day: Day | null
  /** Whether the time says by which clocks it is written. */
  isZoned: boolean
  /** What stands where the date should, and is none. */
  unreadDate: string | null
  categories: readonly string[]
}

/** Digits of a day as clocks of the blog show it. */
export interface Day {
  year: string
  month: string
  day: string
}

/** What a piece of template is written with. */
export interface Writing {
  /** The old address of another text of the blog, by whatever a template calls it; null where there is none. */
  addressOf: (reference: string) => string | null
  /** German sentences for the report. */
  reasons: Set<string>
  place: Place
  fields: Fields
}

/** A program that makes a blog of files: where it keeps what, under which address, and what its templates mean. */
export interface Generator {
  name: string
  /** The clocks dates without a zone are read by; null for those of this blog. */
  timeZone: string | null
  /** Address of the blog, where the configuration says it. */
  address: string | null
  /** Null for what is no text of the blog; a sentence for what is one and is not taken. */
  placeOf: (path: string) => Place | string | null
  /** What the configuration says for every text of a place that says nothing else itself. */
  defaultsOf?: (path: string) => Fields
  /** Paths under which readers found a text, the present one first. */
  addressesOf: (text: Placed) => string[]
  write: (body: string, writing: Writing) => string
}

const DATED = /^(\d{4}-\d{1,2}-\d{1,2})[-_ ](.+)$/

/** The parts of a path below a folder: folders, name without ending, and a date at the beginning of the name. */
export function partsOf(path: string): { folders: string[]; name: string; date: string | null; isIndex: boolean } {
  const parts = path.split('/')
  const file = parts.pop()!.replace(/\.[^.]+$/, '')
  const isIndex = /^_?index(?:\.[a-z]{2}(?:-[a-z]{2})?)?$/i.test(file) && parts.length > 0
  const stem = isIndex ? parts.pop()! : file
  const dated = DATED.exec(stem)
  return { folders: parts, name: dated?.[2] ?? stem, date: dated?.[1] ?? null, isIndex }
}

/** A path of a blog: one slash between its parts, one at its beginning. */
export function pathOf(...parts: readonly string[]): string {
  return `/${parts.join('/')}`.replaceAll(/\/{2,}/g, '/')
}

/** The slug a text names itself; empty where it names none. */
export const slugOf = (fields: Fields): string => decodedSlug(textField(fields, 'slug'))

/** Part of an address as static generators write it: small letters, hyphens for blanks, letters of every language. */
export function urlized(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, '-')
    .replaceAll(/[^\p{L}\p{M}\p{N}._~/+-]/gu, '')
    .replaceAll(/-{2,}/g, '-')
}

/** A pattern such as `/:year/:month/:title/` with its words filled in; null where a word is not known. */
export function filled(pattern: string, words: Readonly<Record<string, string>>): string | null {
  let isKnown = true
  const path = pattern.replaceAll(/:([a-z_]{1,30})/g, (_word, name: string) => {
    const value = words[name]
    if (value === undefined) isKnown = false
    return value ?? ''
  })
  return isKnown ? pathOf(path) : null
}
