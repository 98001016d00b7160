import { Prec, type EditorState, type Extension } from '@codemirror/state'
import { keymap, type Command, type EditorView } from '@codemirror/view'
import { makeRoom } from '../make-room.ts'
import { behind, removed } from './picture-edits.ts'
import { continuationAt } from './picture-place.ts'
import { pictureAt, toField } from './picture-tools.ts'
import type { PictureRow } from './pictures-in-text.ts'
import { blockAtCursor, blockAt } from './picture-blocks.ts'

/** The picture shown as a block at the cursor; its markdown takes no characters. */
function current(state: EditorState): { row: PictureRow; index: number } | null {
  return blockAtCursor(state) ? pictureAt(state, state.selection.main.head) : null
}

function select(view: EditorView, anchor: number): true {
  view.dispatch({ selection: { anchor }, scrollIntoView: true, userEvent: 'select' })
  return true
}

/** Left and right go through the pictures of a gallery, and from its ends to the text beside it. */
function along(by: 1 | -1): Command {
  return (view) => {
    const { state } = view
    const found = current(state)
    if (!found) return false
    const { row, index } = found
    const next = row.pictures[index + by]
    return next ? select(view, next.to) : out(view, row, by)
  }
}

/** Moves the cursor to the line above or below a row of pictures; at the ends of the text it stays. */
function out(view: EditorView, row: PictureRow, by: 1 | -1): boolean {
  const { doc } = view.state
  const line = doc.lineAt(by === 1 ? row.to : row.from)
  const number = line.number + by
  if (number < 1 || number > doc.lines) return true
  return select(view, by === 1 ? doc.line(number).from : doc.line(number).to)
}

/** Up and down stop at a picture instead of passing over it. */
function across(by: 1 | -1): Command {
  return (view) => {
    const { state } = view
    const { main } = state.selection
    const found = current(state)
    // From the first line of the text, up leads to the title.
    if (found && by === -1 && state.doc.lineAt(found.row.from).number === 1) return !select(view, found.row.from)
    if (found) return out(view, found.row, by)
    const line = state.doc.lineAt(main.head)
    const number = line.number + by
    if (!main.empty || number < 1 || number > state.doc.lines) return false
    const block = blockAt(state, state.doc.line(number).from)
    if (!block) return false
    const { head } = view.moveVertically(main, by === 1)
    // The line takes several lines of the screen.
    if (head !== main.head && head >= line.from && head <= line.to) return false
    return select(view, by === 1 ? block.from : block.to)
  }
}

function edge(side: 'from' | 'to'): Command {
  return (view) => {
    const found = current(view.state)
    return found !== null && select(view, found.row[side])
  }
}

const remove: Command = (view) => {
  const found = current(view.state)
  if (!found) return false
  view.dispatch({ ...removed(view.state, found.row, found.index), scrollIntoView: true })
  return true
}

/** At the start of the text after a picture, Backspace selects the picture: the text must not become part of its line. */
const backTo: Command = (view) => {
  const { state } = view
  const { main } = state.selection
  const line = state.doc.lineAt(main.head)
  if (!main.empty || main.head !== line.from || line.text.trim() === '') return false
  let number = line.number - 1
  if (number >= 1 && state.doc.line(number).text.trim() === '') number -= 1
  const block = number >= 1 ? blockAt(state, state.doc.line(number).from) : null
  return block ? select(view, block.to) : false
}

/** Enter adds a line after the picture. At the very start of the text it adds one before it. */
const enter: Command = (view) => {
  const { state } = view
  const found = current(state)
  if (!found) return false
  const { row } = found
  if (row.from === 0 && state.selection.main.head === 0) {
    const insert = state.toText(state.lineBreak.repeat(2))
    view.dispatch({ changes: { from: 0, insert }, selection: { anchor: 0 }, userEvent: 'input', scrollIntoView: true })
    return true
  }
  if (state.selection.main.head !== row.to) select(view, row.to)
  return false
}

/** A new paragraph after a row, with the cursor in it. */
function paragraphAfter(state: EditorState, row: PictureRow) {
  const { doc } = state
  const line = doc.lineAt(row.to)
  const next = line.number < doc.lines ? doc.line(line.number + 1) : null
  if (!next || next.text.trim() !== '') {
    const prefix = continuationAt(state, row.to)
    const insert = state.toText(`\n${prefix.trimEnd()}\n${prefix}`.replaceAll('\n', state.lineBreak))
    const rest = next ? state.toText(state.lineBreak) : null
    return {
      changes: { from: line.to, insert: rest ? insert.append(rest) : insert },
      selection: { anchor: line.to + insert.length },
      userEvent: 'input',
    }
  }
  const after = next.number < doc.lines ? doc.line(next.number + 1) : null
  // Nothing follows, or text does: it keeps a blank line before it.
  if (!after || after.text.trim() === '') return behind(state, row)
  const prefix = continuationAt(state, row.to)
  const insert = state.toText(`${prefix}\n${prefix.trimEnd()}\n`.replaceAll('\n', state.lineBreak))
  return {
    changes: { from: after.from, insert },
    selection: { anchor: after.from + prefix.length },
    userEvent: 'input',
  }
}

/** Before characters are typed at a picture, a paragraph after it is made for them. */
function room(view: EditorView): boolean {
  const found = current(view.state)
  if (found) view.dispatch({ ...paragraphAfter(view.state, found.row), userEvent: 'input.type', scrollIntoView: true })
  return found !== null
}

/** Pasted text goes after the whole row. */
function behindRow(view: EditorView): boolean {
  const found = current(view.state)
  if (found) view.dispatch({ selection: { anchor: found.row.to } })
  return found !== null
}

/** Keys at a picture that is shown as a block. Lower precedence than menus, which use the arrows while they are open. */
export const pictureKeys: Extension = [
  Prec.highest([
    makeRoom(room, behindRow),
    keymap.of([
      { key: 'Home', run: edge('from') },
      { key: 'End', run: edge('to') },
    ]),
  ]),
  Prec.high(
    keymap.of([
      { key: 'Tab', run: (view) => current(view.state) !== null && toField(view, 'alt') },
      { key: 'Enter', run: enter },
      { key: 'ArrowLeft', run: along(-1) },
      { key: 'ArrowRight', run: along(1) },
      { key: 'ArrowUp', run: across(-1) },
      { key: 'ArrowDown', run: across(1) },
      { key: 'Backspace', run: remove },
      { key: 'Backspace', run: backTo },
      { key: 'Delete', run: remove },
    ]),
  ),
]
