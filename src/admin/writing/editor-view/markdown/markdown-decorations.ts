import { syntaxTree } from '@codemirror/language'
import type { EditorState, Line, Range } from '@codemirror/state'
import { Decoration, ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from '@codemirror/view'
import type { SyntaxNodeRef } from '@lezer/common'
import { changedParagraph, type Change, type Span } from '../changed-paragraph.ts'

/** What the tree says about one line. It is collected first, since several nodes may concern the same line. */
type LineFacts = {
  classes: Set<string>
  quotes: number
  items: number
  code: boolean
  marks: { from: number; to: number }[]
}

const mark = (className: string) => Decoration.mark({ class: className })
const INLINE: Record<string, Decoration> = {
  Emphasis: mark('md-em'),
  StrongEmphasis: mark('md-strong'),
  Strikethrough: mark('md-del'),
  FootnoteReference: mark('md-footnote'),
  TaskMarker: mark('md-task'),
  TableHeader: mark('md-strong'),
}
const MARK = mark('md-mark')
const HANG = mark('md-hang')
const DASH = mark('md-hang md-hang-dash')
const INDENT = mark('md-indent')
const CODE = mark('md-code')
const LINK = mark('md-link')
const URL_TEXT = mark('md-mark md-url')
const ALT = mark('md-alt')

const lines = new Map<string, Decoration>()

/** The decoration of a line. Equal lines share one object, which saves comparisons. */
function lineOf(className: string): Decoration {
  const line = lines.get(className) ?? Decoration.line({ class: className })
  lines.set(className, line)
  return line
}

const QUIET = new Set([
  'EmphasisMark',
  'CodeMark',
  'CodeInfo',
  'LinkMark',
  'StrikethroughMark',
  'LinkTitle',
  'LinkLabel',
  'TableDelimiter',
])
/** Block marks; at the start of a line they hang left of the text. */
const BLOCK_MARKS = new Set(['HeaderMark', 'QuoteMark', 'ListMark'])
const FOOTNOTE_DEFINITION = /^ {0,3}\[\^[^\]\s]+\]:/

class Collector {
  readonly decorations: Range<Decoration>[] = []
  readonly #facts = new Map<number, LineFacts>()
  readonly #state: EditorState
  readonly #from: number
  readonly #to: number

  constructor(state: EditorState, from: number, to: number) {
    this.#state = state
    this.#from = from
    this.#to = to
  }

  facts(line: Line): LineFacts {
    let facts = this.#facts.get(line.from)
    if (!facts) {
      facts = { classes: new Set(), quotes: 0, items: 0, code: false, marks: [] }
      this.#facts.set(line.from, facts)
    }
    return facts
  }

  add(decoration: Decoration, from: number, to: number): void {
    if (from < to) this.decorations.push(decoration.range(from, to))
  }

  /** Calls back for each line of the node within the rendered range. */
  eachLine(node: SyntaxNodeRef, visit: (facts: LineFacts, line: Line) => void): void {
    let position = Math.max(node.from, this.#from)
    const end = Math.min(node.to, this.#to)
    while (position <= end) {
      const line = this.#state.doc.lineAt(position)
      if (line.from < node.to || line.from === node.from) visit(this.facts(line), line)
      position = line.to + 1
    }
  }

  /** Returns false if the children need no visit. */
  enter(node: SyntaxNodeRef): boolean {
    const { doc } = this.#state
    const heading = /^(?:ATX|Setext)Heading(\d)$/.exec(node.name)
    if (heading) {
      this.eachLine(node, (facts) => facts.classes.add(`md-h${heading[1]}`))
    } else if (node.name === 'Blockquote') {
      this.eachLine(node, (facts) => (facts.quotes += 1))
    } else if (node.name === 'ListItem') {
      this.eachLine(node, (facts) => (facts.items += 1))
    } else if (node.name === 'FencedCode' || node.name === 'CodeBlock') {
      this.#codeBlock(node)
    } else if (node.name === 'Table') {
      this.eachLine(node, (facts) => facts.classes.add('md-table'))
    } else if (node.name === 'HorizontalRule') {
      this.eachLine(node, (facts) => facts.classes.add('md-rule'))
    } else if (node.name === 'InlineCode') {
      const first = node.node.firstChild
      const last = node.node.lastChild
      if (first && last) this.add(CODE, first.to, last.from)
    } else if (node.name === 'Link' || node.name === 'Image') {
      const [open, close] = node.node.getChildren('LinkMark')
      if (open && close) this.add(node.name === 'Link' ? LINK : ALT, open.to, close.from)
    } else if (node.name === 'LinkReference') {
      const text = doc.sliceString(node.from, node.to)
      this.add(MARK, node.from, node.from + (FOOTNOTE_DEFINITION.exec(text)?.[0].length ?? text.length))
      return false
    } else if (node.name === 'URL') {
      const inLink = node.node.parent?.name === 'Link' || node.node.parent?.name === 'Image'
      this.add(inLink ? URL_TEXT : LINK, node.from, node.to)
    } else if (node.name === 'Escape') {
      this.add(MARK, node.from, node.from + 1)
    } else if (BLOCK_MARKS.has(node.name)) {
      this.facts(doc.lineAt(node.from)).marks.push({ from: node.from, to: node.to })
    } else if (QUIET.has(node.name)) {
      this.add(MARK, node.from, node.to)
    }
    const inline = INLINE[node.name]
    if (inline) this.add(inline, node.from, node.to)
    return true
  }

  #codeBlock(node: SyntaxNodeRef): void {
    const first = this.#state.doc.lineAt(node.from).from
    const last = this.#state.doc.lineAt(node.to).from
    this.eachLine(node, (facts, line) => {
      facts.code = true
      facts.classes.add('md-block')
      if (line.from === first) facts.classes.add('md-block-first')
      if (line.from === last) facts.classes.add('md-block-last')
    })
  }

  /** Marks at the start of the line hang left of its text. Indentation below a list item takes no room. */
  line(line: Line, previous: Line | null, next: Line | null): void {
    const facts = this.facts(line)
    const { classes } = facts
    if (line.length === 0 && facts.quotes === 0 && !facts.code && previous?.length !== 0 && next !== null) {
      classes.add(this.#isHeading(previous) ? 'md-gap-heading' : 'md-gap')
    }
    if (line.from === 0) classes.add('md-first')
    if (facts.quotes > 0) classes.add('md-quote')
    const depth = Math.min(facts.quotes, 4)
    const indent = Math.min(Math.max(facts.items - 1, 0), 6)
    if (FOOTNOTE_DEFINITION.test(line.text)) {
      classes.add('md-note')
      this.add(MARK, line.from, line.from + (FOOTNOTE_DEFINITION.exec(line.text)?.[0].length ?? 0))
    }
    this.#prefix(line, facts)
    if (classes.size === 0 && indent === 0) return
    if (depth > 1) classes.add(`md-quote-${depth}`)
    if (indent > 0) classes.add(`md-item-${indent}`)
    this.decorations.push(lineOf([...classes].join(' ')).range(line.from))
  }

  #isHeading(line: Line | null): boolean {
    return line !== null && [...this.facts(line).classes].some((name) => /^md-h\d$/.test(name))
  }

  #prefix(line: Line, facts: LineFacts): void {
    const blanks = (at: number) => /^[ \t]*/.exec(line.text.slice(at - line.from))?.[0].length ?? 0
    let end = line.from
    let hanging = 0
    for (const block of facts.marks.toSorted((a, b) => a.from - b.from)) {
      if (block.from === end + blanks(end) && block.to <= line.to) {
        end = block.to
        hanging += 1
      } else this.add(MARK, block.from, block.to)
    }
    if (facts.code && facts.items + facts.quotes === 0) return
    if (hanging === 0) {
      if (facts.items > 0 && !facts.code) this.add(INDENT, line.from, line.from + blanks(line.from))
      return
    }
    // A setext underline is the whole line, so it cannot hang.
    if (end === line.to && /^[=-]+\s*$/.test(line.text) && [...facts.classes].some((name) => name.startsWith('md-h'))) {
      this.add(MARK, line.from, line.to)
      return
    }
    const prefixEnd = Math.min(end + Math.min(blanks(end), 4), line.to)
    const isDash = hanging === 1 && /^\s*-\s*$/.test(line.text.slice(0, prefixEnd - line.from))
    this.add(isDash ? DASH : HANG, line.from, prefixEnd)
  }
}

/** Decorations of whole lines. */
function ofLines(state: EditorState, from: number, to: number): Range<Decoration>[] {
  const { doc } = state
  const collector = new Collector(state, from, to)
  syntaxTree(state).iterate({ from, to, enter: (node) => collector.enter(node) })
  for (let { number } = doc.lineAt(from); number <= doc.lineAt(to).number; number += 1) {
    const previous = number > 1 ? doc.line(number - 1) : null
    const next = number < doc.lines ? doc.line(number + 1) : null
    collector.line(doc.line(number), previous, next)
  }
  return collector.decorations
}

/** Decorations of the lines that contain these ranges. */
export function decorate(state: EditorState, ranges: readonly Span[]): DecorationSet {
  const { doc } = state
  const decorations = ranges.flatMap(({ from, to }) => ofLines(state, doc.lineAt(from).from, doc.lineAt(to).to))
  return Decoration.set(decorations, true)
}

/**
 * Updates decorations after a change: typing within a paragraph that stays one affects only that paragraph. Null if
 * more may have changed.
 */
export function redecorate(decorations: DecorationSet, change: Change, ranges: readonly Span[]): DecorationSet | null {
  const paragraph = changedParagraph(change)
  if (!paragraph) return null
  const { state, changes } = change
  const [from, to] = [state.doc.lineAt(paragraph.from).from, state.doc.lineAt(paragraph.to).to]
  if (!ranges.some((range) => range.from <= from && range.to >= to)) return null
  return decorations.map(changes).update({
    filterFrom: from,
    filterTo: to,
    filter: (start, end) => end < from || start > to,
    add: ofLines(state, from, to),
    sort: true,
  })
}

/**
 * Live decorations: the text stays markdown with every mark visible, but looks like the published page (docs/look.md
 * rule 14).
 */
export const markdownDecorations = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet

    constructor({ state, visibleRanges }: EditorView) {
      this.decorations = decorate(state, visibleRanges)
    }

    update(update: ViewUpdate): void {
      const { docChanged, viewportMoved, state, startState, view } = update
      const parsed = syntaxTree(state) !== syntaxTree(startState)
      if (!docChanged && !viewportMoved && !parsed) return
      const changed = docChanged && !viewportMoved ? redecorate(this.decorations, update, view.visibleRanges) : null
      this.decorations = changed ?? decorate(state, view.visibleRanges)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)
