import { sql, type Expression, type SqlBool } from 'kysely'
import type { Review } from '../../../../contract/articles/review.ts'
import type { ArticleSort, ArticleStatus, ArticleSummary } from '../../../../contract/articles.ts'
import { storedInstant } from '../../../../rules/instants.ts'
import type { Db } from '../../../platform/db/db.ts'
import { firstLine, instantOrFirst, instantOrLast } from '../../../platform/db/expressions.ts'
import { fromCursor, reached, toPage } from '../../../platform/db/keyset.ts'
import { isReadBy } from '../../../platform/guests.ts'
import { among, containsText, countUpTo } from '../../../platform/search/search.ts'
import { getSummaries } from '../articles.queries.ts'

export type ArticleFilter = {
  status?: ArticleStatus | undefined
  category_id?: string | undefined
  tag_id?: string | undefined
  author_id?: string | undefined
  assignee_id?: string | undefined
  review?: Review | undefined
  /** Only what this guest reads (RUL-61). */
  guest?: string | null
}

export type ArticleListQuery = ArticleFilter & {
  limit: number
  cursor?: string | undefined
  q?: string | undefined
  sort?: ArticleSort | undefined
}

const MANY_TAGGED = 500
/** A larger window is read if the hits in the smaller one predict this share of a page. */
const LIKELY = 0.8

/**
 * Column and direction of each order; the id breaks ties. Each has an index (`makeArticleIndexes` in
 * `migrations/0001-schema.ts`). The articles of a tag have an index by creation: `tagged` reads along that.
 */
function orderOf(db: Db, { sort = 'created', tag_id }: ArticleListQuery) {
  const id = sql.ref('articles.id')
  switch (sort) {
    case 'created':
      return tag_id
        ? {
            by: sql.ref<string>('article_tags.article_created_at'),
            id: sql.ref('article_tags.article_id'),
            direction: sql`desc`,
            tagged: true,
          }
        : { by: sql.ref<string>('articles.created_at'), id, direction: sql`desc`, tagged: false }
    case 'updated':
      return { by: sql.ref<string>('articles.updated_at'), id, direction: sql`desc`, tagged: false }
    case 'date':
      return { by: instantOrFirst(db, 'articles.published_at'), id, direction: sql`desc`, tagged: false }
    // Used for scheduled articles, which are few.
    case 'planned':
      return { by: instantOrLast(db, 'articles.published_at'), id, direction: sql`asc`, tagged: false }
    case 'title':
      return { by: firstLine(db, 'articles.search_text'), id, direction: sql`asc`, tagged: false }
  }
}

/**
 * A page of articles, newest created first by default (ART-4); `q` in title or excerpt (ART-1). Their ids are found in
 * narrow indexes first; only those rows are then read completely.
 */
export async function listArticles(
  db: Db,
  query: ArticleListQuery,
): Promise<{ items: ArticleSummary[]; next_cursor: string | null }> {
  const { find, reach } = await finderOf(db, query)
  const words = query.q?.trim()
    ? containsText(db, 'articles', query.q, { wordsAtHand: (query.sort ?? 'created') === 'created' })
    : null
  let found: Found[] | null = null
  for (const [index, window] of words?.windows.entries() ?? []) {
    const met = await find(words?.along, window)
    if (met.length > query.limit || (await reach(window)) < window) found = met
    const expected = (met.length / window) * (words?.windows[index + 1] ?? 0)
    if (found || expected < LIKELY * query.limit) break
  }
  found ??= await find(await words?.anywhere())
  const { items, next_cursor } = toPage(found, query.limit, ({ sorted_by, id }) => ({
    at: query.sort === 'title' ? sorted_by : storedInstant(sorted_by),
    id,
  }))
  return {
    items: await getSummaries(
      db,
      items.map(({ id }) => id),
    ),
    next_cursor,
  }
}

type Found = { id: string; sorted_by: string }

/**
 * Finds the page's articles, and one more if there is another page: all that pass the filters after the cursor, or
 * those that meet a condition, or that meet it among the first ones.
 */
async function finderOf(db: Db, query: ArticleListQuery) {
  const { by, id, direction, tagged } = orderOf(db, query)
  const conditions = await conditionsOf(db, tagged ? { ...query, tag_id: undefined } : query)
  if (tagged) conditions.push(sql<SqlBool>`article_tags.tag_id = ${query.tag_id}`)
  const tables = tagged ? sql`article_tags join articles on articles.id = article_tags.article_id` : sql`articles`
  if (query.cursor) {
    const after =
      query.sort === 'title' ? fromCursor(query.cursor, (line) => !line.includes('\n')) : fromCursor(query.cursor)
    const comparison = query.sort === 'title' || query.sort === 'planned' ? sql`>` : sql`<`
    const at = reached(after.at, sql`select ${by} from ${tables} where ${id} = ${after.id} limit 1`)
    conditions.push(sql<SqlBool>`(${by}, ${id}) ${comparison} (${at}, ${after.id})`)
  }
  const order = sql`order by ${by} ${direction}, ${id} ${direction}`
  const passing = sql`from ${tables} where ${sql.join(conditions, sql` and `)}`
  const wanted = query.limit + 1

  const find = async (condition?: Expression<SqlBool>, within?: number): Promise<Found[]> => {
    const columns = sql`${id} as id, ${by} as sorted_by`
    const first = sql`select ${columns}, articles.search_text ${passing} ${order} limit ${within}`
    const { rows } = await (
      within === undefined
        ? sql<Found>`select ${columns} ${passing} ${condition ? sql`and ${condition}` : sql``} ${order} limit ${wanted}`
        : sql<Found>`select id, sorted_by from (${first}) as articles where ${condition} limit ${wanted}`
    ).execute(db)
    return rows
  }
  /** Number of articles that pass, counted up to a limit. */
  const reach = (limit: number) => countUpTo(db, sql`select 1 ${passing}`, limit)
  return { find, reach }
}

/** Readers have all of a published text without a working one: its review is over. */
const hasReview = sql<SqlBool>`(articles.status <> 'published'
  or exists (select 1 from article_working_copies copy where copy.article_id = articles.id))`

/** The filters as conditions on `articles`, outside the trash. */
export async function conditionsOf(db: Db, filter: ArticleFilter): Promise<Expression<SqlBool>[]> {
  const conditions: Expression<SqlBool>[] = [sql<SqlBool>`articles.deleted_at is null`]
  for (const column of ['status', 'category_id', 'author_id', 'assignee_id'] as const) {
    const value = filter[column]
    if (value) conditions.push(sql<SqlBool>`${sql.ref(`articles.${column}`)} = ${value}`)
  }
  if (filter.guest) conditions.push(isReadBy(filter.guest, 'articles.id'))
  if (filter.review) {
    const reviewed = sql`select article_id from article_reviews`
    conditions.push(
      filter.review === 'none'
        ? sql<SqlBool>`articles.id not in (${reviewed})`
        : sql<SqlBool>`articles.id in (${reviewed} where state = ${filter.review}) and ${hasReview}`,
    )
  }
  if (filter.tag_id) {
    const tagged = sql`select article_id from article_tags where tag_id = ${filter.tag_id}`
    conditions.push(among(db, 'articles.id', tagged, await countUpTo(db, tagged, MANY_TAGGED)))
  }
  return conditions
}
