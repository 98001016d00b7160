import { sql } from 'kysely'
import { PUBLIC_TEXT, type PublicArticle, type PublicSummary } from '../../../contract/articles.ts'
import { UNREADABLE_INSTANT } from '../../../rules/instants.ts'
import type { Advert } from '../../../rules/labels.ts'
import type { Tag } from '../../../contract/taxonomy.ts'
import type { Db } from '../../platform/db/db.ts'
import { lookedAt } from '../../platform/db/expressions.ts'
import { statement } from '../../platform/db/statement.ts'
import { selectSummaries, toSummaries, untagged } from './articles.queries.ts'
import { ALL, countPlaces, listPlaces, type PublicList, type PublishedPlace } from './finding/lists.public.ts'
import { MOST_PINNED, SEARCHED_CHARACTERS } from '../../../rules/articles.ts'
import { listRelated } from './finding/related.queries.ts'
import * as texts from '../texts/published.public.ts'
import { ARTICLE_TABLES } from './article-tables.ts'
import { measuredTexts } from './writing/reading-times.service.ts'

/** The site's only access to articles: published ones with their public fields (RUL-19), by id or slug. */
function selectPublished(db: Db) {
  return selectSummaries(db).where(lookedAt(db, 'articles.status'), '=', 'published')
}

/**
 * An article as a list entry: with reading time, and without tags, which no list shows. Its excerpt is the author's, or
 * else the opening words of its text.
 */
export type PublicEntry = Omit<PublicSummary, 'tags'> & { minutes: number }

/** The same articles with the cached measures of their present texts; null if not measured yet. */
function selectEntries(db: Db) {
  return selectPublished(db)
    .leftJoin('article_reading_times as time', (join) =>
      join
        .onRef('time.article_id', '=', 'articles.id')
        // Both databases know it without reading the text.
        .on(sql<boolean>`time.text_bytes = octet_length(articles.content_markdown)`),
    )
    .select(['time.minutes', 'time.opening'])
}

type EntryRow = Awaited<ReturnType<ReturnType<typeof selectEntries>['executeTakeFirstOrThrow']>>

/** A part of a list: `limit` articles at an offset, after a position. */
export type PublishedPage = { limit: number; offset: number; after?: PublishedPlace | null; list?: PublicList }

/**
 * A page of published articles, newest published first, starting `offset` after a position. A large offset needs a
 * position near by, since skipped rows are read.
 */
export async function listPublished(
  db: Db,
  { limit, offset, after = null, list = ALL }: PublishedPage,
): Promise<PublicSummary[]> {
  // First their ids, along an index; only those rows are then read completely.
  const found = await listPlaces(db, list, { after, limit, offset })
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const rows = await selectPublished(db).where('articles.id', 'in', ids).execute()
  return inOrder(ids, (await toSummaries(db, rows)).map(open))
}

/** The articles pinned to the landing page: the one pinned last comes first. */
export async function listPinned(db: Db): Promise<PublicEntry[]> {
  const rows = await selectEntries(db)
    .where('articles.pinned_at', 'is not', null)
    .orderBy('articles.pinned_at', 'desc')
    .orderBy('articles.id', 'desc')
    .limit(MOST_PINNED)
    .execute()
  return toEntries(db, rows)
}

/** Number of public articles of a list. */
export async function countPublished(db: Db, list: PublicList = ALL): Promise<number> {
  return countPlaces(db, list)
}

/** The position of the article `offset` after another one, null beyond the last. */
export async function findPublishedPlace(
  db: Db,
  list: PublicList,
  { after, steps }: { after: PublishedPlace | null; steps: number },
): Promise<PublishedPlace | null> {
  const [place] = await listPlaces(db, list, { after, limit: 1, offset: steps - 1 })
  return place ?? null
}

/** The same page, each article with its reading time. */
export async function listPublishedEntries(
  db: Db,
  { limit, offset, after = null, list = ALL }: PublishedPage,
): Promise<PublicEntry[]> {
  const ids = (await listPlaces(db, list, { after, limit, offset })).map(({ id }) => id)
  return inOrder(ids, await getPublishedEntries(db, ids))
}

async function toEntries(db: Db, rows: EntryRow[]): Promise<PublicEntry[]> {
  const unmeasured = rows.filter((row) => row.minutes === null || (row.opening === null && lacksExcerpt(row)))
  const measured = await measuredTexts(
    db,
    unmeasured.map(({ id }) => id),
  )
  return rows.map((row) => {
    const { minutes, opening } = measured.get(row.id) ?? { minutes: row.minutes ?? 1, opening: row.opening ?? '' }
    const entry = openEntry(untagged(row))
    return { ...entry, excerpt: lacksExcerpt(row) ? opening : entry.excerpt, minutes }
  })
}

function lacksExcerpt({ excerpt }: { excerpt: string }): boolean {
  return excerpt.trim() === ''
}

/** Descriptions of published articles without their text: their excerpt, or else their opening words. */
export async function shownExcerpts(
  db: Db,
  articles: readonly Pick<PublicSummary, 'id' | 'excerpt'>[],
): Promise<Map<string, string>> {
  const measured = await measuredTexts(
    db,
    articles.filter(lacksExcerpt).map(({ id }) => id),
  )
  return new Map(articles.map(({ id, excerpt }) => [id, measured.get(id)?.opening ?? excerpt]))
}

function inOrder<T extends { id: string }>(ids: readonly string[], records: readonly T[]): T[] {
  const byId = new Map(records.map((record) => [record.id, record]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export type Neighbour = { id: string; slug: string; title: string; advert: Advert | null; lang: string }

type Beside = Pick<PublicArticle, 'id' | 'published_at'>

/** Exactly the condition of the partial indexes: SQLite compares no parameter with it. */
const PUBLISHED = sql`status = 'published' and deleted_at is null`

const beside = statement((db: Db, { id, published_at }: Beside) =>
  sql<Omit<Neighbour, 'slug'> & { side: string; slug: string | null }>`
    select * from (select 'previous' as side, id, slug, title, advert, lang from articles
      where ${PUBLISHED} and (published_at, id) < (${published_at}, ${id})
      order by published_at desc, id desc limit 1) as previous
    union all
    select * from (select 'next' as side, id, slug, title, advert, lang from articles
      where ${PUBLISHED} and (published_at, id) > (${published_at}, ${id})
      order by published_at, id limit 1) as next`.compile(db),
)

/** The published articles right before and right after one, in the order of `listPublished`. */
export async function getNeighbours(
  db: Db,
  { id, published_at }: Beside,
): Promise<{ previous: Neighbour | null; next: Neighbour | null }> {
  // Its position among the others is unknown.
  if (published_at === UNREADABLE_INSTANT) return { previous: null, next: null }
  const rows = await beside(db, { id, published_at })
  const on = (wanted: string): Neighbour | null => {
    const row = rows.find(({ side }) => side === wanted)
    return row?.slug ? { id: row.id, slug: row.slug, title: row.title, advert: row.advert, lang: row.lang } : null
  }
  return { previous: on('previous'), next: on('next') }
}

type PublicText = Omit<PublicArticle, keyof PublicSummary>
const PUBLIC_FIELDS = Object.keys(PUBLIC_TEXT) as (keyof PublicText)[]

/** The public fields of a text, listed one by one in the contract (RUL-19). */
export const TEXT_COLUMNS = PUBLIC_FIELDS.map((field) => `articles.${field}` as const)

/** The same for a row (booleans are 1/0) or a record. */
export function openText(row: Omit<PublicText, 'noindex'> & { noindex: number | boolean }): PublicText {
  const text = Object.fromEntries(PUBLIC_FIELDS.map((field) => [field, row[field]]))
  return { ...(text as PublicText), noindex: Boolean(row.noindex) }
}

const bySlug = statement((db: Db, { slug }: { slug: string }) =>
  selectPublished(db).select(TEXT_COLUMNS).where('articles.slug', '=', slug).compile(),
)

/** The published article of a slug with its live text, or null. */
export async function getPublishedBySlug(db: Db, slug: string): Promise<PublicArticle | null> {
  const [row] = await bySlug(db, { slug })
  if (!row) return null
  const [summary] = await toSummaries(db, [row])
  if (!summary) return null
  return { ...open(summary), ...openText(row) }
}

/** A published or scheduled article with the text that readers get, by its id; null for any other. */
export async function getForMail(db: Db, id: string): Promise<PublicArticle | null> {
  const row = await selectSummaries(db)
    .select(TEXT_COLUMNS)
    .where('articles.id', '=', id)
    .where('articles.status', 'in', ['published', 'scheduled'])
    .executeTakeFirst()
  const [summary] = row ? await toSummaries(db, [row]) : []
  return row && summary ? { ...open(summary), ...openText(row) } : null
}

/** The present slug of a published article that formerly had this one (RUL-5), or null. */
export async function presentArticle(db: Db, slug: string): Promise<string | null> {
  return texts.presentSlug(db, ARTICLE_TABLES, slug)
}

/** The present slug of a published article, or null; `wasPublic` says whether it ever was. */
export async function findPublishedSlug(db: Db, id: string): Promise<{ slug: string | null; wasPublic: boolean }> {
  const row = await db
    .selectFrom('articles')
    .select('slug')
    .where('id', '=', id)
    .where('status', '=', 'published')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row?.slug) return { slug: row.slug, wasPublic: true }
  const had = await db.selectFrom('article_public_slugs').select('slug').where('article_id', '=', id).executeTakeFirst()
  return { slug: null, wasPublic: had !== undefined }
}

/**
 * Whether something was public under this slug, no longer is, and still exists, also in the trash (RUL-46). It reveals
 * no more than what was public.
 */
export async function isWithdrawn(db: Db, slug: string): Promise<boolean> {
  const row = await db.selectFrom('article_public_slugs').select('slug').where('slug', '=', slug).executeTakeFirst()
  if (row === undefined) return false
  const published = await db
    .selectFrom('articles')
    .select('id')
    .where('slug', '=', slug)
    .where('status', '=', 'published')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return published === undefined && (await presentArticle(db, slug)) === null
}

/** The public fields of an article, listed one by one (RUL-19). */
export function open(article: PublicSummary): PublicSummary {
  return { ...openEntry(article), tags: article.tags.map(named) }
}

function openEntry(article: Omit<PublicSummary, 'tags'>): Omit<PublicSummary, 'tags'> {
  const { id, title, slug, status, excerpt, cover_image_url, category_id, category, byline, advert, lang } = article
  const { published_at, created_at, updated_at } = article
  return {
    id,
    title,
    slug,
    status,
    excerpt,
    cover_image_url,
    category_id,
    byline,
    advert,
    lang,
    published_at,
    created_at,
    updated_at,
    category: category && named(category),
  }
}

function named({ id, name, slug }: Tag): Tag {
  return { id, name, slug }
}

/** The searchable text of a published article and its date; null where none of this id is public. */
export async function readPublicText(db: Db, id: string): Promise<texts.SearchedText | null> {
  const row = await selectPublished(db)
    .select('articles.content_markdown')
    .where('articles.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const [summary] = await toSummaries(db, [row])
  if (!summary) return null
  const { title, excerpt, category, tags, published_at, created_at } = summary
  const names = [...(category ? [category.name] : []), ...tags.map((tag) => tag.name)]
  return {
    title,
    excerpt,
    names,
    markdown: row.content_markdown.slice(0, SEARCHED_CHARACTERS),
    at: published_at ?? created_at,
  }
}

/** The next published articles after one, by id. */
export async function listPublishedIds(db: Db, after: string, count: number): Promise<string[]> {
  return texts.listPublishedIds(db, ARTICLE_TABLES, after, count)
}

const entriesOf = statement((db: Db, { ids }: { ids: readonly string[] }) =>
  selectEntries(db).where('articles.id', 'in', ids).compile(),
)

/** The published ones of these articles, as list entries, unordered. */
export async function getPublishedEntries(db: Db, ids: readonly string[]): Promise<PublicEntry[]> {
  return ids.length === 0 ? [] : toEntries(db, await entriesOf(db, { ids }))
}

/** The published articles related to one, best first. */
export async function getRelated(
  db: Db,
  article: Pick<PublicArticle, 'id' | 'category_id'>,
  limit: number,
): Promise<PublicEntry[]> {
  const ids = await listRelated(db, article, limit)
  return inOrder(ids, await getPublishedEntries(db, ids))
}

/** A published version of a text in one language. */
export type Version = { id: string; slug: string; lang: string }

const versions = statement((db: Db, { root }: { root: string }) =>
  db
    .selectFrom('articles')
    .select(['id', 'slug', 'lang'])
    .where((e) => e.or([e('id', '=', root), e('version_of', '=', root)]))
    .where(lookedAt(db, 'status'), '=', 'published')
    .where('deleted_at', 'is', null)
    .orderBy('lang')
    .orderBy('id')
    .compile(),
)

/**
 * The article that the versions of this one have in common, and the published ones, one for each language; none where there is
 * one language only.
 */
export async function listVersions(
  db: Db,
  { id, lang }: Pick<PublicArticle, 'id' | 'lang'>,
): Promise<{ root: string; versions: Version[] }> {
  const row = await db.selectFrom('articles').select('version_of').where('id', '=', id).executeTakeFirst()
  const root = row?.version_of ?? id
  const byLang = new Map<string, Version>()
  for (const { slug, ...version } of await versions(db, { root }))
    if (slug && (version.id === id || (version.lang !== lang && !byLang.has(version.lang))))
      byLang.set(version.lang, { ...version, slug })
  return { root, versions: byLang.size > 1 ? [...byLang.values()] : [] }
}

/** The published parts of a series, first published first. */
export async function listSeries(db: Db, series: string, limit: number): Promise<Neighbour[]> {
  const rows = await db
    .selectFrom('articles')
    .select(['id', 'slug', 'title', 'advert', 'lang'])
    .where('series', '=', series)
    .where('status', '=', 'published')
    .where('deleted_at', 'is', null)
    .orderBy('published_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ slug, ...part }) => (slug ? [{ ...part, slug }] : []))
}
