import type { PagePlacement, PageSummary } from '../../contract/pages.ts'

export const PLACEMENT_WORDS: Record<PagePlacement, string> = { header: 'Oben', footer: 'Fußzeile', none: 'nirgends' }

/** As which in header or footer each page stands, from 1; those not published yet count, those without a place have none. By id. */
export function placesOf(pages: readonly PageSummary[]): Map<string, number> {
  const counts = { header: 0, footer: 0 }
  return new Map(
    pages.flatMap(({ id, placement }) => (placement === 'none' ? [] : [[id, (counts[placement] += 1)] as const])),
  )
}

/** How many blanks there are, in words. */
export function blanksInWords(count: number): string {
  return count === 1 ? '1 Lücke' : `${count} Lücken`
}
