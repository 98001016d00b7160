import { syntaxTree } from '@codemirror/language'
import type { EditorState, Line } from '@codemirror/state'
import type { SyntaxNode } from '@lezer/common'
import { alertTitle, type AlertKind } from '../../../../markdown/alert-kinds.ts'
import type { Span } from '../changed-paragraph.ts'

/** A note such as `> [!NOTE]`: its lines, and the mark that becomes its title. */
export type Note = Span & { kind: AlertKind; mark: Span }
/** A foldable part: its lines, the tags in them, and the line of its title. */
export type Details = Span & { tags: Span[]; title: number }
export type Boxes = { notes: Note[]; details: Details[] }

const NOTE = /^ {0,3}>[ \t]?(\[!([a-z]{3,9})\])[ \t]*$/i
const TAG = /<\/?(?:details|summary)\b[^>]{0,200}>/gi
const OPENING = /^ {0,3}<details\b/i
const CLOSING = /^ {0,3}<\/details\s*>[ \t]*$/i
/** The title is looked for in this many lines. */
const TITLE_LINES = 3
/** Foldable parts that are deeper in each other stay text, so that a line has a bounded number of marks. */
const DEEPEST = 8

function ancestor(state: EditorState, at: number, name: string): SyntaxNode | null {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, 1)
  while (node && node.name !== name) node = node.parent
  return node
}

function noteAt(state: EditorState, line: Line): Note | null {
  const [whole, mark = '', name = ''] = NOTE.exec(line.text) ?? []
  const title = whole === undefined ? null : alertTitle(name)
  const quote = title && ancestor(state, line.from + line.text.indexOf('>'), 'Blockquote')
  if (!title || !quote || state.doc.lineAt(quote.from).from !== line.from || quote.parent?.name !== 'Document')
    return null
  const from = line.from + line.text.indexOf(mark)
  return { kind: name.toLowerCase() as AlertKind, from: line.from, to: quote.to, mark: { from, to: line.to } }
}

const tagsOf = (line: Line): Span[] =>
  [...line.text.matchAll(TAG)].map(({ index, 0: tag }) => ({
    from: line.from + index,
    to: line.from + index + tag.length,
  }))

function detailsAt(state: EditorState, line: Line): Details | null {
  if (!ancestor(state, line.from, 'HTMLBlock')) return null
  const { doc } = state
  const details: Details = { from: line.from, to: line.to, tags: tagsOf(line), title: line.from }
  for (let number = line.number, end = Math.min(doc.lines, number + TITLE_LINES - 1); number <= end; number += 1) {
    const next = doc.line(number)
    if (!/<summary\b/i.test(next.text)) continue
    if (next.from !== line.from) details.tags.push(...tagsOf(next))
    details.title = next.from
    break
  }
  return details
}

/** Notes and foldable parts of a text. Only the marks of their first lines are parsed. */
export function boxesOf(state: EditorState): Boxes {
  const boxes: Boxes = { notes: [], details: [] }
  const open: (Details | null)[] = []
  const { doc } = state
  let number = 0
  for (const text of doc.iterLines()) {
    number += 1
    const first = text.trimStart()
    if (first.startsWith('>') && text.includes('[!')) {
      const note = noteAt(state, doc.line(number))
      if (note) boxes.notes.push(note)
    } else if (first.startsWith('<') && OPENING.test(text)) {
      const details = detailsAt(state, doc.line(number))
      if (details) open.push(open.length < DEEPEST ? details : null)
    } else if (first.startsWith('</') && CLOSING.test(text)) {
      const details = open.pop()
      const line = doc.line(number)
      if (!details || !ancestor(state, line.from + text.indexOf('<'), 'HTMLBlock')) continue
      boxes.details.push({ ...details, to: line.to, tags: [...details.tags, ...tagsOf(line)] })
    }
  }
  return boxes
}
