/** Maximum number of cells of a pasted table; more stays plain text. */
export const MOST_CELLS = 20_000
/** Longer quoted cells are not recognised, which bounds the search for the closing quote. */
const LONGEST_QUOTED = 10_000

/** Lines of a markdown table from cells as plain text or markdown. The first row is the header. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(0, ...rows.map((row) => row.length))
  const lines = rows.map((row) => {
    const cells = Array.from({ length: width }, (_, index) => oneLine(row[index] ?? ''))
    return `| ${cells.join(' | ')} |`
  })
  lines.splice(1, 0, `|${' --- |'.repeat(width)}`)
  return lines
}

/** A cell as one line, with escaped pipes. */
export function oneLine(cell: string): string {
  return cell
    .trim()
    .replaceAll(/\s+/g, (space) => (/[\n\t]/.test(space) ? ' ' : space))
    .replaceAll(/(?<!\\)\\*\|/g, (bar) => (bar.length % 2 === 0 ? bar : `${bar.slice(0, -1)}\\|`))
}

/**
 * The rows of tab-separated text, as spreadsheets put it into the clipboard. Null if the text merely contains tabs:
 * rows of different lengths, a single line, indented lines.
 */
export function tabulated(plain: string): string[][] | null {
  if (!plain.includes('\t')) return null
  const rows = rowsOf(plain.replaceAll(/\r\n?/g, '\n'))
  const width = rows[0]?.length ?? 0
  if (rows.length < 2 || width < 2 || rows.length * width > MOST_CELLS) return null
  if (rows.some((row) => row.length !== width)) return null
  const indented = rows.every(([first = '']) => first.trim() === '')
  return indented ? null : rows
}

/** A quoted cell may contain tabs, line breaks and doubled quotes. */
export function rowsOf(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  let end = text.length
  while (end > 0 && text[end - 1] === '\n') end -= 1
  while (at <= end) {
    const quoted = text[at] === '"' ? quotedCell(text, at) : null
    let to = quoted?.to ?? at
    if (!quoted) while (to < end && text[to] !== '\t' && text[to] !== '\n') to += 1
    row.push(quoted?.cell ?? text.slice(at, to))
    if (to >= end || text[to] === '\n') {
      rows.push(row)
      row = []
    }
    at = to + 1
  }
  return rows
}

function quotedCell(text: string, from: number): { cell: string; to: number } | null {
  const most = Math.min(text.length, from + LONGEST_QUOTED)
  for (let at = from + 1; at < most; at += 1) {
    if (text[at] !== '"') continue
    if (text[at + 1] === '"') at += 1
    else {
      const isCell = at + 1 >= text.length || text[at + 1] === '\t' || text[at + 1] === '\n'
      return isCell ? { cell: text.slice(from + 1, at).replaceAll('""', '"'), to: at + 1 } : null
    }
  }
  return null
}
