/** Columns of the article list beside the title, in their order, and how wide each is where a row has one line. */
export const LIST_COLUMNS = [
  { key: 'kategorie', label: 'Kategorie', width: '112px' },
  { key: 'status', label: 'Status', width: '128px' },
  { key: 'datum', label: 'Datum', width: '184px' },
] as const

export type ListColumn = (typeof LIST_COLUMNS)[number]['key']

/** Of the words in an address those that name columns, in their order. */
export function hiddenColumns(typed: string | undefined): ListColumn[] {
  const words = (typed ?? '').split(',')
  return LIST_COLUMNS.map(({ key }) => key).filter((key) => words.includes(key))
}

/** The grid of a row without the hidden ones. */
export function gridOf(hidden: readonly ListColumn[]): string {
  const widths = LIST_COLUMNS.filter(({ key }) => !hidden.includes(key)).map(({ width }) => width)
  return ['16px', 'minmax(0,1fr)', ...widths, '96px'].join(' ')
}
