import type { PublicSummary } from '../../../../contract/articles.ts'
import type { ArticleEntry, Picture } from '../../../../site/page-props.ts'
import type { PublicEntry } from '../../../writing/articles/articles.public.ts'
import { imageSizes } from '../../../writing/media/media.service.ts'
import { tags } from '../cache/tags.ts'
import { softHyphens } from '../text/soft-hyphens.ts'
import { ownPicture, type PageSource } from './site-source.ts'

export type Sizes = Awaited<ReturnType<typeof imageSizes>>

/** An article as a list entry, also on its own page; `minutes` of reading time. */
export async function toEntry(
  item: Omit<PublicSummary, 'tags'>,
  { source, sizes, minutes }: { source: PageSource; sizes: Sizes; minutes: number },
): Promise<ArticleEntry> {
  return {
    slug: item.slug,
    title: item.title,
    headline: await softHyphens(item.title),
    category: item.category && (await softHyphens(item.category.name)),
    advert: item.advert,
    publishedAt: item.published_at ?? item.updated_at,
    minutes,
    excerpt: item.excerpt,
    cover: toCover(ownPicture(item.cover_image_url, source), sizes),
  }
}

/** The articles of a list as entries, and the tags of a response that shows them. */
export async function toEntries(
  source: PageSource,
  items: readonly PublicEntry[],
): Promise<{ entries: ArticleEntry[]; tags: string[] }> {
  const addresses = items.flatMap((item) => ownPicture(item.cover_image_url, source) ?? [])
  const sizes = await imageSizes(source.db, addresses)
  const entries = await Promise.all(items.map((item) => toEntry(item, { source, sizes, minutes: item.minutes })))
  const shown = items.flatMap((item) => [tags.article(item.id), ...categoryTags(item)])
  return { entries, tags: [...shown, ...pictureTags(addresses, sizes)] }
}

function categoryTags({ category }: Pick<PublicSummary, 'category'>): string[] {
  return category ? [tags.name(category.id)] : []
}

/** Tags of a response that shows an article with the names of its category and tags. */
export function articleTags(article: PublicSummary): string[] {
  return [tags.article(article.id), ...categoryTags(article), ...article.tags.map(({ id }) => tags.name(id))]
}

/** A response with more pictures is dropped by a change of any: its tags may have to fit a header. */
const MOST_TAGS = 40

/** Tags of a response that shows these own pictures. */
export function pictureTags(addresses: readonly string[], sizes: Sizes): string[] {
  const known = new Set(addresses.flatMap((address) => sizes.get(address)?.id ?? []))
  const unsized = addresses.some((address) => !sizes.has(address)) ? [tags.unsizedPictures] : []
  return [...(known.size > MOST_TAGS ? [tags.pictures] : [...known].map(tags.picture)), ...unsized]
}

function toCover(address: string | null, sizes: Sizes): Picture | null {
  if (address === null) return null
  const known = sizes.get(address)
  return {
    src: known?.src ?? address,
    srcset: known?.srcset ?? '',
    tint: known?.tint ?? null,
    focus: known?.focus ?? { x: 50, y: 50 },
    width: known?.width ?? null,
    height: known?.height ?? null,
    alt: known?.alt ?? '',
    caption: known ? `${known.caption} ${known.credit}`.trim() : '',
  }
}
