import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Advert } from '../../../../rules/labels.ts'
import type { Db, Tables } from '../../../platform/db/db.ts'
import { byCodeUnits, monthInUtc } from '../../../platform/db/expressions.ts'
import { reached } from '../../../platform/db/keyset.ts'

/** A public list with pages (RUL-44): all articles, or those of one category, tag, author or period. */
export type PublicList =
  | { of: 'all' }
  | (TopicList & { within?: Period })
  /** Author lines by their slugs; null stands for articles without a byline. */
  | { of: 'author'; slugs: readonly (string | null)[] }
  | ({ of: 'time' } & Period)
  /** Articles whose live text names a sound of the library. */
  | { of: 'sound' }

/** The articles of a category or tag. */
export type TopicList = { of: 'category' | 'tag'; id: string }

/** Instants: from the first one (included) to the second (excluded). */
export type Period = { from: string; to: string }

export const ALL: PublicList = { of: 'all' }

/** Position of an article in the order of a list. */
export type PublishedPlace = { id: string; published_at: string | null }

type Places = SelectQueryBuilder<Tables, 'articles' | 'article_tags', PublishedPlace>

/** The articles of a list, unordered; for several author lines one query each, along its index. */
function selectParts(db: Db, list: PublicList): Places[] {
  if (list.of === 'tag') {
    const links = db.selectFrom('article_tags').select(['article_id as id', 'published_at'])
    const tagged = links.where('tag_id', '=', list.id).where('published_at', 'is not', null) as unknown as Places
    return [within(tagged, list.within)]
  }
  // Exactly the condition of the partial indexes: SQLite compares no parameter with it.
  const published = db
    .selectFrom('articles')
    .select(['id', 'published_at'])
    .where(sql<boolean>`status = 'published'`)
    .where('deleted_at', 'is', null) as unknown as Places
  if (list.of === 'category') return [within(published.where('category_id', '=', list.id), list.within)]
  if (list.of === 'time') return [within(published, list)]
  if (list.of === 'sound') return [published.where('id', 'in', selectWithSound(db))]
  if (list.of === 'author')
    return list.slugs.map((slug) => published.where('author_slug', 'is not distinct from', slug))
  return [published]
}

/** Ids of texts that name a sound of the library, along the index of addresses; an address may go on in the text. */
function selectWithSound(db: Db) {
  const name = byCodeUnits(db, sql`media_assets.object_name`)
  return db
    .selectFrom('media_assets')
    .innerJoin('media_usage', (join) =>
      join.on(sql<boolean>`media_usage.address >= ${name} and media_usage.address < ${name} || ${'\u{10ffff}'}`),
    )
    .select('media_usage.article_id')
    .where('media_assets.mime_type', 'like', 'audio/%')
    .where('media_usage.working', '=', 0)
}

function within(places: Places, period: Period | undefined): Places {
  return period ? places.where('published_at', '>=', period.from).where('published_at', '<', period.to) : places
}

/**
 * `limit` positions of a list, newest published first, starting `offset` after a position (or at the beginning);
 * skipped rows are read.
 */
export async function listPlaces(
  db: Db,
  list: PublicList,
  { after, limit, offset }: { after: PublishedPlace | null; limit: number; offset: number },
): Promise<PublishedPlace[]> {
  const id = list.of === 'tag' ? 'article_id' : 'id'
  const ordered = selectParts(db, list).map((part) =>
    (after ? part.where(sql<boolean>`(published_at, ${sql.ref(id)}) < ${behind(after)}`) : part)
      .orderBy('published_at', 'desc')
      .orderBy(sql.ref(id), 'desc'),
  )
  const [only] = ordered
  if (!only) return []
  if (ordered.length === 1) return only.limit(limit).offset(offset).execute()
  const parts = await Promise.all(ordered.map((part) => part.limit(offset + limit).execute()))
  return parts
    .flat()
    .sort((a, b) => (isBehind(a, b) ? 1 : -1))
    .slice(offset, offset + limit)
}

/** The value to compare with for articles after a position. */
export function behind({ id, published_at }: PublishedPlace): RawBuilder<unknown> {
  const stored = sql`select articles.published_at from articles where articles.id = ${id}`
  return sql`(${published_at === null ? null : reached(published_at, stored)}, ${id})`
}

function isBehind(a: PublishedPlace, b: PublishedPlace): boolean {
  const [left, right] = [a.published_at ?? '', b.published_at ?? '']
  return left === right ? a.id < b.id : left < right
}

/** How many articles a list has. */
export async function countPlaces(db: Db, list: PublicList): Promise<number> {
  const counts = await Promise.all(
    selectParts(db, list).map((part) =>
      part
        .clearSelect()
        .select((e) => e.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow(),
    ),
  )
  return counts.reduce((sum, { total }) => sum + Number(total), 0)
}

/** Maximum periods counted by one query. */
const TIMES_AT_ONCE = 100

/** Number of articles published in each of these periods, in order: all of them, or those of one category or tag. */
export async function countInTimes(db: Db, times: readonly Period[], topic?: TopicList): Promise<number[]> {
  const counts: number[] = []
  for (let first = 0; first < times.length; first += TIMES_AT_ONCE) {
    const parts = times.slice(first, first + TIMES_AT_ONCE).map((time, place) => {
      const [listed] = selectParts(db, topic ? { ...topic, within: time } : { of: 'time', ...time })
      return sql`select ${sql.lit(place)} as place, count(*) as total from (${listed}) as listed`
    })
    const { rows } = await sql<{ total: number }>`${sql.join(parts, sql` union all `)} order by place`.execute(db)
    counts.push(...rows.map(({ total }) => Number(total)))
  }
  return counts
}

/** The months (`2026-03`, UTC) in which articles were published. */
export async function listMonthsInUtc(db: Db): Promise<string[]> {
  const month = monthInUtc(db, 'published_at')
  const { rows } = await sql<{ month: string }>`select ${month} as month from articles
    where status = 'published' and deleted_at is null and published_at is not null group by 1`.execute(db)
  return rows.map((row) => row.month)
}

/** An article in the archive of a year. */
export interface PublishedTitle {
  id: string
  slug: string
  title: string
  lang: string
  published_at: string
  category: { id: string; name: string } | null
  advert: Advert | null
}

/** Titles per query: on SQLite each query blocks the event loop. */
const TITLES_AT_ONCE = 500

/** Everything published in a period, newest first, in steps; only titles, so that a whole year can be read. */
export async function* listTitles(db: Db, { from, to }: Period): AsyncGenerator<PublishedTitle[]> {
  let place: { id: string; published_at: string | null } | undefined
  do {
    const after = place
    const rows = await db
      .selectFrom('articles')
      .leftJoin('categories', 'categories.id', 'articles.category_id')
      .select(['articles.id', 'articles.slug', 'articles.title', 'articles.lang', 'articles.published_at'])
      .select(['articles.category_id', 'articles.advert', 'categories.name as category_name'])
      .where('articles.status', '=', 'published')
      .where('articles.deleted_at', 'is', null)
      .where('articles.published_at', '>=', from)
      .where('articles.published_at', '<', to)
      .$if(after !== undefined, (select) =>
        select.where(sql<boolean>`(articles.published_at, articles.id) < (${after?.published_at}, ${after?.id})`),
      )
      .orderBy('articles.published_at', 'desc')
      .orderBy('articles.id', 'desc')
      .limit(TITLES_AT_ONCE)
      .execute()
    yield rows.map(({ id, slug, title, lang, published_at, category_id, category_name, advert }) => ({
      id,
      slug: slug ?? '',
      title,
      lang,
      published_at: published_at ?? '',
      advert,
      category: category_id !== null && category_name !== null ? { id: category_id, name: category_name } : null,
    }))
    place = rows.length === TITLES_AT_ONCE ? rows.at(-1) : undefined
  } while (place)
}
