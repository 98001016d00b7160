/** The mark by which spreadsheets know UTF-8. */
export const CSV_MARK = '\ufeff'

/** A table as spreadsheets of German offices open it: semicolons, CRLF, and a mark of its encoding. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return CSV_MARK + rows.map(csvLine).join('')
}

/** One row of such a table. No cell of it is a formula, whichever separator a spreadsheet goes by. */
export function csvLine(row: readonly (string | number)[]): string {
  return `${row.map(cell).join(';')}\r\n`
}

/**
 * The place before signs a formula begins with (OWASP, CSV injection), where a cell begins: at a start, a separator, or a new
 * line. Spreadsheets pass over blanks and invisible characters before them.
 */
const FORMULA = /(?<=^|[;,\t\r\n"])[[\s\0\p{Cf}]--[\t\r\n]]*(?=[=+\-@\t\r＝＋－＠])/gv

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const harmless = value.replace(FORMULA, "'$&")
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
