import type { Change, ChangeFeed } from '../../platform/db/transaction.ts'
import type { PageCache } from './page-cache.ts'
import { tags } from './tags.ts'

/**
 * Keeps the page cache true (ruling R40): the feed tells of a change right after its commit and before the writer gets its
 * answer. Changes that readers see nothing of leave the cache alone, so that writing does not empty it.
 */
export function invalidateOnChange(cache: PageCache, feed: ChangeFeed): void {
  feed.onCommitted((change) => invalidate(cache, change))
  feed.onLoss(() => cache.dropAll())
}

function invalidate(cache: PageCache, { noun, id, verb, hidden }: Change): void {
  if (hidden) return
  switch (noun) {
    case 'articles':
      // a published article stands in the list, on its own page and as the neighbour of two others, before and after
      return cache.dropAll()
    case 'settings':
      return cache.dropAll()
    case 'categories':
    case 'tags':
      // no page shows one that has just been made
      return verb === 'created' ? undefined : cache.dropAll()
    case 'media':
      return cache.drop(verb === 'created' ? [tags.unsizedPictures] : [tags.picture(id), tags.pictures])
    case 'media-sizes':
      return cache.drop([tags.picture(id), tags.pictures])
    default:
  }
}
