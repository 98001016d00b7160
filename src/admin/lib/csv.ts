/** A table as spreadsheets of German offices open it: semicolons, CRLF, and a mark of its encoding. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return `\ufeff${rows.map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  // A title is no formula, whatever it begins with.
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
