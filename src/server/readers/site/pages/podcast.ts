import type { PublishedOrder } from '../cache/published-order.ts'
import { tags } from '../cache/tags.ts'
import type { PageSource } from './site-source.ts'

/** The public articles whose texts name a sound of the library: the blog's podcast (RUL-110). */
export function podcastOrder({ lists }: PageSource): PublishedOrder {
  return lists.order(tags.podcast, { of: 'sound' })
}

/** Whether there is a podcast, with the tags of a page that says so. */
export async function podcastOf(source: PageSource): Promise<{ podcast: boolean; tags: string[] }> {
  const podcast = (await podcastOrder(source).count()) > 0
  // The last sound may leave the library.
  return { podcast, tags: podcast ? [tags.podcast, tags.pictures] : [tags.podcast] }
}
