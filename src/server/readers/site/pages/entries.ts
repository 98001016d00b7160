import type { PublicSummary } from '../../../../contract/articles.ts'
import type { ArticleEntry, Neighbour, Person as ShownPerson, Picture } from '../../../../site/page-props.ts'
import { titleWithAdvert } from '../../../../rules/labels.ts'
import { ownPath } from '../../../../rules/url.ts'
import type { Neighbour as Titled, PublicEntry } from '../../../writing/articles/articles.public.ts'
import type { Person } from '../../../writing/authors/authors.public.ts'
import { imageSizes } from '../../../writing/media/media.service.ts'
import { tags } from '../cache/tags.ts'
import { softHyphens } from '../text/soft-hyphens.ts'
import type { PageSource } from './site-source.ts'

export type Sizes = Awaited<ReturnType<typeof imageSizes>>

/**
 * The path of one of the site's own pictures; null for other hosts, whose covers are not shown: no page makes a
 * reader's browser contact another host.
 */
export function ownPicture(address: string | null, { origins }: Pick<PageSource, 'origins'>): string | null {
  const path = address && ownPath(address, origins)
  return path ? (path.split('#', 1)[0] ?? '') : null
}

/** An article as a list entry, also on its own page; `cover` is the path of its picture, `minutes` its reading time. */
export async function toEntry(
  item: Omit<PublicSummary, 'tags'>,
  { cover, sizes, minutes }: { cover: string | null; sizes: Sizes; minutes: number },
): Promise<ArticleEntry> {
  return {
    slug: item.slug,
    title: item.title,
    headline: await softHyphens(item.title, item.lang),
    lang: item.lang,
    category: item.category && (await softHyphens(item.category.name)),
    advert: item.advert,
    publishedAt: item.published_at ?? item.updated_at,
    minutes,
    excerpt: item.excerpt,
    cover: toCover(cover, sizes),
  }
}

/** An article where only its title stands. */
export async function toNeighbour({ slug, title, advert, lang }: Omit<Titled, 'id'>): Promise<Neighbour> {
  return { slug, headline: await softHyphens(titleWithAdvert(title, advert), lang), lang }
}

/** The articles of a list as entries, and the tags of a response that shows them. */
export async function toEntries(
  source: PageSource,
  items: readonly PublicEntry[],
): Promise<{ entries: ArticleEntry[]; tags: string[] }> {
  const covers = items.map((item) => ownPicture(item.cover_image_url, source))
  const addresses = covers.flatMap((cover) => cover ?? [])
  const sizes = await imageSizes(source.db, addresses)
  const entries = await Promise.all(
    items.map((item, index) => toEntry(item, { cover: covers[index] ?? null, sizes, minutes: item.minutes })),
  )
  const shown = items.flatMap((item) => [tags.article(item.id), ...categoryTags(item)])
  return { entries, tags: [...shown, ...pictureTags(addresses, sizes)] }
}

/** People as pages show them, and the tags of their pictures. */
export async function toPeople(
  source: PageSource,
  people: readonly Omit<Person, 'id'>[],
): Promise<{ shown: ShownPerson[]; tags: string[] }> {
  const faces = people.flatMap(({ picture }) => ownPicture(picture, source) ?? [])
  const sizes = await imageSizes(source.db, faces)
  const shown = people.map(({ name, slug, text, picture, links }) => ({
    name,
    path: `/autor/${slug}`,
    text,
    face: toCover(ownPicture(picture, source), sizes),
    links,
  }))
  return { shown, tags: pictureTags(faces, sizes) }
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

/** A picture as pages show it; null for none. */
export function toCover(address: string | null, sizes: Sizes): Picture | null {
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
