import type { Change, ChangeFeed } from '../../platform/db/transaction.ts'
import type { KnownLists } from './known-lists.ts'
import type { PageCache } from './page-cache.ts'
import { tags } from './tags.ts'

/**
 * Keeps the page cache true (ruling R40): the feed tells of a change right after its commit and before the writer gets its
 * answer. Changes that readers see nothing of leave the cache alone, so that writing does not empty it.
 */
export function invalidateOnChange(cache: PageCache, lists: KnownLists, feed: ChangeFeed): void {
  feed.onCommitted((change) => {
    const dropped = concernedBy(change)
    for (const kept of [cache, lists]) {
      if (dropped === 'all') kept.dropAll()
      else if (dropped.length > 0) kept.drop(dropped)
    }
  })
  feed.onLoss(() => {
    cache.dropAll()
    lists.dropAll()
  })
}

function concernedBy({ noun, id, verb, hidden, everywhere }: Change): readonly string[] | 'all' {
  if (hidden) return []
  switch (noun) {
    case 'articles':
      // a published article stands in the list, on its own page and as the neighbour of two others, before and after
      return 'all'
    case 'settings':
      return 'all'
    case 'categories':
    case 'tags':
      // no page shows one that has just been made
      return verb === 'created' ? [] : 'all'
    case 'pages':
      return everywhere ? 'all' : [tags.page(id), tags.pages]
    case 'media':
      return verb === 'created' ? [tags.unsizedPictures] : [tags.picture(id), tags.pictures]
    case 'media-sizes':
      return [tags.picture(id), tags.pictures]
    default:
      return []
  }
}
