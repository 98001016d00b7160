import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it'
import { plainText } from './tokens.ts'

/** Maximum empty cells added to the tables of a text, beyond its number of characters. */
const MOST_FILLED_IN = 65_536
/** Average number of times that a line may be checked as the lazy continuation of a quote. */
const MOST_LAZY = 20
/** Maximum nesting of blocks (the parser's own limit: deeper ones are dropped) and of inline elements. */
const DEEPEST = { block: 100, inline: 30 }
/** Characters that references may add to any text, beside twice its own length. */
const ALLOWANCE = 100_000

/**
 * Bounds the empty cells that fill up short rows. The parser limits them for each table only, but many small tables of
 * 1,500 characters would each become 65,000 cells: once the limit of a text is reached, further tables stay paragraphs.
 */
function boundFilledCells(md: MarkdownIt): void {
  // The first rule of the parser is the one for tables; there is no other access to it.
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
 * Bounds lazy continuation. A quote takes all following lines that might continue it, and returns them if its last
 * block is no paragraph; the next quote then takes them again. Once the limit of a text is reached, a line without `>`
 * ends a quote.
 */
export function boundLazyLines(md: MarkdownIt): void {
  const endsQuote = (state: StateBlock, _line: number, _endLine: number, silent: boolean): boolean => {
    if (!silent || state.parentType !== 'blockquote') return false
    const looked = Number(state.env['lazyLines'] ?? 0) + 1
    state.env['lazyLines'] = looked
    return looked > MOST_LAZY * state.bMarks.length
  }
  md.block.ruler.before('fence', 'lazy_lines', endsQuote, { alt: ['blockquote'] })
}

/**
 * Bounds inline nesting: each open bracket is followed to the maximum depth again. Text in more brackets is shown
 * literally; for blocks the parser's own limit stays, since deeper ones would be lost.
 */
export function boundDepth(md: MarkdownIt): void {
  for (const part of ['block', 'inline'] as const)
    md.core.ruler.before(part, `depth_of_${part}`, () => void (md.options.maxNesting = DEEPEST[part]))
}

/**
 * Bounds references: a long address that is defined once and used ten thousand times would make a page many times
 * larger than its text. As in cmark, references beyond the limit become text without a link.
 */
function boundReferences(state: StateCore): void {
  if (!state.env.references) return
  let left = ALLOWANCE + 2 * state.src.length
  for (const { children } of state.tokens) {
    /** For each open link whether it lost its address. */
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

/** Keeps time and output linear where the grammar alone would not. */
export function bounds(md: MarkdownIt): void {
  boundFilledCells(md)
  boundLazyLines(md)
  boundDepth(md)
  // Right after the inline rules, before any rule reads addresses.
  md.core.ruler.after('inline', 'bound_references', boundReferences)
}
