import type { Change } from '../../platform/db/transaction.ts'

/**
 * What a change of a feed (`noun: 'feeds'`) tells subscribers in its transaction: the first fault of a series, with its
 * words, and the fetch that ends the series.
 */
export type FeedNews = { kind: 'feed-broken'; name: string; reason: string } | { kind: 'feed-mended' }

/** The news of a change, or null. */
export function feedNewsOf({ noun, facts }: Change): FeedNews | null {
  if (noun !== 'feeds' || typeof facts !== 'object' || facts === null || !('kind' in facts)) return null
  return facts as FeedNews
}
