import type { ChangeSpec, EditorState, TransactionSpec } from '@codemirror/state'
import { MOST_CELLS, oneLine, rowsOf } from './table-text.ts'
import { endOf, placeIn, tableAt, width } from './table.ts'

/**
 * The rows of a spreadsheet in the clipboard, for filling existing cells: a single row suffices, and a single column if
 * `isTable` is true. Null if the text is no table; a single cell counts as text.
 */
export function gridOf(plain: string, isTable: boolean): string[][] | null {
  if (!plain.includes('\t') && !(isTable && /[\n\r]/.test(plain))) return null
  const rows = rowsOf(plain.replaceAll(/\r\n?/g, '\n'))
  const cells = rows.length * Math.max(...rows.map((row) => row.length))
  return cells < 2 || cells > MOST_CELLS ? null : rows
}

/**
 * Fills rows of cells into a table, to the right of and below the cell at a position, as spreadsheets do. Existing
 * content is replaced, and the table grows at its end. Null outside of a table.
 */
export function fillCells(
  state: EditorState,
  position: number,
  rows: readonly (readonly string[])[],
): TransactionSpec | null {
  const table = tableAt(state, position)
  if (!table) return null
  const here = placeIn(table, position)
  const first = here.row === 1 ? 2 : here.row
  const columns = Math.max(width(table), here.column + Math.max(...rows.map((row) => row.length)))
  const lines = table.rows.map(({ cells }) => cells.map(({ from, to }) => state.sliceDoc(from, to)))
  /** The delimiter row has no cells to fill. */
  const targets = rows.map((_row, index) => first + index + (first === 0 && index > 0 ? 1 : 0))
  for (const [index, row] of rows.entries()) {
    const line = (lines[targets[index] ?? 0] ??= [])
    for (let column = line.length; column < here.column; column += 1) line.push('  ')
    for (const [offset, cell] of row.entries()) line[here.column + offset] = ` ${oneLine(cell)} `
  }
  const grows = columns > width(table)
  const changes: ChangeSpec[] = []
  const written = lines.map((cells, index) => {
    for (let column = cells.length; column < columns && (grows || targets.includes(index)); column += 1)
      cells.push(index === 1 ? ' --- ' : '  ')
    return `|${cells.join('|')}|`
  })
  for (const [index, { line, from }] of table.rows.entries())
    if (grows || targets.includes(index)) changes.push({ from, to: line.to, insert: written[index] ?? '' })
  const added = written.slice(table.rows.length).map((line) => `${state.lineBreak}${table.prefix}${line}`)
  const last = table.rows.at(-1)
  if (last && added.length > 0) changes.push({ from: last.line.to, insert: state.toText(added.join('')) })

  // The cursor goes behind the last filled cell.
  const changed = state.update({ changes })
  const after = tableAt(changed.state, Math.min(table.rows[0]?.from ?? 0, changed.state.doc.length))
  const end = after?.rows[targets.at(-1) ?? 0]?.cells[here.column + (rows.at(-1)?.length ?? 1) - 1]
  return { changes: changed.changes, ...(end && { selection: { anchor: endOf(changed.state, end) } }) }
}
