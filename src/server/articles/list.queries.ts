import { sql } from 'kysely'
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
  let found = (await filtered(db, query))
    .select('articles.id')
    .orderBy(by, direction)
    .orderBy('articles.id', direction)
    .limit(query.limit + 1)
  if (query.q?.trim()) found = found.where(await containsText(db, 'articles', query.q))
  if (query.cursor) {
    const { at, id } = query.sort === 'title' ? fromCursor(query.cursor, /^[^\n]*$/) : fromCursor(query.cursor)
    const comparison = direction === 'desc' ? sql`<` : sql`>`
    found = found.where(sql<boolean>`(${by}, articles.id) ${comparison} (${at}, ${id})`)
  }
  const rows = await selectSummaries(db)
    .select(by.as('sorted_by'))
    .where('articles.id', 'in', found)
    .orderBy(by, direction)
    .orderBy('articles.id', direction)
    .execute()
  const { items, next_cursor } = toPage(rows, query.limit, (row) => ({ at: row.sorted_by, id: row.id }))
  return { items: await toSummaries(db, items), next_cursor }
}

/** Living articles that pass the filters. */
export async function filtered(db: Db, filter: ArticleFilter) {
  let select = db.selectFrom('articles').where('articles.deleted_at', 'is', null)
  if (filter.status) select = select.where('articles.status', '=', filter.status)
  if (filter.category_id) select = select.where('articles.category_id', '=', filter.category_id)
  if (filter.author_id) select = select.where('articles.author_id', '=', filter.author_id)
  if (filter.tag_id) {
    const tagged = sql`select article_id from article_tags where tag_id = ${filter.tag_id}`
    select = select.where(among(db, 'articles.id', tagged, await countUpTo(db, tagged, MANY_TAGGED)))
  }
  return select
}
