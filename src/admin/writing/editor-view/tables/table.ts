import { syntaxTree } from '@codemirror/language'
import type { EditorState, Line } from '@codemirror/state'

/** The content between two pipes. `from` and `to` are the inner sides of the pipes. */
export type Cell = { from: number; to: number; text: string }
/** A line of a table. The delimiter row has cells, too. */
export type Row = { line: Line; from: number; cells: Cell[] }
/** A table as parsed from the text: row 0 is the header, row 1 the delimiter row. */
export type Table = { rows: Row[]; prefix: string }

/** The table that contains a position; null outside of one. */
export function tableAt(state: EditorState, position: number): Table | null {
  const tree = syntaxTree(state)
  for (const side of [-1, 1] as const) {
    let node = tree.resolveInner(position, side).node
    while (node.parent && node.name !== 'Table') node = node.parent
    if (node.name !== 'Table') continue
    const rows: Row[] = []
    const header = state.doc.lineAt(node.from)
    const last = state.doc.lineAt(node.to)
    for (let { number } = header; number <= last.number; number += 1) {
      const line = state.doc.line(number)
      // In a quote or list item the row begins after the prefix of the block.
      const indent = number === header.number ? node.from - line.from : continued(line.text, node.from - header.from)
      rows.push({ line, from: line.from + indent, cells: cellsOf(line, line.from + indent) })
    }
    const second = rows[1]
    return second ? { rows, prefix: second.line.text.slice(0, second.from - second.line.from) } : null
  }
  return null
}

/** Whether a position is in a table; cheaper than parsing it. */
export function isInTable(state: EditorState, position: number): boolean {
  const tree = syntaxTree(state)
  return ([-1, 1] as const).some((side) => {
    let node = tree.resolveInner(position, side).node
    while (node.parent && node.name !== 'Table') node = node.parent
    return node.name === 'Table'
  })
}

/** Length of the prefix of a row that belongs to the quote or item around its table. */
function continued(text: string, most: number): number {
  let at = 0
  while (at < most && (text[at] === ' ' || text[at] === '>')) at += 1
  return at
}

/** The cells of a line that is a row from `start` on. */
export function cellsOf(line: Line, start: number): Cell[] {
  const { text } = line
  const pipes: number[] = []
  for (let at = start - line.from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '|') pipes.push(at)
  }
  const cells: Cell[] = []
  const cell = (from: number, to: number) =>
    cells.push({ from: line.from + from, to: line.from + to, text: text.slice(from, to).trim() })
  const first = pipes[0]
  const begin = start - line.from
  if (first === undefined) cell(begin, text.length)
  else if (text.slice(begin, first).trim() !== '') cell(begin, first)
  for (const [index, pipe] of pipes.entries()) {
    const next = pipes[index + 1]
    if (next !== undefined) cell(pipe + 1, next)
    else if (text.slice(pipe + 1).trim() !== '') cell(pipe + 1, text.length)
  }
  return cells
}

/** The row and cell that contain a position. */
export function placeIn({ rows }: Table, position: number): { row: number; column: number } {
  const row = Math.max(
    0,
    rows.findLastIndex(({ line }) => line.from <= position),
  )
  const column = Math.max(0, rows[row]?.cells.findLastIndex(({ from }) => from <= position) ?? 0)
  return { row, column }
}

/** The cursor position in a cell: after its text, or in the middle of an empty one. */
export function endOf(state: EditorState, { from, to, text }: Cell): number {
  const inside = state.sliceDoc(from, to)
  return text === '' ? from + Math.min(1, inside.length) : from + inside.trimEnd().length
}

/** The cursor position before the text of a cell. */
export function startOf(state: EditorState, cell: Cell): number {
  const inside = state.sliceDoc(cell.from, cell.to)
  return cell.text === '' ? endOf(state, cell) : cell.from + inside.length - inside.trimStart().length
}

/** Number of columns of the header. */
export function width({ rows }: Table): number {
  return rows[0]?.cells.length ?? 0
}

export function emptyRow(table: Table): string {
  return `${table.prefix}|${'  |'.repeat(width(table))}`
}

export function isEmptyRow({ cells }: Row): boolean {
  return cells.every(({ text }) => text === '')
}
