import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it'
import { plainText } from './tokens.ts'

/** So many cells more than it has letters a text may get, all its tables together. */
const MOST_FILLED_IN = 65_536
/** How often on average a line may be looked at as the lazy continuation of a quote. */
const MOST_LAZY = 20
/** Blocks may stand in blocks so deep (the parser's own bound: what is deeper is left out), and so deep links in links. */
const DEEPEST = { block: 100, inline: 30 }
/** Letters that references may add to any text, beside twice its own. */
const ALLOWANCE = 100_000

/**
 * Rows that are too short are filled in with empty cells. The parser bounds them for each table alone, but many small tables
 * of 1,500 letters would each become 65,000 cells: once a text has had its share, further tables stay paragraphs.
 */
function boundFilledCells(md: MarkdownIt): void {
  // the first rule of the parser is the one for tables; it has no other way to be had
  const table = md.block.ruler.getRules('')[0]!
  const bounded = (state: StateBlock, line: number, endLine: number, silent: boolean): boolean => {
    const used = Number(state.env['filledCells'] ?? 0)
    if (used > MOST_FILLED_IN) return false
    const before = state.tokens.length
    const found = table(state, line, endLine, silent)
    if (found && !silent) {
      const cells = (state.tokens.length - before) / 3
      const letters = state.bMarks[state.line]! - state.bMarks[line]!
      state.env['filledCells'] = used + Math.max(0, cells - letters)
    }
    return found
  }
  md.block.ruler.at('table', bounded, { alt: ['paragraph', 'reference'] })
}

/**
 * A quote takes all lines below it that might continue it, and gives them back where its last block is no paragraph; the next
 * quote then takes them again. Once a text has had its share, a line without `>` ends a quote.
 */
function boundLazyLines(md: MarkdownIt): void {
  const endsQuote = (state: StateBlock, _line: number, _endLine: number, silent: boolean): boolean => {
    if (!silent || state.parentType !== 'blockquote') return false
    const looked = Number(state.env['lazyLines'] ?? 0) + 1
    state.env['lazyLines'] = looked
    return looked > MOST_LAZY * state.bMarks.length
  }
  md.block.ruler.before('fence', 'lazy_lines', endsQuote, { alt: ['blockquote'] })
}

/**
 * An open bracket is followed as deep as anything may stand in anything, for each bracket anew. Words in so many brackets are
 * still shown, as they are written; nested blocks deeper than allowed would be lost, so these keep the parser's own bound.
 */
function boundDepth(md: MarkdownIt): void {
  for (const part of ['block', 'inline'] as const)
    md.core.ruler.before(part, `depth_of_${part}`, () => void (md.options.maxNesting = DEEPEST[part]))
}

/**
 * A long address that is defined once and referred to ten thousand times would make a page many times its text. As in cmark,
 * references that come after a text has used up its share are words without a link.
 */
function boundReferences(state: StateCore): void {
  if (!state.env.references) return
  let left = ALLOWANCE + 2 * state.src.length
  for (const { children } of state.tokens) {
    /** Whether the links that are open have lost their address. */
    const open: boolean[] = []
    for (const token of children ?? []) {
      const referring = token.meta !== null && 'label' in token.meta && token.attrs !== null
      if (referring) left -= weight(token)
      const spent = referring && left < 0
      if (token.type === 'image' && spent) becomeText(token)
      if (token.type === 'link_open') {
        open.push(spent)
        token.hidden = spent
      } else if (token.type === 'link_close') token.hidden = open.pop() ?? false
    }
  }
}

function weight({ attrs }: Token): number {
  return (attrs ?? []).reduce((sum, [, value]) => sum + String(value).length, 0)
}

function becomeText(token: Token): void {
  token.type = 'text'
  token.tag = ''
  token.content = plainText(token.children)
  token.children = null
  token.attrs = null
}

/** Keeps time and markup in proportion to the text where the grammar alone would not. */
export function bounds(md: MarkdownIt): void {
  boundFilledCells(md)
  boundLazyLines(md)
  boundDepth(md)
  // right after the words are read, before anything looks at addresses
  md.core.ruler.after('inline', 'bound_references', boundReferences)
}
