import { ownPath } from './url.ts'

/** What is worth a look before publishing; a hint, never a wall. */
export type PublishHint =
  | { kind: 'no-excerpt' | 'no-cover' | 'long-title' | 'slug-taken' | 'noindex' }
  | { kind: 'no-alt' | 'dead-link' | 'unpublished-link'; address: string; from: number; to: number }
  /** `section`: the heading above the picture; empty for none. */
  | { kind: 'lost-picture'; section: string; from: number; to: number }
  | { kind: 'refused-html'; element: string; line: number; from: number; to: number }

/** A link or image of a markdown text, with where it stands (UTF-16 units). */
export type TextLink = {
  kind: 'link' | 'image'
  words: string
  address: string
  from: number
  to: number
  /** The heading above an image; none at the beginning of a text. */
  section?: string
}

/** Longer titles are cut in lists of search engines. */
export const LONG_TITLE = 70

const FENCED =
  /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))[^\r\n\u2028\u2029]*(?:\r\n|\r|\n)[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|$(?![\s\S]))/gm
const INLINE_CODE = /(?<!`)(`{1,9})(?!`)[^`\n]*\1(?!`)/g
const TARGET =
  /\s{0,9}(?:<([^<>\n]{0,2000})>|([^\s()]{0,2000}(?:\([^\s()]{0,300}\)[^\s()]{0,300}){0,9}))(?:\s+["'(][^\n]{0,300}?["')])?\s{0,9}\)/y
/** Words of a link are looked for so far back, so that no text makes the search slow. */
const LONGEST_WORDS = 2000
const REFERENCE = /^ {0,3}\[(?!\^)([^\]\r\n\u2028\u2029]+)\]:[ \t]*<?([^\s>]+)>?/gm

/** The links and images of a markdown text with their address, code left out. */
export function linksOf(markdown: string): TextLink[] {
  const blank = (code: string) => code.replaceAll(/[^\n]/g, ' ')
  const text = markdown.replaceAll(FENCED, blank).replaceAll(INLINE_CODE, blank)
  const found: TextLink[] = []
  const headings = headingsOf(text)
  let heading = -1
  for (let middle = text.indexOf(']('); middle >= 0; middle = text.indexOf('](', middle + 1)) {
    TARGET.lastIndex = middle + 2
    const [whole, bracketed, plain] = TARGET.exec(text) ?? []
    const open = whole === undefined ? -1 : openingBracket(text, middle)
    if (whole === undefined || open < 0) continue
    const isImage = text[open - 1] === '!'
    while ((headings[heading + 1]?.index ?? Infinity) < open) heading += 1
    const section = isImage ? headings[heading]?.words : undefined
    found.push({
      kind: isImage ? 'image' : 'link',
      words: text.slice(open + 1, middle),
      address: bracketed ?? plain ?? '',
      from: isImage ? open - 1 : open,
      to: middle + 2 + whole.length,
      ...(section !== undefined && { section }),
    })
  }
  for (const match of text.matchAll(REFERENCE)) {
    const [whole, words = '', address = ''] = match
    found.push({ kind: 'link', words, address, from: match.index, to: match.index + whole.length })
  }
  return found
}

/** The headings of a text, with where their lines begin. */
function headingsOf(text: string): { index: number; words: string }[] {
  const headings: { index: number; words: string }[] = []
  for (let index = text.startsWith('#') ? 0 : text.indexOf('\n#') + 1; index > 0 || text.startsWith('#');) {
    const end = text.indexOf('\n', index)
    const line = text.slice(index, end < 0 ? undefined : end)
    const words = line.replace(/^#{1,6}/, '')
    if (words.startsWith(' ')) headings.push({ index, words: words.trim() })
    const next = text.indexOf('\n#', index)
    if (next < 0) break
    index = next + 1
  }
  return headings
}

/** Where the bracket that closes at a place was opened; -1 where it was not. */
function openingBracket(text: string, close: number): number {
  let depth = 1
  for (let at = close - 1; at >= Math.max(0, close - LONGEST_WORDS); at -= 1) {
    if (text[at] === ']') depth += 1
    if (text[at] === '[') depth -= 1
    if (depth === 0) return at
  }
  return -1
}

/** The path of an address on one of the site's own origins; null where it leads elsewhere or nowhere in particular. */
export function ownPathOf(address: string, origins: readonly string[]): string | null {
  const path = ownPath(address, origins)
  return path?.startsWith('/') ? path : null
}

/** What the server knows about the addresses of a text; nothing of it while it has not answered. */
export type KnownAddresses = {
  slugTaken: boolean
  dead: ReadonlyMap<string, 'missing' | 'unpublished'>
}

type CheckedArticle = {
  title: string
  excerpt: string
  cover_image_url: string | null
  noindex: boolean
  links: readonly TextLink[]
  /** Elements of raw HTML readers do not get, with where they stand. */
  refused?: readonly RefusedPlace[]
}

/** An element of raw HTML readers do not get (RUL-47): its line (from 1) and its place in the text. */
export type RefusedPlace = { element: string; line: number; from: number; to: number }

/** Where the refused elements of a text stand; those of one line one after the other. */
export function placesOf(markdown: string, refused: readonly { line: number; element: string }[]): RefusedPlace[] {
  const places: RefusedPlace[] = []
  const lower = markdown.toLowerCase()
  let start = 0
  let at = 0
  let line = 1
  for (const { line: wanted, element } of refused) {
    for (; line < wanted; line += 1) {
      const end = markdown.indexOf('\n', start)
      if (end < 0) break
      start = end + 1
      at = start
    }
    const end = markdown.indexOf('\n', start)
    const lineEnd = end < 0 ? markdown.length : end
    const found = lower.slice(at, lineEnd).indexOf(`<${element}`)
    const from = found < 0 ? start : at + found
    const to = found < 0 ? lineEnd : from + element.length + 1
    at = found < 0 ? at : to
    places.push({ element, line: wanted, from, to })
  }
  return places
}

/** The hints of an article, those of its text in the order in which they stand there. */
export function checkBeforePublishing(
  { title, excerpt, cover_image_url, noindex, links, refused = [] }: CheckedArticle,
  origins: readonly string[],
  known: KnownAddresses | null,
): PublishHint[] {
  const hints: PublishHint[] = []
  if (known?.slugTaken) hints.push({ kind: 'slug-taken' })
  if (excerpt.trim() === '') hints.push({ kind: 'no-excerpt' })
  if (cover_image_url === null) hints.push({ kind: 'no-cover' })
  if ([...title.trim()].length > LONG_TITLE) hints.push({ kind: 'long-title' })
  if (noindex) hints.push({ kind: 'noindex' })
  for (const { kind, words, address, from, to, section = '' } of links.toSorted((a, b) => a.from - b.from)) {
    // The place between the brackets: what is typed there becomes the alternative text.
    const inner = { from: from + 2, to: from + 2 + words.length }
    if (kind === 'image' && words.trim() === '') hints.push({ kind: 'no-alt', address, ...inner })
    const reason = known?.dead.get(ownPathOf(address, origins) ?? '')
    if (reason === 'missing' && kind === 'image') hints.push({ kind: 'lost-picture', section, from, to })
    else if (reason) hints.push({ kind: reason === 'missing' ? 'dead-link' : 'unpublished-link', address, from, to })
  }
  for (const place of refused) hints.push({ kind: 'refused-html', ...place })
  return hints
}
