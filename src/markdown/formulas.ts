import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'

/** Writes a formula as MathML (`typeset.ts`); null where it is not a formula. Loaded with the first text that has one. */
export type Typesetter = (tex: string, display: boolean) => string | null

/** A formula of a text: TeX, whether it stands on lines of its own, and its markup as typed. */
export type Formula = { tex: string; display: boolean; typed: string }

/** Longer ones are text, so that an unclosed dollar is not searched for through a whole text. */
const LONGEST = 1000
const MOST_LINES = 50
/**
 * Characters of formulas that are set in one text, where each counts for some more: even `x` becomes 200 characters of MathML.
 * Further ones are shown as they were typed.
 */
const MOST_SET = 40_000
const EACH = 40
/** Characters of TeX that fit the narrowest screen: longer formulas may scroll, and are reached by keyboard. */
const NARROW = 24
const DOLLAR = 0x24
const SPACE = /\s/
const DIGIT = /\d/

/** Placeholder of a formula. The sanitiser removes MathML, so formulas replace their placeholders afterwards. */
const mark = (place: number) => `<span class="formula-${place}"></span>`
/** The class of placeholders. */
export const FORMULA_CLASS = /^formula-\d+$/

/**
 * The grammar of formulas (RUL-111), for texts of blogs that have them: `$…$` within a line of text, without a blank at
 * its inner sides and no digit behind it, so that prices stay text; `$$…$$` for a formula that stands alone.
 */
export function formulas(md: MarkdownIt): void {
  md.inline.ruler.after('escape', 'formula', inlineFormula)
  md.block.ruler.after('fence', 'formula', blockFormula, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
  md.renderer.rules['formula'] = (tokens, index, _options, env) => {
    const found = ((env as Record<string, unknown>)['formulas'] ??= []) as Formula[]
    const { content, markup } = tokens[index]!
    const typed = `<code>${md.utils.escapeHtml(markup + content + markup)}</code>`
    return mark(found.push({ tex: content, display: markup === '$$', typed }) - 1)
  }
  md.renderer.rules['formula_block'] = (tokens, index, options, env, self) => {
    const reach = tokens[index]!.content.length > NARROW ? ' tabindex="0"' : ''
    return `<p class="scroll"${reach}>${self.rules['formula']!(tokens, index, options, env, self)}</p>\n`
  }
}

function inlineFormula(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  if (src.charCodeAt(pos) !== DOLLAR) return false
  const markup = src.charCodeAt(pos + 1) === DOLLAR ? '$$' : '$'
  const from = pos + markup.length
  const end = closing(src, markup, from)
  if (end < 0) return false
  const tex = src.slice(from, end)
  const isPadded = SPACE.test(tex[0] ?? ' ') || SPACE.test(tex.at(-1) ?? ' ')
  if (tex.trim() === '' || (markup === '$' && (isPadded || DIGIT.test(src[end + 1] ?? '')))) return false
  if (!silent) {
    const token = state.push('formula', 'math', 0)
    token.content = tex.trim()
    token.markup = markup
  }
  state.pos = end + markup.length
  return true
}

/** Where a formula ends: the next dollars that no backslash escapes; -1 if there are none near by. */
function closing(src: string, markup: string, from: number): number {
  const most = Math.min(src.length, from + LONGEST + markup.length)
  for (let at = from; at < most; at += 1) {
    if (src[at] === '\\') at += 1
    else if (src.startsWith(markup, at)) return at
  }
  return -1
}

function blockFormula(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  const start = state.bMarks[line]! + state.tShift[line]!
  if (state.sCount[line]! - state.blkIndent >= 4 || !state.src.startsWith('$$', start)) return false
  const last = Math.min(endLine, line + MOST_LINES)
  for (let end = line; end < last; end += 1) {
    if (end > line && state.sCount[end]! < state.blkIndent) return false
    const text = state.src.slice(state.bMarks[end]! + state.tShift[end]!, state.eMarks[end]!).trimEnd()
    const isFirst = end === line
    if (!text.endsWith('$$') || (isFirst && text.length < 4)) continue
    const tex = state
      .getLines(line, end + 1, state.blkIndent, false)
      .trim()
      .slice(2, -2)
      .trim()
    if (tex === '' || tex.length > LONGEST || tex.includes('$$')) return false
    if (silent) return true
    const token = state.push('formula_block', 'math', 0)
    token.block = true
    token.content = tex
    token.markup = '$$'
    token.map = [line, end + 1]
    state.line = end + 1
    return true
  }
  return false
}

/** With the punctuation behind. */
const PLACEHOLDERS = /<span class="formula-(\d+)"><\/span>([.,;:!?)“”‘’»«…]{0,5})/g

/**
 * Replaces placeholders by formulas; as typed where there is no typesetter yet, or where one is no formula. A browser breaks the
 * line between a formula and its punctuation, unless a `formula` holds both.
 */
export function withFormulas(html: string, found: readonly Formula[], typesetter: Typesetter | undefined): string {
  let left = MOST_SET
  return html.replace(PLACEHOLDERS, (_mark, place: string, behind: string) => {
    const { tex, display, typed } = found[Number(place)]!
    left -= tex.length + EACH
    const set = left < 0 ? null : typesetter?.(tex, display)
    return set && behind !== '' && !display ? `<span class="formula">${set}${behind}</span>` : (set ?? typed) + behind
  })
}
