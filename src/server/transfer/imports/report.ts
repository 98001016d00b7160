import type { ImportItem } from '../../../contract/imports.ts'
import { CSV_MARK, csvLine } from '../../../rules/csv.ts'

/** The beginning of a report as CSV, with the names of its columns. */
export const REPORT_HEAD = CSV_MARK + csvLine(['source_id', 'kind', 'title', 'outcome', 'reason', 'noun', 'record_id'])

/** One item as a line of it. */
export function reportLine({ record, ...item }: ImportItem): string {
  const { source_id, kind, title, outcome, reason } = item
  return csvLine([source_id, kind, title, outcome, reason ?? '', record?.noun ?? '', record?.id ?? ''])
}
