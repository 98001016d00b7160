import type { ImportItem } from '../../../contract/imports.ts'
import { CSV_MARK, csvLine } from '../../../rules/csv.ts'

/** The beginning of a report as CSV, with the names of its columns. */
export const REPORT_HEAD = CSV_MARK + csvLine(['source_id', 'kind', 'title', 'outcome', 'reason', 'noun', 'record_id'])

/** One item as a line of it. */
export function reportLine({ record, ...item }: ImportItem): string {
  const { source_id, kind, title, outcome, reason } = item
  return csvLine([source_id, kind, title, outcome, reason ?? '', record?.noun ?? '', record?.id ?? ''])
}

const MOST_NAMED = 20

/** Names for a sentence of the report, each once: the first 20, and how many there are beside them. */
export function someOf(names: Iterable<string>): string {
  const all = [...new Set(names)]
  const more = all.length - MOST_NAMED
  const named = all.slice(0, MOST_NAMED).join(', ')
  return more > 0 ? `${named} und ${more.toLocaleString('de-DE')} weitere` : named
}
