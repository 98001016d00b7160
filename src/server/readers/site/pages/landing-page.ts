import type { LandingProps, LandingSections, Topic } from '../../../../site/page-props.ts'
import { listPinned, listPublishedEntries, type PublicEntry } from '../../../writing/articles/articles.public.ts'
import { getPublishedPage, getPublishedTitles, type PublishedPage } from '../../../writing/pages/pages.public.ts'
import { listTopics } from '../../../writing/taxonomy/taxonomy.public.ts'
import type { Db } from '../../../platform/db/db.ts'
import { readSettings } from '../../../settings/settings.service.ts'
import { PAGE_SIZE } from '../cache/known-lists.ts'
import { tags } from '../cache/tags.ts'
import type { Asked, PublicAnswer } from '../public-answer.ts'
import { embedHeaders } from '../site-headers.ts'
import { softHyphens } from '../text/soft-hyphens.ts'
import { builtSite } from './built-site.ts'
import { contentPage, contentView } from './content-page.ts'
import { toEntries } from './entries.ts'
import { type PageSource, toSite, podcastOf } from './site-source.ts'

/** Where the list of all articles stands while a page is at `/` (RUL-109). */
export const LIST_PATH = '/artikel'
/** Titles below the text of a front page. */
const NEWEST = 5
/** Topics below a front page, columns of the landing page in sections, and articles of a column. */
const TOPICS = 12
const COLUMNS = 3
const IN_A_COLUMN = 3

/** `/`: the page the owner has chosen, or the list of all articles (RUL-109). Null beyond the last page. */
export async function landingPage(source: PageSource, asked: Asked): Promise<PublicAnswer | null> {
  const front = frontPageOf(source)
  if (!front) return articleList(source, asked.page, null)
  return asked.page === 1 ? frontPage(source, front) : null
}

/** `/artikel`: the list of all articles while a page is at `/`; otherwise a page of that address, if there is one. */
export async function articlesPage(source: PageSource, asked: Asked): Promise<PublicAnswer | null> {
  if (!frontPageOf(source))
    return asked.page === 1 ? contentPage(source, { ...asked, params: { slug: LIST_PATH.slice(1) } }) : null
  const count = await source.published.count()
  const name = 'Artikel'
  return articleList(source, asked.page, { kind: 'Alle', name, headline: name, count, path: LIST_PATH, above: null })
}

/** Where the list of all articles has moved to by the choice of a front page, from the address it had before. */
export const movedArticles = {
  toList: async (db: Db): Promise<string | null> => ((await hasFrontPage(db)) ? LIST_PATH : null),
  toRoot: async (db: Db): Promise<string | null> => ((await hasFrontPage(db)) ? null : '/'),
}

async function hasFrontPage(db: Db): Promise<boolean> {
  const { front_page } = await readSettings(db)
  if (front_page === null) return false
  const [page] = await getPublishedTitles(db, [front_page])
  return page !== undefined
}

/** The published page chosen for `/`, or null. */
export function frontPageOf({ settings, pages }: Pick<PageSource, 'settings' | 'pages'>): PublishedPage | null {
  return pages.find(({ id }) => id === settings.front_page) ?? null
}

async function frontPage(source: PageSource, { slug }: PublishedPage): Promise<PublicAnswer | null> {
  const page = await getPublishedPage(source.db, slug)
  if (!page) return null
  const way = await source.published.wayTo(0)
  const items = await listPublishedEntries(source.db, { ...way, limit: NEWEST })
  const newest = await toEntries(source, items)
  const view = await contentView(source, page)
  const topics = await topicsOf(source, TOPICS)
  const { podcast, tags: podcastTags } = await podcastOf(source)
  const { render, assets } = await builtSite()
  return {
    body: render.renderFrontPage({
      site: toSite(source, assets),
      page: view.props,
      newest: newest.entries,
      topics: topics.map(({ topic }) => topic),
      count: await source.published.count(),
      podcast,
    }),
    headers: embedHeaders(view.embeds),
    tags: [tags.page(page.id), tags.list, tags.topics, ...podcastTags, ...view.tags, ...newest.tags],
    passing: view.passing,
  }
}

/** A page of the list of all articles, in the form the owner has chosen. */
async function articleList(source: PageSource, page: number, list: LandingProps['list']): Promise<PublicAnswer | null> {
  const pages = Math.max(1, Math.ceil((await source.published.count()) / PAGE_SIZE))
  if (page > pages) return null
  const way = await source.published.wayTo((page - 1) * PAGE_SIZE)
  const listed = await listPublishedEntries(source.db, { ...way, limit: PAGE_SIZE })
  // Pinned articles come first on the first page, before those there by date; every other page is unaffected.
  const pinned = page === 1 ? await listPinned(source.db) : []
  const pins = new Set(pinned.map(({ id }) => id))
  const others = listed.filter(({ id }) => !pins.has(id))
  const items = [...pinned, ...others]
  const { render, assets } = await builtSite()
  const shown = await toEntries(source, items)
  const { landing } = source.appearance
  const inSections = landing === 'abschnitte' && page === 1
  const sections = inSections ? await sectionsOf(source, { pinned, others, shown: shown.entries }) : null
  const { podcast, tags: podcastTags } = page === 1 ? await podcastOf(source) : { podcast: false, tags: [] }
  const body = render.renderLanding({
    site: toSite(source, assets),
    form: landing,
    list,
    entries: shown.entries.map((entry, index) => ({ ...entry, pinned: index < pinned.length })),
    sections: sections?.props ?? null,
    podcast,
    page,
    pages,
  })
  const last = listed.at(-1)?.published_at
  return {
    body,
    // The choice of a front page holds while that page is published.
    tags: [
      tags.list,
      ...(source.settings.front_page === null ? [] : [tags.pages]),
      ...(page === 1 ? [tags.pins] : []),
      ...podcastTags,
      ...shown.tags,
      ...(sections?.tags ?? []),
    ],
    // A page with topics or a count shows more than the beginning of the list.
    ...(last && page < pages && !sections && !list && { upTo: { instant: last, pages } }),
  }
}

type Listed = { pinned: PublicEntry[]; others: PublicEntry[]; shown: LandingProps['entries'] }

/** The first page in sections; null without an article that could lead. */
async function sectionsOf(
  source: PageSource,
  { pinned, others, shown }: Listed,
): Promise<{ props: LandingSections; tags: string[] } | null> {
  const lead = shown[pinned.length] ?? shown[0]
  if (!lead) return null
  const topics: LandingSections['topics'] = []
  const found: string[] = []
  for (const { id, topic } of await topicsOf(source, COLUMNS)) {
    const list = { of: 'category', id } as const
    const items = await listPublishedEntries(source.db, { list, offset: 0, limit: IN_A_COLUMN + 1 })
    const { entries, tags: shownTags } = await toEntries(source, items)
    const kept = entries.filter(({ slug }) => slug !== lead.slug).slice(0, IN_A_COLUMN)
    if (kept.length > 0) topics.push({ ...topic, entries: kept })
    found.push(...shownTags)
  }
  return {
    props: {
      lead,
      pinned: shown.slice(0, pinned.length).filter(({ slug }) => slug !== lead.slug),
      topics,
      newest: others.length > 0 ? shown.slice(pinned.length + 1) : [],
    },
    tags: [tags.topics, ...found],
  }
}

/** The categories with the most published articles. */
async function topicsOf({ db }: PageSource, limit: number): Promise<{ id: string; topic: Topic }[]> {
  const categories = (await listTopics(db, 'categories')).slice(0, limit)
  return Promise.all(
    categories.map(async ({ id, name, slug, count }) => ({
      id,
      topic: { name: await softHyphens(name), path: `/kategorie/${slug}`, count },
    })),
  )
}
