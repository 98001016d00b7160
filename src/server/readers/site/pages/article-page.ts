import type { PublicArticle } from '../../../../contract/articles.ts'
import { authorSlug } from '../../../../rules/slug.ts'
import { titleWithAdvert } from '../../../../rules/labels.ts'
import type { BodyPicture } from '../../../../markdown/article-body.ts'
import type { EmbedFacts } from '../../../../markdown/embeds/embeds.ts'
import type { ArticleProps } from '../../../../site/page-props.ts'
import {
  getNeighbours,
  getPublishedBySlug,
  getRelated,
  listSeries,
  type Neighbour,
  shownExcerpts,
} from '../../../writing/articles/articles.public.ts'
import { knownEmbeds } from '../../../writing/embeds/embeds.service.ts'
import { imageSizes } from '../../../writing/media/media.service.ts'
import { tags } from '../cache/tags.ts'
import type { Asked, PublicAnswer } from '../public-answer.ts'
import { EMBED_HEADERS } from '../site-headers.ts'
import { renderBody, shownIn } from '../text/article-body.ts'
import { hyphenatedHeadings, softHyphens } from '../text/soft-hyphens.ts'
import { builtSite } from './built-site.ts'
import { articleTags, pictureTags, toEntries, toEntry } from './entries.ts'
import { ownOrigins, ownPicture, type PageSource, toSite } from './site-source.ts'

/** The page of a published article, or null without a public one of that slug. */
export async function articlePage(source: PageSource, { params }: Asked): Promise<PublicAnswer | null> {
  const { db } = source
  const article = await getPublishedBySlug(db, params.slug!)
  if (!article) return null
  const { render, assets } = await builtSite()
  const words = (await shownExcerpts(db, [article])).get(article.id) ?? ''
  const view = await articleView(source, article)
  const { previous, next } = await getNeighbours(db, article)
  const related = await toEntries(source, await getRelated(db, article, MOST_RELATED))
  const series = await seriesOf(source, article)
  const neighbour = async (other: Neighbour | null) =>
    other && { slug: other.slug, headline: await softHyphens(titleWithAdvert(other.title, other.advert)) }
  const body = render.renderArticle({
    site: toSite(source, assets),
    article: { ...(await named(view.props)), description: article.seo_description ?? words },
    previous: await neighbour(previous),
    next: await neighbour(next),
    related: related.entries,
    series: series.props,
    preview: null,
  })
  const beside = [previous, next].flatMap((other) => (other ? [tags.article(other.id)] : []))
  const own = [...articleTags(article), tags.beside(article.id)]
  const headers = view.hasEmbeds ? EMBED_HEADERS : {}
  return {
    body,
    headers,
    article: article.id,
    tags: [...own, ...beside, ...related.tags, ...series.tags, ...view.tags],
    passing: view.passing,
  }
}

/** Related articles at the end of one, and parts of its series. */
const MOST_RELATED = 3
const MOST_PARTS = 100

/** The series of an article, if another part of it is public. */
async function seriesOf(
  { db }: PageSource,
  { id, series }: PublicArticle,
): Promise<{ props: ArticleProps['series']; tags: string[] }> {
  if (series === null) return { props: null, tags: [] }
  const parts = await listSeries(db, series, MOST_PARTS)
  const titled = await Promise.all(
    parts.map(async (part) => ({
      slug: part.slug,
      headline: await softHyphens(titleWithAdvert(part.title, part.advert)),
      isThis: part.id === id,
    })),
  )
  return {
    props: parts.length > 1 ? { name: await softHyphens(series), parts: titled } : null,
    tags: [tags.series(series)],
  }
}

/** An article with its names and headings as on pages: with soft hyphens. */
export async function named(article: ArticleProps['article']): Promise<ArticleProps['article']> {
  return {
    ...article,
    author: await softHyphens(article.author),
    tags: await Promise.all(article.tags.map(async ({ name, path }) => ({ name: await softHyphens(name), path }))),
    chapters: await Promise.all(article.chapters.map(async ({ id, text }) => ({ id, text: await softHyphens(text) }))),
    html: await hyphenatedHeadings(article.html),
  }
}

type ViewOptions = {
  /** Maps the addresses of its pictures. */
  imageAddress?: (address: string) => string
  /** Renders embeds as links: feeds have no script that would load them. */
  embedsAsLinks?: boolean
}

/** The visible content of an article's page. */
export async function articleView(
  source: PageSource,
  article: PublicArticle,
  { imageAddress, embedsAsLinks = false }: ViewOptions = {},
): Promise<{ props: ArticleProps['article']; tags: string[]; passing: boolean; hasEmbeds: boolean }> {
  const origins = ownOrigins(source)
  const markdown = article.content_markdown
  const sponsored = article.advert !== null
  const { pictures: addresses, embeds, known } = await shownBy(source, article)
  const sizes = await imageSizes(source.db, addresses)
  const pictures = shownPictures(addresses, sizes, imageAddress)
  const text = await renderBody(
    { markdown, origins, pictures, embeds: embedFacts(known, pictures), embedsAsLinks, sponsored },
    source.inWorker,
  )
  const entry = await toEntry(article, { source, sizes, minutes: text.minutes })
  const cover = pictures.get(ownPicture(article.cover_image_url, source) ?? '')
  const author = (article.byline ?? '').trim() || source.settings.author_name.trim()
  const props = {
    ...entry,
    cover: entry.cover && { ...entry.cover, ...(cover && { src: cover.src, srcset: cover.size?.srcset ?? '' }) },
    author,
    canonical: article.canonical_url,
    noindex: article.noindex,
    description: article.seo_description ?? article.excerpt,
    tags: article.tags.map((tag) => ({ name: tag.name, path: `/schlagwort/${tag.slug}` })),
    categoryPath: article.category && `/kategorie/${article.category.slug}`,
    authorPath: authorPathOf(author),
    updatedAt: article.updated_at,
    changedAt: article.text_changed_at,
    correction: article.correction,
    aiShare: article.ai_share,
    html: text.html,
    chapters: text.chapters,
  }
  return {
    props,
    tags: [...pictureTags(addresses, sizes), ...embeds.map(tags.embed)],
    passing: text.passing,
    hasEmbeds: text.embeds.length > 0,
  }
}

/** Pictures that the site itself serves beside those of the library. */
const SERVED = /^\/(?:site\/|preview\/|favicon|icon-\d|apple-touch-icon|article\/[^/]+\/card\.png)/

/**
 * Pictures of a text in the form in which they are loaded: responsive at their own address, or elsewhere in one size.
 */
export function shownPictures(
  addresses: readonly string[],
  sizes: Awaited<ReturnType<typeof imageSizes>>,
  imageAddress?: (address: string) => string,
): Map<string, BodyPicture> {
  return new Map(
    addresses.map((address) => {
      const size = sizes.get(address) ?? null
      const src = imageAddress?.(address) ?? size?.src ?? address
      const isMissing = size === null && !SERVED.test(address)
      return [address, { src, size: size && { ...size, srcset: src === size.src ? size.srcset : '' }, isMissing }]
    }),
  )
}

function authorPathOf(line: string): string | null {
  const slug = authorSlug(line)
  return slug === null ? null : `/autor/${slug}`
}

/** Addresses of the site's own pictures in an article: its cover, those in its text and those of its embeds. */
export async function ownPictures(
  source: PageSource,
  article: Pick<PublicArticle, 'cover_image_url' | 'content_markdown'>,
): Promise<string[]> {
  return (await shownBy(source, article)).pictures
}

async function shownBy(source: PageSource, article: Pick<PublicArticle, 'cover_image_url' | 'content_markdown'>) {
  const cover = ownPicture(article.cover_image_url, source)
  const { pictures, embeds } = await shownIn(article.content_markdown, ownOrigins(source), source.inWorker)
  const known = await knownEmbeds(source.db, embeds)
  const posters = [...known.values()].flatMap(({ picture }) => picture ?? [])
  return { pictures: [...(cover === null ? [] : [cover]), ...pictures, ...posters], embeds, known }
}

/** Metadata of embeds, with their pictures as shown; a deleted picture is omitted. */
export function embedFacts(
  known: ReadonlyMap<string, { title: string; picture: string | null }>,
  pictures: ReadonlyMap<string, BodyPicture>,
): Map<string, EmbedFacts> {
  return new Map(
    [...known].map(([address, { title, picture }]) => {
      const found = pictures.get(picture ?? '')
      return [address, { title, picture: found?.size ? { ...found.size, src: found.src } : null }]
    }),
  )
}
