/** Optional columns of the article list in order, with their width in one-line rows. */
export const LIST_COLUMNS = [
  { key: 'kategorie', label: 'Kategorie', width: '112px' },
  { key: 'status', label: 'Status', width: '128px' },
  { key: 'abnahme', label: 'Abnahme', width: 'var(--review-column)' },
  { key: 'datum', label: 'Datum', width: '184px' },
] as const

export type ListColumn = (typeof LIST_COLUMNS)[number]['key']

/** The column names in a URL parameter, in column order. */
export function hiddenColumns(typed: string | undefined): ListColumn[] {
  const words = (typed ?? '').split(',')
  return LIST_COLUMNS.map(({ key }) => key).filter((key) => words.includes(key))
}

/** The grid template of a row without the hidden columns. */
export function gridOf(hidden: readonly ListColumn[]): string {
  const widths = LIST_COLUMNS.filter(({ key }) => !hidden.includes(key)).map(({ width }) => width)
  return ['16px', 'minmax(0,1fr)', ...widths, '96px'].join(' ')
}
