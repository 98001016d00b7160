import { decodeHTMLAttribute } from 'entities'
import { changeOutsideFences } from '../../markdown/fenced-code.ts'

/** Where a picture of the source, or a link to another text of it, stood in a text: its address there, and what was written. */
export type PicturePlace = { address: string; written: string; isLink?: true }

/** Marks the place of a picture until it is known where it has come to; no text holds these signs. */
const [BEGIN, END] = ['\uE0F0', '\uE0F1']
const MARK = /\uE0F0(\d{1,6})\uE0F1/g
/** More than any text has. */
const MOST_PICTURES = 5000
const LONGEST = 4000
const LONGEST_NAME = 1000
/** More than any address has. */
const LONGEST_ADDRESS = 2000

/**
 * Puts a mark in the place of every picture's address in a markdown text, code left out. `resolve` says what a written address
 * means in the source; null leaves it as it is.
 */
export function markPictures(
  markdown: string,
  resolve: (written: string) => string | null,
  resolveLink: (written: string) => string | null = () => null,
): { text: string; pictures: PicturePlace[] } {
  const clean = markdown.replaceAll(BEGIN, '').replaceAll(END, '')
  const pictures: PicturePlace[] = []
  const references = referencesIn(clean)
  const markAs =
    (means: (written: string) => string | null, isLink: boolean) =>
    (written: string): string => {
      const address = pictures.length < MOST_PICTURES && written.trim() !== '' ? means(written.trim()) : null
      if (address === null) return written
      pictures.push({ address, written, ...(isLink && { isLink }) })
      return `${BEGIN}${pictures.length - 1}${END}`
    }
  const mark: Marks = { picture: markAs(resolve, false), link: markAs(resolveLink, true) }
  const above = new LinesAbove()
  return { text: changeOutsideFences(clean, (line) => markLine(line, mark, references, above)), pictures }
}

/** The text with every picture's mark replaced by its new address. */
export function placePictures(text: string, addressOf: (index: number) => string): string {
  return text.replace(MARK, (_mark, index: string) => addressOf(Number(index)))
}

/** Names of definitions that pictures refer to (`![Alt][name]`), folded. */
function referencesIn(markdown: string): ReadonlySet<string> {
  const names = new Set<string>()
  const closing = closingBrackets(markdown)
  for (let at = markdown.indexOf('!['); at >= 0; at = markdown.indexOf('![', at + 2)) {
    const end = closing.get(at + 1)
    if (end === undefined) continue
    const alt = markdown.slice(at + 2, end)
    if (markdown[end + 1] === '[') {
      const name = within(markdown, end + 2, ']', LONGEST_NAME)
      if (name !== null) names.add((name || alt).toLowerCase())
    } else if (markdown[end + 1] !== '(') names.add(alt.toLowerCase())
  }
  return names
}

/**
 * The place of the bracket that closes each one that is open, within one paragraph and within reach. One pass: brackets that
 * nothing closes are looked at once.
 */
function closingBrackets(text: string): ReadonlyMap<number, number> {
  const closing = new Map<number, number>()
  let open: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '\\') at += 1
    else if (sign === '[') open.push(at)
    else if (sign === ']') {
      const opened = open.pop()
      if (opened !== undefined && at - opened <= LONGEST) closing.set(opened, at)
    } else if (sign === '\n' && text[at + 1] === '\n') open = []
  }
  return closing
}

/**
 * What lines above have begun, in the same paragraph: the words of a picture may go on in the next line, and so may a tag. One
 * pass: each bracket is opened and closed once.
 */
class LinesAbove {
  /** Of each bracket that is still open whether it is a picture's. */
  #open: boolean[] = []
  /** The tag that is still open. */
  tag: 'picture' | 'link' | null = null

  /** Which bracket closes each one of this line, and which of it close a picture's of a line above. */
  brackets(line: string): { closing: ReadonlyMap<number, number>; pictures: ReadonlySet<number> } {
    if (line.trim() === '') {
      this.#open = []
      this.tag = null
    }
    const closing = new Map<number, number>()
    const pictures = new Set<number>()
    const here: number[] = []
    for (let at = 0; at < line.length; at += 1) {
      const sign = line[at]
      if (sign === '\\') at += 1
      else if (sign === '[') here.push(at)
      else if (sign === ']') {
        const opened = here.pop()
        if (opened === undefined) {
          if (this.#open.pop() === true) pictures.add(at)
        } else if (at - opened <= LONGEST) closing.set(opened, at)
      }
    }
    for (const at of here) this.#open.push(line[at - 1] === '!' && line[at - 2] !== '\\')
    return { closing, pictures }
  }
}

/** What stands between a place and the next such sign; null where none is within reach. */
function within(text: string, from: number, sign: string, reach: number): string | null {
  const near = text.slice(from, from + reach)
  const end = near.indexOf(sign)
  return end < 0 ? null : near.slice(0, end)
}

type Mark = (written: string) => string
type Marks = { picture: Mark; link: Mark }

function markLine(line: string, mark: Marks, references: ReadonlySet<string>, above: LinesAbove): string {
  const definition = /^( {0,3}\[([^\]]{1,200})\]:[ \t]{1,20})(?:<([^>\n]{1,2000})>|(\S{1,2000}))/.exec(line)
  if (definition && references.has((definition[2] ?? '').toLowerCase())) {
    const written = definition[3] ?? definition[4] ?? ''
    return `${definition[1]}${inMarkdown(mark.picture(written))}${line.slice(definition[0].length)}`
  }
  const { closing, pictures } = above.brackets(line)
  const pieces: string[] = []
  let at = 0
  let from = 0
  /** Marks the address of a tag from here on; where it does not end it goes on in the next line. */
  const takeTag = (kind: 'picture' | 'link') => {
    const end = line.indexOf('>', at)
    const to = end < 0 ? line.length : end + 1
    const tag = line.slice(at, to)
    pieces.push(
      line.slice(from, at),
      kind === 'picture' ? markTag(tag, mark.picture) : markAttribute(tag, HREF, mark.link),
    )
    at = from = to
    above.tag = end < 0 ? kind : null
  }
  if (above.tag) takeTag(above.tag)
  while (at < line.length) {
    const sign = line[at]
    if (sign === '\\') at += 2
    else if (sign === '`') at = behindCode(line, at)
    else if (sign === '!' && line[at + 1] === '[') {
      const place = destination(line, closing.get(at + 1))
      if (place) {
        pieces.push(line.slice(from, place.from), inMarkdown(mark.picture(place.written)))
        from = place.to
      }
      at = place ? place.to : at + 2
    } else if (sign === ']' && line[at + 1] === '(') {
      const place = destination(line, at)
      const written = place && (pictures.has(at) ? mark.picture : mark.link)(place.written)
      if (place && written !== place.written) {
        pieces.push(line.slice(from, place.from), inMarkdown(written ?? ''))
        from = place.to
      }
      at = place ? place.to : at + 2
    } else if (sign === '<' && /^<a(?:\s|$)/i.test(line.slice(at, at + 3))) takeTag('link')
    else if (sign === '<' && /^<(?:img|source)(?:\s|$)/i.test(line.slice(at, at + 8))) takeTag('picture')
    else at += 1
  }
  pieces.push(line.slice(from))
  return pieces.join('')
}

/** A mark stands bare; an address with white space in angle brackets. */
function inMarkdown(address: string): string {
  return /[\s()]/.test(address) ? `<${address}>` : address
}

function behindCode(line: string, at: number): number {
  const ticks = /^`+/.exec(line.slice(at, at + 50))?.[0] ?? '`'
  const end = line.indexOf(ticks, at + ticks.length)
  return end < 0 ? at + ticks.length : end + ticks.length
}

/** Where the address behind the words of a picture or link stands, which end with the bracket at `end`; with its angle brackets. */
function destination(line: string, end: number | undefined): { from: number; to: number; written: string } | null {
  if (end === undefined || line[end + 1] !== '(') return null
  let from = end + 2
  while (line[from] === ' ') from += 1
  if (line[from] === '<') {
    const written = within(line, from + 1, '>', LONGEST_ADDRESS)
    return written === null ? null : { from, to: from + written.length + 2, written }
  }
  let depth = 0
  let to = from
  for (; to < line.length && to - from < LONGEST_ADDRESS; to += 1) {
    const sign = line[to]
    if (sign === ' ' || sign === '\t') break
    if (sign === '(') depth += 1
    if (sign === ')' && (depth -= 1) < 0) break
  }
  return to === from ? null : { from, to, written: line.slice(from, to) }
}

function markTag(tag: string, mark: Mark): string {
  const plain = tag.replace(/(?:^|\s)(?:srcset|sizes)=(?:"[^"]*"|'[^']*')/gi, '')
  return markAttribute(plain, SRC, mark)
}

const SRC = /((?:^|\s)src=)(?:"([^"]*)"|'([^']*)')/i
const HREF = /((?:^|\s)href=)(?:"([^"]*)"|'([^']*)')/i

function markAttribute(tag: string, attribute: RegExp, mark: Mark): string {
  return tag.replace(attribute, (all: string, before: string, double?: string, single?: string) => {
    const written = decodeHTMLAttribute(double ?? single ?? '')
    const marked = mark(written)
    return marked === written && attribute === HREF ? all : `${before}"${marked.replaceAll('"', '%22')}"`
  })
}
