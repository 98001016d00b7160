import type { PublicArticle, PublicSummary } from '../../contract/articles.ts'
import type { ArticleEntry, ArticleProps, Picture, Site } from '../../site/page-props.ts'
import { getNeighbours, getPublishedBySlug, listPublishedEntries } from '../articles/articles.public.ts'
import type { Config } from '../config.ts'
import { ownPath } from '../../rules/url.ts'
import { imageSizes } from '../media/media.service.ts'
import type { Db } from '../platform/db/db.ts'
import { ownAddress } from '../platform/own-address.ts'
import type { FullSettings } from '../settings/settings.service.ts'
import { picturesIn, renderBody } from './article-body.ts'
import { builtSite } from './built-site.ts'
import type { Pictures } from './page-cache.ts'
import type { PublishedOrder } from './published-order.ts'
import { softHyphens } from './soft-hyphens.ts'

/** Articles on a page of the landing page. */
const PAGE_SIZE = 10

export interface RenderedPage {
  html: string
  pictures: Pictures
  /** Whether it is worth making again for the next reader: a long text could not be rendered just now. */
  passing?: boolean
}

/** What a page is made from, all of it read after the cache's generation was taken. */
export interface PageSource {
  db: Db
  config: Config
  settings: FullSettings
  published: PublishedOrder
}

type Sizes = Awaited<ReturnType<typeof imageSizes>>

/** A page of the landing page (from 1), or null beyond the last one. */
export async function landingPage(source: PageSource, page: number): Promise<RenderedPage | null> {
  const pages = Math.max(1, Math.ceil((await source.published.count()) / PAGE_SIZE))
  if (page > pages) return null
  const way = await source.published.wayTo((page - 1) * PAGE_SIZE)
  const items = await listPublishedEntries(source.db, { ...way, limit: PAGE_SIZE })
  const { render, assets } = await builtSite()
  const addresses = items.flatMap((item) => ownPicture(item.cover_image_url, source) ?? [])
  const sizes = await imageSizes(source.db, addresses)
  const entries = await Promise.all(items.map((item) => toEntry(item, { source, sizes, minutes: item.minutes })))
  const html = render.renderLanding({ site: toSite(source, assets), entries, page, pages })
  return { html, pictures: picturesOf(addresses, sizes) }
}

/** The page of a published article, or null when readers have none of that slug. */
export async function articlePage(source: PageSource, slug: string): Promise<RenderedPage | null> {
  const { db } = source
  const article = await getPublishedBySlug(db, slug)
  if (!article) return null
  const { render, assets } = await builtSite()
  const { props, pictures, passing } = await articleView(source, article)
  const { previous, next } = await getNeighbours(db, article)
  const neighbour = async (other: { slug: string; title: string } | null) =>
    other && { slug: other.slug, headline: await softHyphens(other.title) }
  const html = render.renderArticle({
    site: toSite(source, assets),
    article: props,
    previous: await neighbour(previous),
    next: await neighbour(next),
    preview: null,
  })
  return { html, pictures, passing }
}

/** What the page of an article shows of it; `imageAddress` says where its pictures are loaded from instead. */
export async function articleView(
  source: PageSource,
  article: PublicArticle,
  imageAddress?: (address: string) => string,
): Promise<{ props: ArticleProps['article']; pictures: Pictures; passing: boolean }> {
  const origins = ownOrigins(source)
  const markdown = article.content_markdown
  const addresses = await ownPictures(source, article)
  const sizes = await imageSizes(source.db, addresses)
  const pictures = new Map(
    addresses.map((address) => {
      const size = sizes.get(address) ?? null
      return [address, { src: imageAddress?.(address) ?? size?.src ?? address, size }]
    }),
  )
  const text = await renderBody({ markdown, origins, pictures })
  const entry = await toEntry(article, { source, sizes, minutes: text.minutes })
  const cover = ownPicture(article.cover_image_url, source)
  const props = {
    ...entry,
    cover: entry.cover && { ...entry.cover, src: pictures.get(cover ?? '')?.src ?? entry.cover.src },
    author: (article.byline ?? '').trim() || source.settings.author_name.trim(),
    canonical: article.canonical_url,
    description: article.seo_description ?? article.excerpt,
    tags: article.tags.map((tag) => tag.name),
    updatedAt: article.updated_at,
    html: text.html,
    chapters: text.chapters,
  }
  return { props, pictures: picturesOf(addresses, sizes), passing: text.passing }
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

/** What stands where readers find no article (PUB-7), or no page at all (PUB-8). */
export async function notFoundPage(source: PageSource, what: 'article' | 'page'): Promise<RenderedPage> {
  const { render, assets } = await builtSite()
  const props = { site: toSite(source, assets) }
  const html = what === 'article' ? render.renderArticleNotFound(props) : render.renderPageNotFound(props)
  return { html, pictures: 'none' }
}

/** What every page says of the site. */
export function toSite({ settings, config }: PageSource, assets: Site['assets']): Site {
  return {
    title: settings.site_title.trim() || 'Blog',
    description: settings.site_description.trim() || 'Willkommen',
    origin: canonicalOrigin(settings.base_url, config),
    timezone: settings.effective_timezone,
    dateFormat: settings.public_date_format,
    links: [],
    assets,
  }
}

/** The address canonical links begin with: base_url where it is http(s), else the server's own (ruling R32). */
function canonicalOrigin(baseUrl: string, config: Config): string {
  const typed = baseUrl.trim()
  const usable = /^https?:\/\//i.test(typed) && URL.canParse(typed)
  return (usable ? (typed.split(/[?#]/, 1)[0] ?? '') : ownAddress(config)).replace(/\/+$/, '')
}

function ownOrigins({ settings, config }: PageSource): string[] {
  return [canonicalOrigin(settings.base_url, config), ownAddress(config)].map((address) => new URL(address).origin)
}

/**
 * An address of the site's own pictures as its path; null for other hosts, whose covers are not shown: no page makes a
 * reader's browser ask somebody else.
 */
function ownPicture(address: string | null, source: PageSource): string | null {
  const path = address && ownPath(address, ownOrigins(source))
  return path ? (path.split('#', 1)[0] ?? '') : null
}

function picturesOf(addresses: string[], sizes: Sizes): Pictures {
  if (addresses.length === 0) return 'none'
  return addresses.every((address) => sizes.has(address)) ? 'sized' : 'unsized'
}

async function toEntry(
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
