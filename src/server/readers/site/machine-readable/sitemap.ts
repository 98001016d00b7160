import { monthPath } from '../../../../site/published-date.ts'
import { listNames } from '../../../writing/authors/list-names.public.ts'
import { listForSitemap, type SitemapArticle } from '../../../writing/articles/finding/sitemap.public.ts'
import { ALL, listPlaces } from '../../../writing/articles/finding/lists.public.ts'
import { listTopics } from '../../../writing/taxonomy/taxonomy.public.ts'
import { tags } from '../cache/tags.ts'
import { ownPicture } from '../pages/entries.ts'
import { frontPageOf, LIST_PATH } from '../pages/landing-page.ts'
import { type PageSource, siteNames } from '../pages/site-source.ts'
import type { Asked, PublicAnswer } from '../public-answer.ts'
import { element, escapeXml, XML_HEAD } from './xml.ts'

/** Maximum addresses per file of the protocol; beyond that the sitemap is an index of several. */
const MOST_ADDRESSES = 50_000
/**
 * Articles per file of an index: small enough that a file costs no more than a long page, in memory, in the cache and
 * to make.
 */
const PART = 1000
const TYPE = 'application/xml; charset=utf-8'
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const IMAGES = 'http://www.google.com/schemas/sitemap-image/1.1'

/** The sitemap (RUL-45), for a large blog the index of its files. */
export async function sitemap(source: PageSource): Promise<PublicAnswer> {
  const { origin } = siteNames(source)
  const articles = await source.published.count()
  const beside = await besideIfAlone(source, articles)
  if (beside) return answer(urlset([...beside, ...(await articleAddresses(source, 0, articles))]))
  const parts = Array.from({ length: Math.ceil(articles / PART) + 1 }, (_, part) => `${origin}/sitemap.${part + 1}.xml`)
  const entries = parts.map((address) => `<sitemap>\n${element('loc', address)}</sitemap>\n`)
  return answer(`${XML_HEAD}<sitemapindex xmlns="${NAMESPACE}">\n${entries.join('')}</sitemapindex>\n`)
}

/**
 * A file of a large blog's sitemap: the first one has everything except articles. Null beyond the last, and where one
 * file is enough.
 */
export async function sitemapPart(source: PageSource, { params }: Asked): Promise<PublicAnswer | null> {
  const part = Number(params.part) - 1
  const articles = await source.published.count()
  if (part > Math.ceil(articles / PART) || (await besideIfAlone(source, articles))) return null
  const found = part === 0 ? await besideArticles(source) : await articleAddresses(source, (part - 1) * PART, PART)
  return answer(urlset(found))
}

/** Everything except articles where it fits one file with them; null otherwise. */
async function besideIfAlone(source: PageSource, articles: number): Promise<string[] | null> {
  if (articles > MOST_ADDRESSES) return null
  const beside = await besideArticles(source)
  return articles + beside.length <= MOST_ADDRESSES ? beside : null
}

function answer(body: string): PublicAnswer {
  return { body, type: TYPE, tags: [tags.list, tags.sitemap, tags.pages] }
}

function urlset(addresses: string[]): string {
  return `${XML_HEAD}<urlset xmlns="${NAMESPACE}" xmlns:image="${IMAGES}">\n${addresses.join('')}</urlset>\n`
}

/** Everything except articles: the landing page, pages, lists and archives. */
async function besideArticles(source: PageSource): Promise<string[]> {
  const { db, lists, settings, hasArticles } = source
  const { origin } = siteNames(source)
  const names = await listNames(db, settings.author_name)
  const months = await lists.archive(settings.effective_timezone).months()
  const years = new Set(months.map(({ month }) => month.slice(0, 4)))
  const front = frontPageOf(source)
  // A list changes when something appears on it; of past months that is not read.
  const lastOf = async (table: 'categories' | 'tags') =>
    new Map((await listTopics(db, table)).map(({ slug, last }) => [slug, last]))
  const [inCategories, withTags] = [await lastOf('categories'), await lastOf('tags')]
  const [newest] = await listPlaces(db, ALL, { after: null, limit: 1, offset: 0 })
  const last = newest?.published_at ?? null
  const [newestMonth = ''] = months.map(({ month }) => month)
  const at = (path: string, changed: string | null = null) => address(origin + path, changed)
  const found = [
    at('/', front ? null : last),
    ...(front ? [at(LIST_PATH, last)] : []),
    ...names.categories.map(({ slug }) => at(`/kategorie/${slug}`, inCategories.get(slug))),
    ...names.tags.map(({ slug }) => at(`/schlagwort/${slug}`, withTags.get(slug))),
    ...names.authors.map(({ slug, last: newestOf }) => at(`/autor/${slug}`, newestOf)),
    ...(names.categories.length > 0 ? [at('/themen', last)] : []),
    ...(hasArticles ? [at('/archiv', last)] : []),
    ...[...years].map((year) => at(`/archiv/${year}`, newestMonth.startsWith(year) ? last : null)),
    ...months.map(({ month }) => at(monthPath(month), month === newestMonth ? last : null)),
  ]
  const pages = source.pages.flatMap(({ id, slug, noindex, updated_at }) =>
    noindex || id === front?.id ? [] : [address(`${origin}/${slug}`, updated_at)],
  )
  return [...pages, ...found]
}

async function articleAddresses(source: PageSource, offset: number, limit: number): Promise<string[]> {
  const { origin } = siteNames(source)
  const way = await source.published.wayTo(offset)
  const found: string[] = []
  for await (const articles of listForSitemap(source.db, { ...way, limit }))
    for (const article of articles) {
      const url = `${origin}/article/${article.slug}`
      if (article.canonical_url === null || article.canonical_url === url)
        found.push(address(url, article.updated_at, coverOf(article, source)))
    }
  return found
}

function coverOf({ cover_image_url }: SitemapArticle, source: PageSource): string | null {
  if (cover_image_url === null) return null
  const cover = ownPicture(cover_image_url, source)
  const { origin } = siteNames(source)
  return cover !== null && URL.canParse(cover, origin) ? new URL(cover, origin).href : null
}

function address(url: string, changed: string | null = null, picture: string | null = null): string {
  const image = picture && `<image:image>\n<image:loc>${escapeXml(picture)}</image:loc>\n</image:image>\n`
  return `<url>\n${element('loc', url)}${element('lastmod', changed)}${image ?? ''}</url>\n`
}
