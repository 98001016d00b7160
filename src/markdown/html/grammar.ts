import Parser, { type MarkdownIt, type StateBlock } from 'markdown-it'

/** Average number of times that a character may be scanned for unterminated tags. */
const MOST_LOOKED_AT = 50

const COMMENT = '<!--'
const COMMENT_END = '-->'

/** Lines (from, to) searched without finding an end; deeper indented ones (`indent`) have none either. */
type Unclosed = { from: number; to: number; indent: number }

/** Constructs that continue after a blank line, though it ends the block: start and end of each, in lower case. */
const LASTING = [
  ['<pre', '</pre'],
  ['<script', '</script'],
  ['<style', '</style'],
  [COMMENT, COMMENT_END],
] as const
type Lasting = (typeof LASTING)[number]

/** The end of the next comment from a position on, so that each character is scanned once for all comments. */
function nextEnd(state: StateBlock, start: number): number {
  const known = state.env['commentEnd'] as { from: number; end: number } | undefined
  if (known && start >= known.from && start <= known.end) return known.end
  const found = state.src.indexOf(COMMENT_END, start)
  const end = found < 0 ? Infinity : found
  state.env['commentEnd'] = { from: start, end }
  return end
}

/** The parser's own rule of this name, which has no other access. */
function ownRule(part: 'block' | 'inline', name: string) {
  const alone = new Parser()
  alone[part].ruler.enableOnly([name])
  return alone[part].ruler.getRules('')[0]!
}

/** Whether the comment that begins in this line ends within its block. */
function closes(state: StateBlock, line: number, endLine: number): boolean {
  // Inside a list the end may be after the list.
  const indent = Math.min(state.blkIndent, state.sCount[line]!)
  const known = state.env['unclosed'] as Unclosed | undefined
  if (known && line >= known.from && line < known.to && indent >= known.indent) return false
  let at = line
  for (; at < endLine; at += 1) {
    if (at > line && leaves(state, at, indent)) break
    const start = state.bMarks[at]! + state.tShift[at]!
    if (nextEnd(state, start) < state.eMarks[at]!) return true
  }
  state.env['unclosed'] = { from: line, to: at, indent } satisfies Unclosed
  return false
}

function leaves(state: StateBlock, line: number, indent = state.blkIndent): boolean {
  return state.sCount[line]! < indent && !state.isEmpty(line)
}

/** The last position of a tag of this name, or of a comment, in a text; -1 for none. */
function lastOf(text: string, begin: string): number {
  for (let at = text.lastIndexOf(begin); at >= 0; at = at === 0 ? -1 : text.lastIndexOf(begin, at - 1)) {
    const next = text[at + begin.length]
    if (begin === COMMENT || next === undefined || ' \t\n/>'.includes(next)) return at
  }
  return -1
}

/** The construct still open at the end of a piece of HTML, which continues after the next blank line. */
function lastingOf(html: string): Lasting | undefined {
  return LASTING.find(([begin, end]) => lastOf(html, begin) > html.lastIndexOf(end))
}

/** The line of its end, from a line on; null where another of its kind begins before. */
function lineOfEnd(state: StateBlock, line: number, endLine: number, [begin, end]: Lasting): number | null {
  const known = (state.env['lasting'] ??= {}) as Record<string, Unclosed | undefined>
  const before = known[begin]
  if (before && line >= before.from && line < before.to && state.blkIndent >= before.indent) return null
  let at = line
  for (; at < endLine && !leaves(state, at); at += 1) {
    const text = state.src.slice(state.bMarks[at], state.eMarks[at]).toLowerCase()
    const [begins, ends] = [text.indexOf(begin), text.indexOf(end)]
    if (ends >= 0 && (begins < 0 || ends < begins)) return at
    if (begins >= 0) break
  }
  known[begin] = { from: line, to: at, indent: state.blkIndent }
  return null
}

/** Extends the block of HTML just read to the end of its open construct. */
function lengthen(state: StateBlock, endLine: number): void {
  const token = state.tokens.at(-1)!
  const [first] = token.map!
  for (let from = 0; ;) {
    const lasting = lastingOf(token.content.slice(from).toLowerCase())
    if (!lasting) return
    const end = lineOfEnd(state, state.line, endLine, lasting)
    if (end === null) return
    let next = end + 1
    while (next < endLine && !state.isEmpty(next) && !leaves(state, next)) next += 1
    from = token.content.length
    token.content += state.getLines(state.line, next, state.blkIndent, true)
    token.map = [first, next]
    state.line = next
  }
}

/**
 * Raw HTML as in CommonMark, with three differences: an unterminated comment is text, where browsers and CommonMark
 * would swallow the rest of the text (RUL-47); a script, style, comment or `<pre>` within a block ends at its own end
 * and not at a blank line, as in browsers; and beyond a limit for a text, unterminated tags are text.
 */
export function htmlGrammar(md: MarkdownIt): void {
  md.set({ html: true })
  const htmlBlock = ownRule('block', 'html_block') as (
    state: StateBlock,
    line: number,
    endLine: number,
    silent: boolean,
  ) => boolean
  const block: typeof htmlBlock = (state, line, endLine, silent) => {
    const start = state.bMarks[line]! + state.tShift[line]!
    if (state.src.startsWith(COMMENT, start) && !closes(state, line, endLine)) return false
    if (!htmlBlock(state, line, endLine, silent)) return false
    if (!silent) lengthen(state, endLine)
    return true
  }
  md.block.ruler.at('html_block', block, { alt: ['paragraph', 'reference', 'blockquote'] })

  const htmlInline = ownRule('inline', 'html_inline') as Parameters<typeof md.inline.ruler.at>[1]
  md.inline.ruler.at('html_inline', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x3c) return false
    const looked = Number(state.env['lookedForTags'] ?? 0)
    if (looked > MOST_LOOKED_AT * Number(state.env['letters'] ?? state.src.length)) return false
    if (htmlInline(state, silent)) return true
    state.env['lookedForTags'] = looked + state.posMax - state.pos
    return false
  })
  md.core.ruler.before('block', 'letters', (state) => void (state.env['letters'] = state.src.length))
}
