import type { Review } from '../../contract/articles/review.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { ArticleSort, ArticleStatus } from '../../contract/articles.ts'
import type { Api } from './api.ts'
import { pagesQuery } from './pages.ts'
import { recordKeys } from './records.ts'

export type ArticleFilter = {
  status?: ArticleStatus | undefined
  q?: string | undefined
  category_id?: string | undefined
  tag_id?: string | undefined
  author_id?: string | undefined
  assignee_id?: string | undefined
  review?: Review | undefined
  sort?: ArticleSort | undefined
}

/** Filter of the article list as it stands in the URL. */
export type ArticleSearch = {
  status?: ArticleStatus | undefined
  q?: string | undefined
  category?: string | undefined
  tag?: string | undefined
  author?: string | undefined
  /** The person responsible. */
  person?: string | undefined
  /** What the review has come to. */
  abnahme?: Review | undefined
  sort?: ArticleSort | undefined
  /** Hidden columns, separated by commas. */
  ohne?: string | undefined
}

/** How long an unmounted list stays cached: going back after hours in the editor restores the scroll position. */
const KEPT_MS = 8 * 60 * 60_000

/** The first page fills a screen and loads fast. Further pages are long, which saves requests. */
const FIRST_PAGE = 50
const NEXT_PAGES = 200

export const articleKeys = { ...recordKeys('articles'), counts: ['articles', 'counts'] as const }

/** Pages of the article list, newest created first unless another order is asked for (ART-4). */
export function articleListQuery(api: Api, filter: ArticleFilter) {
  const pages = pagesQuery([...articleKeys.lists, filter], (cursor, call) =>
    api.articles.list({ ...filter, limit: cursor ? NEXT_PAGES : FIRST_PAGE, cursor }, call),
  )
  return { ...pages, gcTime: KEPT_MS }
}

/** `Treffer im Text`: articles with the words in their body only. */
export function textHitsQuery(api: Api, { sort: _sort, q = '', ...filter }: ArticleFilter, limit: number) {
  return queryOptions({
    queryKey: [...articleKeys.all, 'text-hits', filter, q, limit],
    queryFn: ({ signal }) => api.articles.textHits({ ...filter, q, limit }, { signal }),
  })
}

/** Number of articles per status, for the filter buttons and the dashboard. */
export function articleCountsQuery(api: Api) {
  return queryOptions({
    queryKey: articleKeys.counts,
    queryFn: ({ signal }) => api.articles.counts(undefined, { signal }),
  })
}

/** Refetches lists and counts; called after every save, deletion and restore. */
export async function refreshArticles(client: QueryClient): Promise<void> {
  await Promise.all([articleKeys.all, ['reviews']].map((queryKey) => client.invalidateQueries({ queryKey })))
}
