import { blanksOf } from './blanks.ts'

export const PAGE_STATUSES = ['draft', 'published'] as const
/** Where a page is linked on every public page. */
export const PAGE_PLACEMENTS = ['header', 'footer', 'none'] as const

/** The pages a German site needs by law, by their slug. Their address is fixed; what stands in brackets in them is a blank. */
export const LEGAL_SLUGS = ['impressum', 'datenschutz'] as const
export type LegalSlug = (typeof LEGAL_SLUGS)[number]

export function isLegal(slug: string): slug is LegalSlug {
  return LEGAL_SLUGS.some((legal) => legal === slug)
}

/** How many blanks of its template a page still has; only legal pages have any. */
export function countBlanks({ slug, content_markdown }: { slug: string; content_markdown: string }): number {
  return isLegal(slug) ? blanksOf(content_markdown).length : 0
}
