import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it'

/** State of a text's notes during parsing. */
interface Notes {
  /** Labels that have a definition. */
  labels: Set<string>
  /** Index in `list` of each referenced label. */
  places: Map<string, number>
  /** Notes in the order of their first reference. */
  list: Note[]
}

/** A note: referenced by its label, or inline. */
type Note = { label: string; marks: number } | { tokens: Token[]; content: string }

const SPACE = 0x20
const TAB = 0x09
const LINE_FEED = 0x0a
const OPEN = 0x5b
const CLOSE = 0x5d
const CARET = 0x5e
const COLON = 0x3a

function notesOf(env: Record<string, unknown>): Notes {
  return (env['footnotes'] ??= { labels: new Set(), places: new Map(), list: [] }) as Notes
}

/**
 * The label of `[^label]` that begins at `start`, and its end. It contains no bracket, as in other labels, so that each
 * character is read for one label only, even if many are never closed.
 */
function labelAt(source: string, start: number, max: number): { label: string; end: number } | null {
  if (source.charCodeAt(start) !== OPEN || source.charCodeAt(start + 1) !== CARET) return null
  for (let at = start + 2; at < max; at += 1) {
    const sign = source.charCodeAt(at)
    if (sign === SPACE || sign === LINE_FEED || sign === OPEN) return null
    if (sign === CLOSE) return at === start + 2 ? null : { label: source.slice(start + 2, at), end: at + 1 }
  }
  return null
}

/** Block rule: `[^label]: …`, with the indented lines below it. */
function definition(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  const start = state.bMarks[line]! + state.tShift[line]!
  const max = state.eMarks[line]!
  const found = labelAt(state.src, start, max)
  if (!found || state.src.charCodeAt(found.end) !== COLON) return false
  if (silent) return true
  notesOf(state.env).labels.add(found.label)

  const open = new state.Token('footnote_reference_open', '', 1)
  open.meta = { label: found.label }
  open.level = state.level++
  state.tokens.push(open)

  // The rest of the line is the first line of the note, as if indented by four columns.
  const after = found.end + 1
  const initial = state.sCount[line]! + after - start
  let at = after
  let column = initial
  for (; at < max; at += 1) {
    const sign = state.src.charCodeAt(at)
    if (sign === TAB) column += 4 - (column % 4)
    else if (sign === SPACE) column += 1
    else break
  }
  const { parentType } = state
  const [mark, shift, count] = [state.bMarks[line]!, state.tShift[line]!, state.sCount[line]!]
  state.bMarks[line] = after
  state.tShift[line] = at - after
  state.sCount[line] = column - initial
  state.blkIndent += 4
  if (state.sCount[line]! < state.blkIndent) state.sCount[line]! += state.blkIndent
  state.parentType = 'footnote'
  state.md.block.tokenize(state, line, endLine)
  state.parentType = parentType
  state.blkIndent -= 4
  state.bMarks[line] = mark
  state.tShift[line] = shift
  state.sCount[line] = count

  const close = new state.Token('footnote_reference_close', '', -1)
  close.level = --state.level
  state.tokens.push(close)
  return true
}

/** Inline rule: `^[…]`, an inline note. */
function inlineNote(state: StateInline, silent: boolean): boolean {
  const { pos: start, posMax: max, src } = state
  if (start + 2 >= max || src.charCodeAt(start) !== CARET || src.charCodeAt(start + 1) !== OPEN) return false
  const end = state.md.helpers.parseLinkLabel(state, start + 1)
  if (end < 0) return false
  if (!silent) {
    const { list } = notesOf(state.env)
    const note = { content: src.slice(start + 2, end), tokens: [] }
    state.push('footnote_ref', '', 0).meta = { id: list.length }
    // Before the references inside it.
    list.push(note)
    state.md.inline.parse(note.content, state.md, state.env, note.tokens)
  }
  state.pos = end + 1
  state.posMax = max
  return true
}

/** Inline rule: `[^label]` with an existing definition. */
function mark(state: StateInline, silent: boolean): boolean {
  const found = labelAt(state.src, state.pos, state.posMax)
  if (!found) return false
  const { labels, places, list } = notesOf(state.env)
  if (!labels.has(found.label)) return false
  if (!silent) {
    let place = places.get(found.label)
    if (place === undefined) {
      place = list.length
      places.set(found.label, place)
      list.push({ label: found.label, marks: 0 })
    }
    const note = list[place] as { label: string; marks: number }
    state.push('footnote_ref', '', 0).meta = { id: place, subId: note.marks, label: found.label }
    note.marks += 1
  }
  state.pos = found.end
  return true
}

/** Core rule: moves referenced notes to the end, in the order of their references; others are not shown. */
function notesAtTheEnd(state: StateCore): void {
  const notes = state.env['footnotes'] as Notes | undefined
  if (!notes) return
  const { text, definitions } = withoutDefinitions(state.tokens)
  state.tokens = text
  if (notes.list.length === 0) return
  const add = (type: string, nesting: 1 | 0 | -1, meta?: Record<string, unknown>): void => {
    const token = new state.Token(type, '', nesting)
    if (meta) token.meta = meta
    text.push(token)
  }
  add('footnote_block_open', 1)
  for (const [id, note] of notes.list.entries()) {
    add('footnote_open', 1, { id })
    const content = 'label' in note ? (definitions.get(note.label) ?? []) : paragraph(state, note)
    for (const token of content) text.push(token)
    // The backlinks are in the last paragraph.
    const last = text.at(-1)?.type === 'paragraph_close' ? text.pop() : undefined
    const marks = 'label' in note ? note.marks : 1
    for (let subId = 0; subId < marks; subId += 1) add('footnote_anchor', 0, { id, subId })
    if (last) text.push(last)
    add('footnote_close', -1)
  }
  add('footnote_block_close', -1)
}

/** Separates the tokens of the text from its definitions; of several with one label the last one counts. */
function withoutDefinitions(tokens: readonly Token[]): { text: Token[]; definitions: Map<string, Token[]> } {
  const definitions = new Map<string, Token[]>()
  const text: Token[] = []
  const within: Token[][] = [text]
  for (const token of tokens) {
    if (token.type === 'footnote_reference_open') {
      const content: Token[] = []
      definitions.set((token.meta as unknown as { label: string }).label, content)
      within.push(content)
    } else if (token.type === 'footnote_reference_close') within.pop()
    else within.at(-1)!.push(token)
  }
  return { text, definitions }
}

function paragraph(state: StateCore, { tokens, content }: { tokens: Token[]; content: string }): Token[] {
  const open = new state.Token('paragraph_open', 'p', 1)
  const inline = new state.Token('inline', '', 0)
  const close = new state.Token('paragraph_close', 'p', -1)
  open.block = true
  close.block = true
  inline.children = tokens
  inline.content = content
  return [open, inline, close]
}

/** The grammar of footnotes as in Pandoc and markdown-it-footnote: `[^label]`, `[^label]: …`, `^[…]`. */
export function footnoteGrammar(md: MarkdownIt): void {
  md.block.ruler.before('reference', 'footnote_def', definition, { alt: ['paragraph', 'reference'] })
  md.inline.ruler.after('image', 'footnote_inline', inlineNote)
  md.inline.ruler.after('footnote_inline', 'footnote_ref', mark)
  md.core.ruler.after('inline', 'footnote_tail', notesAtTheEnd)
}
