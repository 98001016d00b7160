import { decodeHTMLAttribute } from 'entities'
import Parser from 'markdown-it'
import { changeOutsideFences } from '../../markdown/block-lines.ts'

/** The position in a text of a picture of the source, or of a link to another text of it. */
export type PicturePlace = {
  /** Its meaning in the source: a URL, a path, a key. */
  address: string
  /** The address as written in the source, with escapes and entities decoded. */
  written: string
  /** The original characters, if they differ from `written`: `<a b.png>`, `a\\(1\\).png`. */
  literal?: string
  isLink?: true
}

/** The renderer's own parser of destinations, so that the result matches what a browser would request. */
const { parseLinkDestination, parseLinkTitle } = new Parser().helpers

/** Placeholder of a picture until its new address is known; texts do not contain these characters. */
const [BEGIN, END] = ['\uE0F0', '\uE0F1']
const MARK = /\uE0F0(\d{1,6})\uE0F1/g
/** More than any text has. */
const MOST_PICTURES = 5000
const LONGEST = 4000
const LONGEST_NAME = 1000
/** More than any address has. */
const LONGEST_ADDRESS = 2000

/**
 * Replaces the address of every picture in a markdown text by a placeholder, except in code. `resolve` maps the decoded
 * address to its meaning in the source; null leaves it unchanged.
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
    (means: (written: string) => string | null, isLink: boolean): Mark =>
    (decoded, literal) => {
      const written = decoded.trim()
      const address = pictures.length < MOST_PICTURES && written !== '' ? means(written) : null
      if (address === null) return literal
      pictures.push({ address, written, ...(written !== literal && { literal }), ...(isLink && { isLink }) })
      return `${BEGIN}${pictures.length - 1}${END}`
    }
  const mark: Marks = { picture: markAs(resolve, false), link: markAs(resolveLink, true) }
  const above = new LinesAbove()
  return { text: changeOutsideFences(clean, (line) => markLine(line, mark, references, above)), pictures }
}

/** Replaces every placeholder by the new address; null restores the original. */
export function placePictures(
  text: string,
  places: readonly PicturePlace[],
  addressOf: (place: PicturePlace) => string | null,
): string {
  return text.replace(MARK, (_mark, index: string, at: number) => {
    const place = places[Number(index)]
    if (!place) return ''
    const address = addressOf(place)
    if (address === null) return place.literal ?? place.written
    return /["']/.test(text[at - 1] ?? '') ? inAttribute(address) : inMarkdown(address)
  })
}

/** Escapes an address for a quoted HTML attribute. */
function inAttribute(address: string): string {
  return plain(address).replaceAll('"', '%22').replaceAll("'", '%27')
}

/** Escapes an address for a markdown destination: in angle brackets where it would end too early. */
function inMarkdown(address: string): string {
  return /[()]/.test(address) ? `<${plain(address)}>` : plain(address)
}

/**
 * Percent-encodes what neither form may contain: blanks, angle brackets, backslashes, and `&` where it would begin an
 * entity.
 */
function plain(address: string): string {
  return address.replaceAll(/[\s<>\\]/g, encodeURIComponent).replaceAll(/&(?=#?\w{1,31};)/g, '&amp;')
}

/** Names of definitions referenced by pictures (`![Alt][name]`), folded. */
function referencesIn(markdown: string): ReadonlySet<string> {
  const names = new Set<string>()
  const closing = closingBrackets(markdown)
  for (let at = markdown.indexOf('!['); at >= 0; at = markdown.indexOf('![', at + 2)) {
    const end = closing.get(at + 1)
    if (end === undefined) continue
    const alt = markdown.slice(at + 2, end)
    if (markdown[end + 1] === '[') {
      const name = within(markdown, end + 2, ']', LONGEST_NAME)
      if (name !== null) names.add(folded(name || alt))
    } else if (markdown[end + 1] !== '(') names.add(folded(alt))
  }
  return names
}

/** Normalises the name of a definition (CommonMark). */
function folded(name: string): string {
  return name.replaceAll(/\s+/g, ' ').trim().toLowerCase()
}

/**
 * The position of the closing bracket for each opening one, within one paragraph and a maximum distance. One pass:
 * unmatched brackets are read once.
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
 * State of open constructs of a paragraph: picture texts and tags may continue in the next line. One pass: each bracket
 * is opened and closed once.
 */
class LinesAbove {
  /** For each open bracket whether it belongs to a picture. */
  #open: boolean[] = []
  /** The open tag. */
  tag: 'picture' | 'link' | null = null

  /** The bracket pairs of this line, and its brackets that close a picture of an earlier line. */
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

/** The text between a position and the next such character; null if none is within the maximum distance. */
function within(text: string, from: number, sign: string, reach: number): string | null {
  const near = text.slice(from, from + reach)
  const end = near.indexOf(sign)
  return end < 0 ? null : near.slice(0, end)
}

/** Gets an address decoded and as written; returns its replacement. */
type Mark = (decoded: string, literal: string) => string
type Marks = { picture: Mark; link: Mark }

function markLine(line: string, mark: Marks, references: ReadonlySet<string>, above: LinesAbove): string {
  const definition = /^ {0,3}\[(?!\^)([^\]]{1,200})\]:[ \t]{0,20}(?=\S)/.exec(line)
  const defined = definition && destination(line, definition[0].length)
  if (defined) {
    const isPicture = references.has(folded(definition[1] ?? ''))
    return `${line.slice(0, defined.from)}${markAt(line, defined, isPicture ? mark.picture : mark.link)}${line.slice(defined.to)}`
  }
  const { closing, pictures } = above.brackets(line)
  const pieces: string[] = []
  let at = 0
  let from = 0
  /** Marks the address of a tag from here on; an unterminated tag continues in the next line. */
  const takeTag = (kind: 'picture' | 'link') => {
    const to = endOfTag(line, at)
    const tag = line.slice(at, to)
    pieces.push(
      line.slice(from, at),
      kind === 'picture' ? markTag(tag, mark.picture) : markAttribute(tag, HREF, mark.link),
    )
    at = from = to
    above.tag = tag.endsWith('>') ? null : kind
  }
  if (above.tag) takeTag(above.tag)
  while (at < line.length) {
    const sign = line[at]
    if (sign === '\\') at += 2
    else if (sign === '`') at = behindCode(line, at)
    else if (sign === '!' && line[at + 1] === '[') {
      const place = inParentheses(line, closing.get(at + 1))
      if (place) {
        pieces.push(line.slice(from, place.from), markAt(line, place, mark.picture))
        from = place.to
      }
      at = place ? place.to : at + 2
    } else if (sign === ']' && line[at + 1] === '(') {
      const place = inParentheses(line, at)
      if (place) {
        pieces.push(line.slice(from, place.from), markAt(line, place, pictures.has(at) ? mark.picture : mark.link))
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

function behindCode(line: string, at: number): number {
  const ticks = /^`+/.exec(line.slice(at, at + 50))?.[0] ?? '`'
  const end = line.indexOf(ticks, at + ticks.length)
  return end < 0 ? at + ticks.length : end + ticks.length
}

type Destination = { from: number; to: number; decoded: string }

function markAt(line: string, { from, to, decoded }: Destination, mark: Mark): string {
  return mark(decoded, line.slice(from, to))
}

/** The destination after the text of a picture or link, which ends with the bracket at `end`. */
function inParentheses(line: string, end: number | undefined): Destination | null {
  if (end === undefined || line[end + 1] !== '(') return null
  let from = end + 2
  from = behindBlanks(line, from)
  const found = destination(line, from)
  return found && endsAt(line, found.to) ? found : null
}

/** Whether a link may end here: by its bracket, after a title, or in a later line. */
function endsAt(line: string, to: number): boolean {
  const at = behindBlanks(line, to)
  if (at === line.length || line[at] === ')') return true
  if (at === to) return false
  const title = parseLinkTitle(line, at, line.length)
  if (!title.ok) return title.can_continue
  const end = behindBlanks(line, title.pos)
  return end === line.length || line[end] === ')'
}

function behindBlanks(line: string, from: number): number {
  let at = from
  while (line[at] === ' ' || line[at] === '\t') at += 1
  return at
}

/** The destination at a position, with its angle brackets; null for none, or a too long one. */
function destination(line: string, from: number): Destination | null {
  const reach = line.startsWith('data:', from) ? line.length : Math.min(line.length, from + LONGEST_ADDRESS)
  const { ok, pos, str } = parseLinkDestination(line, from, reach)
  if (!ok || pos === from || (pos === reach && reach < line.length)) return null
  return { from, to: pos, decoded: str }
}

/** The position after the `>` of the tag at a position, or the end of the line; quoted values may contain `>`. */
function endOfTag(line: string, from: number): number {
  let quote: string | null = null
  for (let at = from; at < line.length; at += 1) {
    const sign = line[at]
    if (quote !== null) {
      if (sign === quote) quote = null
    } else if (sign === '>') return at + 1
    else if ((sign === '"' || sign === "'") && line[at - 1] === '=') quote = sign
  }
  return line.length
}

function markTag(tag: string, mark: Mark): string {
  const plain = tag.replace(/(?:^|\s)(?:srcset|sizes)=(?:"[^"]*"|'[^']*')/gi, '')
  return markAttribute(plain, SRC, mark)
}

const SRC = /((?:^|\s)src\s{0,9}=\s{0,9})(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/i
const HREF = /((?:^|\s)href\s{0,9}=\s{0,9})(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/i

function markAttribute(tag: string, attribute: RegExp, mark: Mark): string {
  return tag.replace(attribute, (all: string, before: string, double?: string, single?: string, bare?: string) => {
    const literal = double ?? single ?? bare ?? ''
    const quote = double === undefined && single !== undefined ? "'" : '"'
    const marked = mark(decodeHTMLAttribute(literal), literal)
    return marked === literal ? all : `${before}${quote}${marked}${quote}`
  })
}
