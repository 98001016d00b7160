import {
  cursorLineBoundaryBackward,
  cursorLineBoundaryForward,
  insertNewline,
  selectLineBoundaryBackward,
  selectLineBoundaryForward,
} from '@codemirror/commands'
import { syntaxTree } from '@codemirror/language'
import { EditorState, Prec, StateField, type ChangeSpec, type Extension, type Transaction } from '@codemirror/state'
import { EditorView, keymap, type Command } from '@codemirror/view'
import type { SyntaxNode } from '@lezer/common'
import { continuationAt, structureOf } from './picture-place.ts'

/** The picture that is the only content of a line up to `end`; null if there is anything else. */
function soleImage(state: EditorState, from: number, end: number): SyntaxNode | null {
  const line = state.doc.lineAt(from)
  const text = state.sliceDoc(line.from, end).trimEnd()
  if (!text.endsWith(')')) return null
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(line.from + text.length, -1)
  while (node && node.name !== 'Image') node = node.parent
  const starts = node && node.from === line.from + structureOf(line.text).length
  return node && starts && node.to === line.from + text.length ? node : null
}

/** End of the last typed character: text after an image typed by hand stays on its line. */
const typedEnd = StateField.define<number | null>({
  create: () => null,
  update: (value, transaction) => {
    if (transaction.isUserEvent('input.type')) return transaction.state.selection.main.head
    return transaction.docChanged || transaction.selection ? null : value
  },
})

/** The insertion needed before text typed at `head` so that a picture before it keeps its paragraph; null if none. */
function gapBefore(state: EditorState, head: number): { from: number; insert: string } | null {
  const line = state.doc.lineAt(head)
  if (head !== line.to) return null
  const prefix = () => continuationAt(state, head)
  const image = soleImage(state, line.from, line.to)
  if (image) {
    if (state.field(typedEnd, false) === head) return null
    return { from: image.to, insert: `\n${prefix().trimEnd()}\n${prefix()}` }
  }
  const { length, item } = structureOf(line.text)
  if (line.number === 1 || item || length < line.length) return null
  const above = state.doc.line(line.number - 1)
  if (!soleImage(state, above.from, above.to)) return null
  const inside = continuationAt(state, above.to)
  return { from: line.from, insert: `${inside.trimEnd()}\n${inside}` }
}

/** The text of a transaction that only inserts at the cursor; null for other changes. */
function insertedAtCursor({ changes, startState }: Transaction): string | null {
  const { main } = startState.selection
  if (!main.empty || startState.selection.ranges.length > 1) return null
  let text: string | null = null
  let others = 0
  changes.iterChanges((fromA, toA, _fromB, _toB, inserted) => {
    others += 1
    if (fromA === main.head && toA === main.head) text = inserted.toString()
  })
  return others === 1 ? text : null
}

/** Text typed or pasted directly after a picture begins a new paragraph. */
const keepParagraph = EditorState.transactionFilter.of((transaction) => {
  const typed = transaction.isUserEvent('input.type') && !transaction.isUserEvent('input.type.compose')
  if (!typed && !transaction.isUserEvent('input.paste')) return transaction
  const text = insertedAtCursor(transaction)
  if (text === null || text.trim() === '' || text.startsWith('\n')) return transaction
  const { startState } = transaction
  const { head } = startState.selection.main
  const gap = gapBefore(startState, head)
  if (!gap) return transaction
  const inserted = gap.insert + text
  return {
    changes: { from: gap.from, to: head, insert: startState.toText(inserted.replaceAll('\n', startState.lineBreak)) },
    selection: { anchor: gap.from + inserted.length },
    userEvent: typed ? 'input.type' : 'input.paste',
    scrollIntoView: true,
  }
})

/** Composed input of an on-screen keyboard is not touched until the composition ends. */
const keepParagraphComposed = EditorView.domEventHandlers({
  compositionstart: (_event, view) => {
    const { head, empty } = view.state.selection.main
    const gap = empty ? gapBefore(view.state, head) : null
    if (!gap) return false
    const settle = () => {
      view.contentDOM.removeEventListener('compositionend', settle)
      // The editor handles the composed text first.
      requestAnimationFrame(() => requestAnimationFrame(() => separate(view, gap, head)))
    }
    view.contentDOM.addEventListener('compositionend', settle)
    return false
  },
})

function separate(view: EditorView, gap: { from: number; insert: string }, to: number): void {
  const { state } = view
  const line = state.doc.lineAt(Math.min(to, state.doc.length))
  if (!view.dom.isConnected || line.to <= to || state.sliceDoc(to, line.to).trim() === '') return
  const changes: ChangeSpec = { from: gap.from, to, insert: state.toText(gap.insert.replaceAll('\n', state.lineBreak)) }
  view.dispatch({ changes, userEvent: 'input' })
}

/** The picture or link whose address contains a position. */
function aroundAddress(state: EditorState, at: number): SyntaxNode | null {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, 0)
  while (node && node.name !== 'Image' && node.name !== 'Link') node = node.parent
  if (!node || at <= node.from || at >= node.to) return null
  if (node.name === 'Image') return node
  const address = node.getChild('URL')
  return address && at >= address.from && at <= address.to ? node : null
}

/** Enter within a picture or an address keeps it whole and continues after it. */
const enterBehind: Command = (view) => {
  const { main } = view.state.selection
  const node = main.empty ? aroundAddress(view.state, main.head) : null
  if (!node) return false
  view.dispatch({ selection: { anchor: node.to } })
  return insertNewline(view)
}

/** An address may wrap over several screen lines: Home and End do not stop within it. */
function beyondAddress(command: Command, { extend, side }: { extend: boolean; side: 'from' | 'to' }): Command {
  return (view) => {
    command(view)
    const { anchor, head } = view.state.selection.main
    const node = aroundAddress(view.state, head)
    const words = side === 'from' && node && head < (node.getChild('URL')?.from ?? node.to) - 1
    if (!node || words) return true
    const to = node[side]
    view.dispatch({ selection: { anchor: extend ? anchor : to, head: to }, scrollIntoView: true })
    return true
  }
}

/** Keeps pictures and addresses whole while the user types around them. */
export const pictureTyping: Extension = [
  typedEnd,
  keepParagraph,
  keepParagraphComposed,
  Prec.highest(
    keymap.of([
      { key: 'Enter', run: enterBehind },
      {
        key: 'End',
        mac: 'Cmd-ArrowRight',
        run: beyondAddress(cursorLineBoundaryForward, { extend: false, side: 'to' }),
        shift: beyondAddress(selectLineBoundaryForward, { extend: true, side: 'to' }),
      },
      {
        key: 'Home',
        mac: 'Cmd-ArrowLeft',
        run: beyondAddress(cursorLineBoundaryBackward, { extend: false, side: 'from' }),
        shift: beyondAddress(selectLineBoundaryBackward, { extend: true, side: 'from' }),
      },
    ]),
  ),
]
