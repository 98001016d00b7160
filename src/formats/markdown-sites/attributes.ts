export const CODE_FENCE = /^(?: {0,3}|\s{0,20}(?:[*+-]|\d{1,9}[.)])\s{1,4})(`{3,}|~{3,})/
const CODE_SPAN = /(`[^`\n]{1,500}`)/
/** kramdown's attribute lists, comments and other markers; `{:name: …}` names a list of attributes. */
const KRAMDOWN =
  /\{:(?:(?:[\s.#]|(?:no_)?toc\b|[\w-]{1,40}(?:=|: ))[^{}\n]{0,300}|\/?(?:comment|nomarkdown|options)?\s{0,5}|:(?:nomarkdown|options|comment)\b[^{}\n]{0,300})\}/g
const COMMENT = /\{::comment\s{0,10}\}/g
const COMMENT_END = /\{:\/(?:comment)?\s{0,10}\}/g
const HEADING = /^(?:>\s?){0,5}\s{0,3}#{1,6}\s/
const UNDERLINE = /^\s{0,3}(?:=+|-+)\s*$/
/** One attribute in Hugo, Pandoc and Docusaurus: `#name`, `.class`, `key=value`. */
const ATTRIBUTE = /[#.][\p{L}\p{N}_:.-]{1,100}|[\w:-]{1,60}=(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'|[^\s"'{}]{1,300})/gu
/** A link to an anchor of the same text. */
const LINK_WITHIN = /\]\(#([^\s()]{1,100})\)/g
/** Attributes after the address of a picture or link. */
const BEHIND_ADDRESS = /\)\{([^{}\n]{1,300})\}/g

/**
 * Removes presentational attributes of markdown dialects (`{: .class}`, `{#name .class}`) and kramdown's comments and
 * tables of contents; code stays unchanged. The target of an internal link stays as an anchor. Takes linear time.
 */
export function withoutAttributes(body: string): string {
  if (!/\{[:#.\w]/.test(body)) return body
  const source = body.split('\n')
  const lines: string[] = []
  const comments = new Comments(body)
  const named = new Set([...body.matchAll(LINK_WITHIN)].map(([, name = '']) => name))
  let code: string | null = null
  for (const [index, line] of source.entries()) {
    const sign = comments.isOpen ? undefined : CODE_FENCE.exec(line)?.[1]
    if (code !== null) {
      lines.push(line)
      if (sign?.startsWith(code)) code = null
      continue
    }
    if (sign) {
      code = sign
      lines.push(line)
      continue
    }
    const shown = comments.cut(line)
    const isHidden = shown !== line && shown.trim() === ''
    if (isHidden || (line.trim() === '' && comments.isOpen)) continue
    if (/^\s{0,8}\{:\s?toc\b/.test(shown) && /^\s{0,8}(?:[*+-]|\d\.) /.test(lines.at(-1) ?? '')) lines.pop()
    const kept = changed(shown, 'words', (words) =>
      words
        .replaceAll(KRAMDOWN, '')
        .replaceAll(BEHIND_ADDRESS, (all, inner: string) => (isAttributes(inner) ? ')' : all)),
    )
    if (kept !== shown && kept.trim() === '') continue
    const plain = withoutTrailing(kept, {
      isHeading: HEADING.test(kept) || UNDERLINE.test(source[index + 1] ?? ''),
      isBehindBlock: (lines.at(-1) ?? '').trim() !== '',
      named,
    })
    if (plain === null) continue
    lines.push(plain === line ? line : plain.trimEnd())
  }
  return lines.join('\n')
}

/** The line without attributes at its end; null where it consists of attributes for the block above it. */
function withoutTrailing(
  line: string,
  { isHeading, isBehindBlock, named }: { isHeading: boolean; isBehindBlock: boolean; named: ReadonlySet<string> },
): string | null {
  const end = line.trimEnd()
  const from = end.endsWith('}') ? end.lastIndexOf('{') : -1
  if (from < 0 || !isAttributes(end.slice(from + 1, -1))) return line
  const before = end.slice(0, from).trimEnd()
  if (/^[\s>]*$/.test(before)) return isBehindBlock ? null : line
  if (!isHeading) return line
  const name = /(?:^|\s)#([\p{L}\p{N}_:.-]{1,100})/u.exec(end.slice(from + 1, -1))?.[1]
  if (name === undefined || !named.has(name)) return before
  const words = HEADING.exec(before)?.[0].length ?? 0
  return `${before.slice(0, words)}<a id="${name}"></a>${before.slice(words)}`
}

function isAttributes(inner: string): boolean {
  if (inner.length > 300 || !/[#.=]/.test(inner)) return false
  return inner.replaceAll(ATTRIBUTE, '').trim() === ''
}

/** Changes the text of a line, or the code in it. */
function changed(line: string, what: 'words' | 'code', change: (piece: string) => string): string {
  if (!line.includes('`')) return what === 'words' ? change(line) : line
  return line
    .split(CODE_SPAN)
    .map((piece, index) => ((index % 2 === 1) === (what === 'code') ? change(piece) : piece))
    .join('')
}

/** kramdown's comments, which may begin and end anywhere. An unterminated one hides nothing. */
class Comments {
  isOpen = false
  /** Number of remaining end markers. */
  #ends: number

  constructor(body: string) {
    this.#ends = endsIn(body)
  }

  /** The part of the next line outside of comments. */
  cut(line: string): string {
    if (!this.isOpen && !line.includes('{:')) return line
    const words = changed(line, 'code', blank)
    let shown = ''
    for (let at = 0; ;) {
      const sign = this.isOpen ? COMMENT_END : COMMENT
      sign.lastIndex = at
      const found = sign.exec(this.isOpen ? line : words)
      const piece = line.slice(at, found?.index)
      if (this.isOpen && found) this.#ends -= 1
      if (!this.isOpen) {
        shown += piece
        this.#ends -= endsIn(piece)
      }
      if (!found || (!this.isOpen && this.#ends === 0)) return found ? shown + line.slice(found.index) : shown
      this.isOpen = !this.isOpen
      at = found.index + found[0].length
    }
  }
}

function endsIn(text: string): number {
  return text.split(COMMENT_END).length - 1
}

const blank = (text: string): string => ' '.repeat(text.length)
