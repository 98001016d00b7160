import type { PublicSummary } from '../../../contract/articles.ts'
import type { ArticleEntry, Picture } from '../../../site/page-props.ts'
import { imageSizes } from '../../media/media.service.ts'
import { tags } from '../cache/tags.ts'
import { softHyphens } from '../text/soft-hyphens.ts'
import { ownPicture, type PageSource } from './site-source.ts'

export type Sizes = Awaited<ReturnType<typeof imageSizes>>

/** An article as lists and its own page name it; `minutes` of reading. */
export async function toEntry(
  item: PublicSummary,
  { source, sizes, minutes }: { source: PageSource; sizes: Sizes; minutes: number },
): Promise<ArticleEntry> {
  return {
    slug: item.slug,
    title: item.title,
    headline: await softHyphens(item.title),
    category: item.category?.name ?? null,
    publishedAt: item.published_at ?? item.updated_at,
    minutes,
    excerpt: item.excerpt,
    cover: toCover(ownPicture(item.cover_image_url, source), sizes),
  }
}

/** The articles of a list as it shows them, and the tags of an answer that does. */
export async function toEntries(
  source: PageSource,
  items: readonly (PublicSummary & { minutes: number })[],
): Promise<{ entries: ArticleEntry[]; tags: string[] }> {
  const addresses = items.flatMap((item) => ownPicture(item.cover_image_url, source) ?? [])
  const sizes = await imageSizes(source.db, addresses)
  const entries = await Promise.all(items.map((item) => toEntry(item, { source, sizes, minutes: item.minutes })))
  return { entries, tags: [...items.map(({ id }) => tags.article(id)), ...pictureTags(addresses, sizes)] }
}

/** Tags of an answer that shows these own pictures. */
export function pictureTags(addresses: readonly string[], sizes: Sizes): string[] {
  if (addresses.length === 0) return []
  return addresses.every((address) => sizes.has(address)) ? [tags.pictures] : [tags.pictures, tags.unsizedPictures]
}

function toCover(address: string | null, sizes: Sizes): Picture | null {
  if (address === null) return null
  const known = sizes.get(address)
  return {
    src: known?.src ?? address,
    width: known?.width ?? null,
    height: known?.height ?? null,
    alt: known?.alt ?? '',
    caption: known ? `${known.caption} ${known.credit}`.trim() : '',
  }
}
