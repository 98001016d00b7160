import Parser, { type MarkdownIt, type StateBlock } from 'markdown-it'

/** How often on average a letter may be looked at for tags that never end. */
const MOST_LOOKED_AT = 50

const COMMENT = '<!--'
const COMMENT_END = '-->'

/** Lines (from, to) in which a comment was looked for and did not end: none that begins in there ends in there. */
type Unclosed = { from: number; to: number }

/** Where the next comment ends from a place on, so that each letter is looked at once for all comments. */
function nextEnd(state: StateBlock, start: number): number {
  const known = state.env['commentEnd'] as { from: number; end: number } | undefined
  if (known && start >= known.from && start <= known.end) return known.end
  const found = state.src.indexOf(COMMENT_END, start)
  const end = found < 0 ? Infinity : found
  state.env['commentEnd'] = { from: start, end }
  return end
}

/** The parser's own rule of this name; it has no other way to be had. */
function ownRule(part: 'block' | 'inline', name: string) {
  const alone = new Parser()
  alone[part].ruler.enableOnly([name])
  return alone[part].ruler.getRules('')[0]!
}

/** Whether the comment that begins in this line ends where its block does. */
function closes(state: StateBlock, line: number, endLine: number): boolean {
  const known = state.env['unclosed'] as Unclosed | undefined
  if (known && line >= known.from && line < known.to) return false
  let at = line
  for (; at < endLine; at += 1) {
    if (at > line && leaves(state, at)) break
    const start = state.bMarks[at]! + state.tShift[at]!
    if (nextEnd(state, start) < state.eMarks[at]!) return true
  }
  state.env['unclosed'] = { from: line, to: at } satisfies Unclosed
  return false
}

function leaves(state: StateBlock, line: number): boolean {
  return state.sCount[line]! < state.blkIndent && !state.isEmpty(line)
}

/**
 * Raw HTML as CommonMark has it, with two differences: a comment that never ends is text, where browsers and CommonMark would
 * take the rest of the text for it (ruling R47); and once a text has had its share of tags that never end, they are text, too.
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
    return htmlBlock(state, line, endLine, silent)
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
