import { sql, type Expression, type SqlBool } from 'kysely'
import type { ArticleSort, ArticleStatus, ArticleSummary } from '../../contract/articles.ts'
import type { Db } from '../platform/db/db.ts'
import { firstLine, instantOrFirst } from '../platform/db/expressions.ts'
import { fromCursor, toPage } from '../platform/db/keyset.ts'
import { among, containsText, countUpTo } from '../platform/db/search.ts'
import { selectSummaries, toSummaries } from './articles.queries.ts'

export type ArticleFilter = {
  status?: ArticleStatus | undefined
  category_id?: string | undefined
  tag_id?: string | undefined
  author_id?: string | undefined
}

export type ArticleListQuery = ArticleFilter & {
  limit: number
  cursor?: string | undefined
  q?: string | undefined
  sort?: ArticleSort | undefined
}

const MANY_TAGGED = 500

/** What each order compares, and which way it runs; the id breaks ties. Migration 0013 has an index for each. */
function orderOf(db: Db, sort: ArticleSort) {
  switch (sort) {
    case 'created':
      return { by: sql.ref<string>('articles.created_at'), direction: 'desc' as const }
    case 'updated':
      return { by: sql.ref<string>('articles.updated_at'), direction: 'desc' as const }
    case 'date':
      return { by: instantOrFirst(db, 'articles.published_at'), direction: 'desc' as const }
    case 'title':
      return { by: firstLine(db, 'articles.search_text'), direction: 'asc' as const }
  }
}

/**
 * A page of articles, newest created first unless another order is asked for (ART-4); `q` in title or excerpt (ART-1).
 * Which articles they are is found in narrow indexes first; only those are then read whole.
 */
export async function listArticles(
  db: Db,
  query: ArticleListQuery,
): Promise<{ items: ArticleSummary[]; next_cursor: string | null }> {
  const { by, direction } = orderOf(db, query.sort ?? 'created')
  let ordered = (await filtered(db, query))
    .select('articles.id')
    .orderBy(by, direction)
    .orderBy('articles.id', direction)
  if (query.cursor) {
    const { at, id } = query.sort === 'title' ? fromCursor(query.cursor, /^[^\n]*$/) : fromCursor(query.cursor)
    const comparison = direction === 'desc' ? sql`<` : sql`>`
    ordered = ordered.where(sql<boolean>`(${by}, articles.id) ${comparison} (${at}, ${id})`)
  }
  const read = (found: typeof ordered) =>
    selectSummaries(db)
      .select(by.as('sorted_by'))
      .where('articles.id', 'in', found.limit(query.limit + 1))
      .orderBy(by, direction)
      .orderBy('articles.id', direction)
      .execute()
  let rows: Awaited<ReturnType<typeof read>> = []
  const words = query.q?.trim() ? await containsText(db, 'articles', query.q) : null
  if (words?.along)
    rows = await read(ordered.where('articles.id', 'in', ordered.limit(words.window)).where(words.along))
  if (rows.length <= query.limit) rows = await read(words ? ordered.where(words.anywhere) : ordered)
  const { items, next_cursor } = toPage(rows, query.limit, (row) => ({ at: row.sorted_by, id: row.id }))
  return { items: await toSummaries(db, items), next_cursor }
}

/** Living articles that pass the filters. */
export async function filtered(db: Db, filter: ArticleFilter) {
  const conditions = await conditionsOf(db, filter)
  return db.selectFrom('articles').where((e) => e.and(conditions))
}

/** What the filters ask of `articles`. */
export async function conditionsOf(db: Db, filter: ArticleFilter): Promise<Expression<SqlBool>[]> {
  const conditions: Expression<SqlBool>[] = [sql<SqlBool>`articles.deleted_at is null`]
  for (const column of ['status', 'category_id', 'author_id'] as const) {
    const value = filter[column]
    if (value) conditions.push(sql<SqlBool>`${sql.ref(`articles.${column}`)} = ${value}`)
  }
  if (filter.tag_id) {
    const tagged = sql`select article_id from article_tags where tag_id = ${filter.tag_id}`
    conditions.push(among(db, 'articles.id', tagged, await countUpTo(db, tagged, MANY_TAGGED)))
  }
  return conditions
}
