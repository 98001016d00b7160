import type { PublicArticle } from '../../../contract/articles.ts'
import { authorSlug } from '../../../rules/author-line.ts'
import type { ArticleProps } from '../../../site/page-props.ts'
import { getNeighbours, getPublishedBySlug } from '../../articles/articles.public.ts'
import { imageSizes } from '../../media/media.service.ts'
import { tags } from '../cache/tags.ts'
import type { Asked, PublicAnswer } from '../public-answer.ts'
import { picturesIn, renderBody } from '../text/article-body.ts'
import { softHyphens } from '../text/soft-hyphens.ts'
import { builtSite } from './built-site.ts'
import { articleTags, pictureTags, toEntry } from './entries.ts'
import { ownOrigins, ownPicture, type PageSource, toSite } from './site-source.ts'

/** The page of a published article, or null when readers have none of that slug. */
export async function articlePage(source: PageSource, { params }: Asked): Promise<PublicAnswer | null> {
  const { db } = source
  const article = await getPublishedBySlug(db, params.slug!)
  if (!article) return null
  const { render, assets } = await builtSite()
  const view = await articleView(source, article)
  const { previous, next } = await getNeighbours(db, article)
  const neighbour = async (other: { slug: string; title: string } | null) =>
    other && { slug: other.slug, headline: await softHyphens(other.title) }
  const body = render.renderArticle({
    site: toSite(source, assets),
    article: view.props,
    previous: await neighbour(previous),
    next: await neighbour(next),
    preview: null,
  })
  const beside = [previous, next].flatMap((other) => (other ? [tags.article(other.id)] : []))
  const own = [...articleTags(article), tags.beside(article.id)]
  return { body, article: article.id, tags: [...own, ...beside, ...view.tags], passing: view.passing }
}

/** What the page of an article shows of it; `imageAddress` says where its pictures are loaded from instead. */
export async function articleView(
  source: PageSource,
  article: PublicArticle,
  imageAddress?: (address: string) => string,
): Promise<{ props: ArticleProps['article']; tags: string[]; passing: boolean }> {
  const origins = ownOrigins(source)
  const markdown = article.content_markdown
  const addresses = await ownPictures(source, article)
  const sizes = await imageSizes(source.db, addresses)
  const pictures = new Map(
    addresses.map((address) => {
      const known = sizes.get(address) ?? null
      const src = imageAddress?.(address) ?? known?.src ?? address
      // What comes from elsewhere comes in one size.
      return [address, { src, size: known && { ...known, srcset: src === known.src ? known.srcset : '' } }]
    }),
  )
  const text = await renderBody({ markdown, origins, pictures })
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
    html: text.html,
    chapters: text.chapters,
  }
  return { props, tags: pictureTags(addresses, sizes), passing: text.passing }
}

function authorPathOf(line: string): string | null {
  const slug = authorSlug(line)
  return slug === null ? null : `/autor/${slug}`
}

/** Addresses of the site's own pictures an article shows: its cover and those in its text. */
export async function ownPictures(
  source: PageSource,
  article: Pick<PublicArticle, 'cover_image_url' | 'content_markdown'>,
): Promise<string[]> {
  const cover = ownPicture(article.cover_image_url, source)
  const inText = await picturesIn(article.content_markdown, ownOrigins(source))
  return [...(cover === null ? [] : [cover]), ...inText]
}
