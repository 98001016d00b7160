import { isolateHistory } from '@codemirror/commands'
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import type { EditorState, Line } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { SyntaxNode, Tree } from '@lezer/common'
import { asAlternative } from './picture-words.ts'

const PARSE_MS = 100

/** Blocks that cannot contain a picture; it goes after them. */
const CLOSED = new Set([
  'FencedCode',
  'CodeBlock',
  'HTMLBlock',
  'CommentBlock',
  'ProcessingInstructionBlock',
  'Table',
  'LinkReference',
  'HorizontalRule',
])
const HEADING = /^(?:ATX|Setext)Heading/
const CONTAINERS = new Set(['Blockquote', 'ListItem'])
/** Blocks whose text may be split. */
const OPEN = new Set(['Document', 'Paragraph', 'Task', 'BulletList', 'OrderedList', 'Blockquote', 'ListItem'])
const FOOTNOTE = /^ {0,3}\[\^[^\]\s]+\]:/
/** Punctuation that belongs to the words before it. */
const CLOSING = /^[.,;:!?…)\]}»”’“‘"']+/

function treeAt(state: EditorState, at: number): Tree {
  return ensureSyntaxTree(state, at, PARSE_MS) ?? syntaxTree(state)
}

/** Length of the marks of quotes, items and tasks in a line. `item` is true if an item begins in it. */
export function structureOf(text: string): { length: number; item: boolean } {
  const part = /[ \t]*(?:(>)[ \t]?|([-*+]|\d{1,9}[.)])(?:[ \t]+|$)|(\[[ xX]\])[ \t]+)/y
  let length = 0
  let item = false
  for (;;) {
    part.lastIndex = length
    const [whole, , mark, task] = part.exec(text) ?? []
    if (whole === undefined || (task && !item)) break
    length += whole.length
    item ||= mark !== undefined
  }
  while (text[length] === ' ' || text[length] === '\t') length += 1
  return { length, item }
}

function isBlank(line: Line | null): boolean {
  return line === null || /^[ \t>]*$/.test(line.text)
}

/** The prefix of every further line within the quotes and items around a position. */
export function continuationAt(state: EditorState, at: number): string {
  const line = state.doc.lineAt(at)
  const words = line.text.trimEnd()
  const tree = treeAt(state, line.to)
  let node: SyntaxNode | null =
    words === '' ? tree.resolveInner(at, 0) : tree.resolveInner(line.from + words.length, -1)
  while (node && !CONTAINERS.has(node.name)) node = node.parent
  if (!node) return ''
  const first = state.doc.lineAt(node.from)
  const mark = node.firstChild
  if (!mark) return ''
  let text = first.text.slice(0, mark.to - first.from)
  if (node.name === 'Blockquote') text += ' '
  else {
    const [blanks = ''] = /^[ \t]*/.exec(first.text.slice(text.length)) ?? []
    const bare = text.length + blanks.length === first.length
    text += bare || blanks.length > 4 ? ' ' : blanks
  }
  return text.replaceAll(/[^>\t]/g, ' ')
}

/** The position for a picture inserted at `at`: words, marked text, headings, tables and code are not split. */
export function picturePlace(state: EditorState, at: number): number {
  const { doc } = state
  const tree = treeAt(state, doc.lineAt(at).to)
  let place = wordEnd(state, at)
  for (const side of [-1, 1] as const) {
    for (let node: SyntaxNode | null = tree.resolveInner(place, side); node; node = node.parent) {
      const { from, to, name } = node
      if (HEADING.test(name) && from < place) {
        place = /^[#\s]*$/.test(doc.sliceString(from, place)) ? from : Math.max(place, to)
      } else if (name === 'FencedCode' && from < place && node.getChildren('CodeMark').length < 2) place = from
      else if (from >= place || place >= to) continue
      else if (CLOSED.has(name) || isNote(state, node)) place = to
      else if (!OPEN.has(name) && !/Mark$|^TaskMarker$/.test(name)) place = to
    }
  }
  const line = doc.lineAt(place)
  const { length } = structureOf(line.text)
  return place < line.from + length && !CLOSED.has(tree.resolveInner(place, 1).name) ? line.from + length : place
}

function isNote(state: EditorState, { name, from }: SyntaxNode): boolean {
  return name === 'Paragraph' && FOOTNOTE.test(state.doc.lineAt(from).text)
}

function wordEnd(state: EditorState, at: number): number {
  const line = state.doc.lineAt(at)
  const before = state.sliceDoc(line.from, at)
  const after = state.sliceDoc(at, line.to)
  const rest = /[\p{L}\p{N}]$/u.test(before) ? (/^[\p{L}\p{N}]*/u.exec(after)?.[0].length ?? 0) : 0
  const words = (before + after.slice(0, rest)).trim() !== ''
  return at + rest + (words ? (CLOSING.exec(after.slice(rest))?.[0].length ?? 0) : 0)
}

/** A picture as markdown. */
export function pictureMarkdown({ url, alt }: { url: string; alt: string }): string {
  return `![${asAlternative(alt)}](${url})`
}

/** Pictures in one paragraph: several are a gallery. */
export function picturesMarkdown(images: readonly { url: string; alt: string }[]): string {
  return images.map(pictureMarkdown).join(' ')
}

export type PictureInsertion = {
  from: number
  to: number
  /** With `\n` as line ends. */
  insert: string
  /** The cursor position: at the words that followed, else directly after the picture. */
  cursor: number
}

/** Inserts a picture in a paragraph of its own, within the quote or item that contains the position. */
export function pictureInsertion(state: EditorState, at: number, markdown: string): PictureInsertion {
  const { doc } = state
  const place = picturePlace(state, at)
  const line = doc.lineAt(place)
  const { length, item } = structureOf(line.text)
  const start = Math.min(line.from + length, place)
  const prefix = continuationAt(state, place)
  const blank = `\n${prefix.trimEnd()}`
  const [before, after] = [doc.sliceString(start, place), doc.sliceString(place, line.to)]
  const above = line.number > 1 ? doc.line(line.number - 1) : null
  const below = line.number < doc.lines ? doc.line(line.number + 1) : null

  let from = place - (before.length - before.trimEnd().length)
  let lead = `${blank}\n${prefix}`
  if (before.trim() === '') {
    const adjoins = !item && !isBlank(above)
    from = adjoins ? line.from : start
    lead = adjoins ? `${prefix.trimEnd()}\n${prefix}` : /\S$/.test(line.text.slice(0, length)) ? ' ' : ''
  }
  const follows = after.trim() !== ''
  const to = follows ? place + after.length - after.trimStart().length : line.to
  const trail = follows ? `${blank}\n${prefix}` : isBlank(below) ? '' : blank
  const insert = lead + markdown + trail
  return { from, to, insert, cursor: from + (follows ? insert.length : lead.length + markdown.length) }
}

/** Inserts library pictures after the cursor or selection; the cursor goes behind them. */
export function insertPictures(view: EditorView, images: readonly { url: string; alt: string }[]): void {
  const { state } = view
  if (images.length === 0) return
  const { from, to, insert, cursor } = pictureInsertion(state, state.selection.main.to, picturesMarkdown(images))
  view.dispatch({
    changes: { from, to, insert: state.toText(insert.replaceAll('\n', state.lineBreak)) },
    selection: { anchor: cursor },
    userEvent: 'input.paste',
    annotations: isolateHistory.of('full'),
    scrollIntoView: true,
  })
}
