import { titleWithAdvert, withAdvert } from '../../../../rules/labels.ts'
import { MOST_ASKED, type PublicTerm } from '../../../../rules/public-search.ts'
import type { SearchHit } from '../../../../site/page-props.ts'
import { getPublishedEntries, listPublished, type PublicEntry } from '../../../writing/articles/articles.public.ts'
import { getPublishedTitles, type PageTitle } from '../../../writing/pages/pages.public.ts'
import { findBySlug } from '../../../writing/taxonomy/taxonomy.public.ts'
import { type FoundText, MOST_HITS, searchPublicTexts } from '../../../writing/reader-index/reader-index.service.ts'
import type { Asked, PublicAnswer } from '../public-answer.ts'
import { softHyphens } from '../text/soft-hyphens.ts'
import { builtSite } from './built-site.ts'
import { MOST_READ, piecesOf, placeIn, titlePieces } from './search-hits.ts'
import { type PageSource, toSite } from './site-source.ts'

const PAGE_SIZE = 10
const NEWEST = 5
/** Number of characters to which a word without hits is shortened for another attempt. */
const SHORTER = 4

/** The results of a search (SITE-3), ten a page; null beyond the last one. Never cached: searches rarely repeat. */
export async function searchPage(source: PageSource, asked: Asked): Promise<PublicAnswer | null> {
  const { db } = source
  const query = asked.query.slice(0, MOST_ASKED).toWellFormed().replace(/\s+/g, ' ').trim()
  const category = asked.category === undefined ? null : await findBySlug(db, 'categories', asked.category)
  const { terms, total, found, categories } = await searchPublicTexts(db, query, {
    from: (asked.page - 1) * PAGE_SIZE,
    count: PAGE_SIZE,
    ...(category && { category }),
  })
  const counted = Math.min(total, MOST_HITS)
  const pages = Math.max(1, Math.ceil(counted / PAGE_SIZE))
  if (asked.page > pages) return null
  const hits = await hitsOf(source, found, terms)
  const { render, assets } = await builtSite()
  const body = render.renderSearch({
    site: toSite(source, assets),
    query,
    hits,
    total: counted,
    more: total > MOST_HITS,
    page: asked.page,
    pages,
    categories: await Promise.all(categories.map(async (one) => ({ ...one, name: await softHyphens(one.name) }))),
    category: category?.slug ?? null,
    shorter: total === 0 ? await shorterThan(source, query) : null,
    newest: total === 0 ? await newest(source) : [],
  })
  return { body, tags: [] }
}

/** The results with excerpts; texts no longer public are omitted. */
async function hitsOf(source: PageSource, found: FoundText[], terms: readonly PublicTerm[]): Promise<SearchHit[]> {
  const idsOf = (noun: string) => found.filter((text) => text.noun === noun).map(({ id }) => id)
  const articles = new Map((await getPublishedEntries(source.db, idsOf('articles'))).map((one) => [one.id, one]))
  const pages = new Map((await getPublishedTitles(source.db, idsOf('pages'))).map((one) => [one.id, one]))
  const hits: SearchHit[] = []
  let letters = MOST_READ
  for (const text of found) {
    const article = articles.get(text.id)
    const page = pages.get(text.id)
    if (article) hits.push(await articleHit(article, { text, terms, letters }))
    else if (page) hits.push(await pageHit(page, { text, terms, letters }))
    letters = Math.max(0, letters - text.plain.length)
    // Long texts take time: other requests are served in between.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return hits
}

type Looked = { text: FoundText; terms: readonly PublicTerm[]; letters: number }

async function pageHit({ slug, title, lang }: PageTitle, { text, terms, letters }: Looked): Promise<SearchHit> {
  const place = placeIn(text, terms, letters)
  return {
    address: `/${slug}`,
    kind: 'Seite',
    article: null,
    lang,
    title: titlePieces(title, await softHyphens(title, lang), terms),
    words: place?.words ?? [],
    chapter: place?.chapter ?? null,
  }
}

async function articleHit(
  { slug, title, lang, excerpt, category, advert, published_at, updated_at, minutes }: PublicEntry,
  { text, terms, letters }: Looked,
): Promise<SearchHit> {
  const place = placeIn(text, terms, letters)
  return {
    address: `/article/${slug}`,
    kind: withAdvert(category && (await softHyphens(category.name)), advert),
    article: { publishedAt: published_at ?? updated_at, minutes },
    lang,
    title: titlePieces(title, await softHyphens(title, lang), terms),
    words: place?.words ?? piecesOf(excerpt, terms),
    chapter: place?.chapter ?? null,
  }
}

/** The beginning of the longest searched word, if that alone finds something. */
async function shorterThan({ db }: PageSource, query: string): Promise<string | null> {
  const words = query.normalize('NFC').match(/\p{L}+/gu) ?? []
  const longest = words.reduce((one, other) => (other.length > one.length ? other : one), '')
  if (longest.length <= SHORTER) return null
  const shorter = longest.slice(0, SHORTER)
  const { total } = await searchPublicTexts(db, shorter, { from: 0, count: 0 })
  return total > 0 ? shorter : null
}

async function newest({ db }: PageSource) {
  const items = await listPublished(db, { limit: NEWEST, offset: 0 })
  return Promise.all(
    items.map(async ({ slug, title, lang, category, advert }) => ({
      address: `/article/${slug}`,
      headline: await softHyphens(titleWithAdvert(title, advert), lang),
      lang,
      category: category && (await softHyphens(category.name)),
    })),
  )
}
