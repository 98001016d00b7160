import type { ImportItem } from '../../contract/imports.ts'

const COLUMNS = ['source_id', 'kind', 'title', 'outcome', 'reason', 'noun', 'record_id'] as const

/** The first line of a report, with the mark by which spreadsheets know UTF-8. */
export const CSV_HEAD = `\uFEFF${COLUMNS.join(',')}\r\n`

/** One item as a line of CSV (RFC 4180). */
export function csvLine({ record, ...item }: ImportItem): string {
  const fields = [item.source_id, item.kind, item.title, item.outcome, item.reason, record?.noun, record?.id]
  return `${fields.map((field) => cell(field ?? '')).join(',')}\r\n`
}

/** What a spreadsheet would take for a formula is text here. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
