import { Prec, type EditorState, type Extension, type TransactionSpec } from '@codemirror/state'
import { EditorView, type Command } from '@codemirror/view'
import { makeRoom } from '../make-room.ts'
import { emptyRow, endOf, isEmptyRow, placeIn, startOf, tableAt, width, type Table } from './table.ts'

type Edit = (state: EditorState, table: Table) => TransactionSpec | null

function inTable(edit: Edit): Command {
  return (view) => {
    const { main } = view.state.selection
    const table = tableAt(view.state, main.head)
    const spec = table && edit(view.state, table)
    if (!spec) return false
    view.dispatch({ ...spec, userEvent: spec.changes ? 'input' : 'select', scrollIntoView: true })
    return true
  }
}

/** The cells in tab order, without the delimiter row. */
function goThrough({ rows }: Table) {
  return rows.flatMap(({ cells }, row) => (row === 1 ? [] : cells.map((cell, column) => ({ cell, row, column }))))
}

/** Tab moves to the next cell; in the last cell it adds a row (RUL-105). */
export const nextCell: Command = inTable((state, table) => {
  const here = placeIn(table, state.selection.main.head)
  const next = goThrough(table).find(({ row, column }) => row > here.row || (row === here.row && column > here.column))
  return next ? { selection: { anchor: endOf(state, next.cell) } } : rowBelow(state, table, table.rows.length - 1)
})

/** Umschalt Tab moves back, and from the first cell to the line above the table. */
export const previousCell: Command = inTable((state, table) => {
  const here = placeIn(table, state.selection.main.head)
  const former = goThrough(table).findLast(
    ({ row, column }) => row < here.row || (row === here.row && column < here.column),
  )
  return former ? { selection: { anchor: endOf(state, former.cell) } } : above(table)
})

/** An empty row below another one; below the header it goes after the delimiter row. */
function rowBelow(state: EditorState, table: Table, row: number): TransactionSpec {
  const at = table.rows[Math.max(row, 1)]!.line
  return {
    changes: { from: at.to, insert: state.toText(`${state.lineBreak}${emptyRow(table)}`) },
    selection: { anchor: at.to + 1 + table.prefix.length + 2 },
  }
}

/** The line before a table; null if the table begins the text. */
function above({ rows }: Table): TransactionSpec | null {
  const { number, from } = rows[0]!.line
  return number > 1 ? { selection: { anchor: from - 1 } } : null
}

/** Text after a table needs a blank line: directly below, it would be a row. */
function below(state: EditorState, table: Table): TransactionSpec {
  const last = table.rows.at(-1)!.line
  const { doc, lineBreak } = state
  const rest = doc.lines - last.number
  if (rest === 0 || (rest === 1 && doc.line(doc.lines).length === 0)) {
    const insert = lineBreak.repeat(2 - rest)
    return { changes: { from: doc.length, insert }, selection: { anchor: doc.length + 2 - rest } }
  }
  const next = doc.line(last.number + 1)
  return { selection: { anchor: next.text.trim() === '' ? doc.line(last.number + 2).from : next.from } }
}

/** Moves to the line after the table, from any cell. */
export const leaveTable: Command = inTable(below)

/** Moves to the line before the table, from any cell. */
export const leaveTableUp: Command = inTable((_state, table) => above(table))

/** Enter adds a row below; in an empty last row it leaves the table. */
export const nextRow: Command = inTable((state, table) => {
  const { main } = state.selection
  const here = placeIn(table, main.head)
  const row = table.rows[here.row]
  if (!main.empty || !row || (here.row === 0 && main.head <= row.from)) return null
  if (here.row > 1 && here.row === table.rows.length - 1 && isEmptyRow(row)) return leave(state, table)
  return rowBelow(state, table, here.row)
})

/** The empty row becomes the blank line after the table, followed by a new line. */
function leave(state: EditorState, table: Table): TransactionSpec {
  const { line } = table.rows.at(-1)!
  const { doc, lineBreak } = state
  const prefix = table.prefix.trimEnd()
  const next = line.number < doc.lines ? doc.line(line.number + 1) : null
  const afterNext = next && next.number < doc.lines ? doc.line(next.number + 1) : null
  const isFree = next !== null && next.text.trim() === '' && (afterNext === null || afterNext.text.trim() === '')
  const insert = isFree ? prefix : `${prefix}${lineBreak}${table.prefix}`
  return {
    changes: { from: line.from, to: line.to, insert: state.toText(insert) },
    selection: { anchor: line.from + prefix.length + 1 + (isFree ? 0 : table.prefix.length) },
  }
}

/** If the user types a pipe in the row that Enter has added, the typed row replaces its empty cells. */
const ownPipes = EditorView.inputHandler.of((view, from, to, text) => {
  if (text !== '|' || from !== to) return false
  const table = tableAt(view.state, from)
  const here = table && placeIn(table, from)
  const row = table?.rows[here?.row ?? -1]
  if (!table || !here || !row || here.row < 2 || here.column > 0 || !isEmptyRow(row)) return false
  if (row.cells.length !== width(table) || from <= row.from) return false
  view.dispatch({
    changes: { from: row.from, to: row.line.to, insert: '|' },
    selection: { anchor: row.from + 1 },
    userEvent: 'input.type',
  })
  return true
})

/**
 * The place for text at a cursor beside the cells of a rendered row, where readers would not see it: the nearest cell,
 * or a paragraph below the table after its last row. Null in a cell.
 */
export function besideCells(state: EditorState): TransactionSpec | null {
  const { main, ranges } = state.selection
  if (!main.empty || ranges.length > 1 || !state.doc.lineAt(main.head).text.includes('|')) return null
  const table = tableAt(state, main.head)
  const head = table?.rows[0]
  // In a quote or a list item a table is plain text.
  if (!table || !head || head.from !== head.line.from || table.prefix !== '') return null
  const at = placeIn(table, main.head).row
  const row = table.rows[at]
  const first = row?.cells[0]
  const last = row?.cells[width(table) - 1]
  if (!row || !first || at === 1) return null
  if (main.head < first.from) return { selection: { anchor: startOf(state, first) } }
  if (!last || main.head <= last.to) return null
  return at === table.rows.length - 1 ? below(state, table) : { selection: { anchor: endOf(state, last) } }
}

function toCells(view: EditorView): boolean {
  const spec = besideCells(view.state)
  if (spec) view.dispatch({ ...spec, userEvent: spec.changes ? 'input.type' : 'select', scrollIntoView: true })
  return spec !== null
}

/** Input handling of tables beside their keys. */
export const tableTyping: Extension = [Prec.highest(makeRoom(toCells)), ownPipes]
