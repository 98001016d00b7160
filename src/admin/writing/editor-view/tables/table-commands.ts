import type { ChangeSpec, EditorState, TransactionSpec } from '@codemirror/state'
import { emptyRow, endOf, placeIn, tableAt, width, type Row, type Table } from './table.ts'

/** A command of the menu for the table that contains the cursor (`commands/slash-commands.ts`). */
type TableCommand = {
  id: string
  label: string
  words: string
  hint: string
  run: (state: EditorState, from: number, to: number) => TransactionSpec
}

type Here = { row: number; column: number }
/** Changes of a table, and the cursor afterwards as a row and column of the changed table. */
type TableChange = (state: EditorState, table: Table, here: Here) => { changes: ChangeSpec[]; next: Here } | null

/** Applies a change to the table without the text typed for the menu. */
function command(change: TableChange): TableCommand['run'] {
  return (state, from, to) => {
    const typed = from > 0 && /[ \t]/.test(state.sliceDoc(from - 1, from)) && /[ \t]/.test(state.sliceDoc(to, to + 1))
    const start = typed && from < to ? from - 1 : from
    const cleared = state.update({ changes: { from: start, to } })
    const table = tableAt(cleared.state, start)
    const done = table && change(cleared.state, table, placeIn(table, start))
    if (!table || !done) return { changes: cleared.changes, selection: { anchor: start } }
    const changed = cleared.state.update({ changes: done.changes })
    const after = tableAt(
      changed.state,
      Math.min(changed.changes.mapPos(table.rows[0]!.from, 1), changed.state.doc.length),
    )
    const cell = after?.rows[Math.min(done.next.row, after.rows.length - 1)]?.cells[done.next.column]
    return {
      changes: cleared.changes.compose(changed.changes),
      selection: { anchor: cell ? endOf(changed.state, cell) : changed.changes.mapPos(start, -1) },
    }
  }
}

const line = (state: EditorState, text: string) => state.toText(text.replaceAll('\n', state.lineBreak))

const rowBelow = command((state, table, { row }) => {
  const at = table.rows[Math.max(row, 1)]!.line.to
  return {
    changes: [{ from: at, insert: line(state, `\n${emptyRow(table)}`) }],
    next: { row: Math.max(row, 1) + 1, column: 0 },
  }
})

/** A row above the header is not possible, so it becomes the first row of the body. */
const rowAbove = command((state, table, { row }) => {
  const at = table.rows[Math.max(row, 2) - 1]!.line.to
  return {
    changes: [{ from: at, insert: line(state, `\n${emptyRow(table)}`) }],
    next: { row: Math.max(row, 2), column: 0 },
  }
})

const deleteRow = command((_state, { rows }, { row, column }) => {
  const gone = rows[row]
  if (!gone || row < 2) return null
  return {
    changes: [{ from: gone.line.from - 1, to: gone.line.to }],
    next: { row: row < rows.length - 1 ? row : row === 2 ? 0 : row - 1, column },
  }
})

/** Whether a cell ends with a pipe. */
const isClosed = (state: EditorState, { to }: { to: number }) => state.sliceDoc(to, to + 1) === '|'

const columnRight = command((state, { rows }, { row, column }) => {
  const changes = rows.flatMap(({ cells }, index) => {
    const cell = cells[column]
    const words = index === 1 ? ' --- ' : '  '
    if (!cell) return []
    return isClosed(state, cell)
      ? [{ from: cell.to + 1, insert: `${words}|` }]
      : [{ from: cell.to, insert: ` |${words.trimEnd() || ' '}` }]
  })
  return { changes, next: { row: row === 1 ? 0 : row, column: column + 1 } }
})

const columnLeft = command((_state, { rows }, { row, column }) => {
  const changes = rows.flatMap(({ cells }, index) => {
    const cell = cells[column]
    return cell ? [{ from: cell.from, insert: index === 1 ? ' --- |' : '  |' }] : []
  })
  return { changes, next: { row: row === 1 ? 0 : row, column } }
})

/** Swaps the cells of two columns with their text and alignment. The pipes stay. */
const moveColumn = (by: 1 | -1) =>
  command((state, table, { row, column }) => {
    const to = column + by
    if (to < 0 || to >= width(table)) return null
    const changes = table.rows.flatMap(({ cells }) => {
      const [moved, other] = [cells[column], cells[to]]
      // A row that is too short has no such cell; moving from it leaves an empty cell.
      if (!moved || !other) return []
      return [
        { from: moved.from, to: moved.to, insert: state.sliceDoc(other.from, other.to) },
        { from: other.from, to: other.to, insert: state.sliceDoc(moved.from, moved.to) },
      ]
    })
    return { changes, next: { row: row === 1 ? 0 : row, column: to } }
  })

const deleteColumn = command((state, table, { row, column }) => {
  if (width(table) < 2) return null
  const changes = table.rows.flatMap(({ cells }) => {
    const cell = cells[column]
    if (!cell) return []
    return isClosed(state, cell) ? [{ from: cell.from, to: cell.to + 1 }] : [{ from: cell.from - 1, to: cell.to }]
  })
  return { changes, next: { row: row === 1 ? 0 : row, column: Math.max(0, column - 1) } }
})

const align = (mark: string) =>
  command((_state, { rows }, { row, column }) => {
    const cell = rows[1]?.cells[column]
    if (!cell) return null
    return {
      changes: [{ from: cell.from, to: cell.to, insert: ` ${mark} ` }],
      next: { row: row === 1 ? 0 : row, column },
    }
  })

const moveRow = (by: 1 | -1) =>
  command((state, { rows }, { row, column }) => {
    const [moved, other] = [rows[row], rows[row + by]]
    if (!moved || !other || Math.min(row, row + by) < 2) return null
    const text = ({ from, line: { to } }: Row) => state.sliceDoc(from, to)
    return {
      changes: [
        { from: moved.from, to: moved.line.to, insert: text(other) },
        { from: other.from, to: other.line.to, insert: text(moved) },
      ],
      next: { row: row + by, column },
    }
  })

const deleteTable = command((_state, { rows }) => ({
  changes: [{ from: rows[0]!.from, to: rows.at(-1)!.line.to }],
  next: { row: 0, column: 0 },
}))

/** Commands offered while the cursor is in a table. */
export const TABLE_COMMANDS: TableCommand[] = [
  { id: 'row-below', label: 'Zeile darunter', words: 'einfügen neu', hint: '+', run: rowBelow },
  { id: 'row-above', label: 'Zeile darüber', words: 'einfügen neu', hint: '+', run: rowAbove },
  { id: 'column-right', label: 'Spalte rechts', words: 'einfügen neu', hint: '+', run: columnRight },
  { id: 'column-left', label: 'Spalte links', words: 'einfügen neu', hint: '+', run: columnLeft },
  { id: 'align-left', label: 'Linksbündig', words: 'ausrichten spalte', hint: ':---', run: align(':---') },
  { id: 'align-center', label: 'Zentriert', words: 'ausrichten spalte mitte', hint: ':---:', run: align(':---:') },
  { id: 'align-right', label: 'Rechtsbündig', words: 'ausrichten spalte zahlen', hint: '---:', run: align('---:') },
  { id: 'row-up', label: 'Zeile nach oben', words: 'verschieben', hint: '↑', run: moveRow(-1) },
  { id: 'row-down', label: 'Zeile nach unten', words: 'verschieben', hint: '↓', run: moveRow(1) },
  { id: 'column-back', label: 'Spalte nach links', words: 'verschieben', hint: '←', run: moveColumn(-1) },
  { id: 'column-on', label: 'Spalte nach rechts', words: 'verschieben', hint: '→', run: moveColumn(1) },
  { id: 'row-delete', label: 'Zeile löschen', words: 'entfernen', hint: '−', run: deleteRow },
  { id: 'column-delete', label: 'Spalte löschen', words: 'entfernen', hint: '−', run: deleteColumn },
  { id: 'table-delete', label: 'Tabelle löschen', words: 'entfernen', hint: '−', run: deleteTable },
]
