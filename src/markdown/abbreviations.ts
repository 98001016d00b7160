import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it'
import { text } from './tokens.ts'

/** Longer words are no abbreviations. */
const LONGEST = 60
/** Maximum abbreviations that begin with the same word. */
const MOST_ALIKE = 10
/** Characters that explanations may add to any text, beside twice its own length. */
const ALLOWANCE = 100_000
const WORD = /[\p{L}\p{N}]+/gu
const JOINED = /[\p{L}\p{N}]/u

/** Abbreviations by the word they begin with, longer ones first. */
type Known = Map<string, { label: string; title: string }[]>

/** Block rule: `*[HTML]: Hypertext Markup Language`. */
function definition(state: StateBlock, line: number, _endLine: number, silent: boolean): boolean {
  const start = state.bMarks[line]! + state.tShift[line]!
  if (!state.src.startsWith('*[', start) || state.sCount[line]! - state.blkIndent >= 4) return false
  const end = state.eMarks[line]!
  const close = state.src.slice(start, Math.min(end, start + LONGEST + 4)).indexOf(']:')
  if (close < 0) return false
  const label = state.src.slice(start + 2, start + close).trim()
  const title = state.src.slice(start + close + 2, end).trim()
  const first = label.match(WORD)?.[0]
  if (title === '' || first === undefined || !label.startsWith(first)) return false
  if (silent) return true
  const known = (state.env['abbreviations'] ??= new Map()) as Known
  const alike = known.get(first) ?? []
  if (alike.length < MOST_ALIKE && !alike.some((other) => other.label === label)) {
    alike.push({ label, title })
    alike.sort((a, b) => b.label.length - a.label.length)
    known.set(first, alike)
  }
  state.line = line + 1
  return true
}

/** The abbreviation at a position, as a word of its own. */
function found(known: Known, content: string, at: number, word: string) {
  return known.get(word)?.find(({ label }) => {
    const behind = content[at + label.length] ?? ''
    return content.startsWith(label, at) && !(JOINED.test(behind) && JOINED.test(label.at(-1)!))
  })
}

/** Core rule: wraps abbreviations in `<abbr>` wherever they occur. */
export function abbreviations(state: StateCore): void {
  const known = state.env['abbreviations'] as Known | undefined
  if (!known) return
  let left = ALLOWANCE + 2 * state.src.length
  const explained = (token: Token): Token[] => {
    const pieces: Token[] = []
    const { content } = token
    let end = 0
    for (const { 0: word, index } of content.matchAll(WORD)) {
      const abbreviation = index < end || left < 0 ? undefined : found(known, content, index, word)
      if (!abbreviation) continue
      if (index > end) pieces.push(text(state, content.slice(end, index)))
      const open = new state.Token('abbr_open', 'abbr', 1)
      open.attrSet('title', abbreviation.title)
      pieces.push(open, text(state, abbreviation.label), new state.Token('abbr_close', 'abbr', -1))
      end = index + abbreviation.label.length
      left -= abbreviation.title.length
    }
    if (end === 0) return [token]
    if (end < content.length) pieces.push(text(state, content.slice(end)))
    return pieces
  }
  for (const token of state.tokens) {
    if (token.type === 'inline' && token.children)
      token.children = token.children.flatMap((child) => (child.type === 'text' ? explained(child) : [child]))
  }
}

/** The grammar of abbreviations as in PHP Markdown Extra and markdown-it-abbr. */
export function abbreviationGrammar(md: MarkdownIt): void {
  md.block.ruler.before('reference', 'abbr_def', definition, { alt: ['paragraph', 'reference'] })
}
