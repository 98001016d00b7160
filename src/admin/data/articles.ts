import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type { ArticleSort, ArticleStatus, ArticleSummary } from '../../contract/articles.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'
import { changeLists, without } from './pages.ts'

export type ArticleFilter = {
  status?: ArticleStatus | undefined
  q?: string | undefined
  category_id?: string | undefined
  tag_id?: string | undefined
  author_id?: string | undefined
  sort?: ArticleSort | undefined
}

/** The same as they stand in the list's address. */
export type ArticleSearch = {
  status?: ArticleStatus | undefined
  q?: string | undefined
  category?: string | undefined
  tag?: string | undefined
  author?: string | undefined
  sort?: ArticleSort | undefined
}

/** How long a list that is not shown is kept: Back from an afternoon in the editor finds its place. */
const KEPT_MS = 8 * 60 * 60_000

/** The first page fills a screen and comes soon; the others are long, so that reading far down asks seldom. */
const FIRST_PAGE = 50
const NEXT_PAGES = 200

export const articleKeys = {
  all: ['articles'] as const,
  lists: ['articles', 'list'] as const,
  counts: ['articles', 'counts'] as const,
}

/** Pages of the article list, newest created first unless another order is asked for (ART-4). */
export function articleListQuery(api: Api, filter: ArticleFilter) {
  return infiniteQueryOptions({
    queryKey: [...articleKeys.lists, filter],
    queryFn: ({ pageParam, signal }) =>
      api.articles.list({ ...filter, limit: pageParam ? NEXT_PAGES : FIRST_PAGE, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    gcTime: KEPT_MS,
  })
}

/** `Treffer im Text`: articles that have the words in their text alone. */
export function textHitsQuery(api: Api, { sort: _sort, q = '', ...filter }: ArticleFilter, limit: number) {
  return queryOptions({
    queryKey: [...articleKeys.all, 'text-hits', filter, q, limit],
    queryFn: ({ signal }) => api.articles.textHits({ ...filter, q, limit }, { signal }),
  })
}

/** Articles per status, for the filter buttons and the dashboard. */
export function articleCountsQuery(api: Api) {
  return queryOptions({
    queryKey: articleKeys.counts,
    queryFn: ({ signal }) => api.articles.counts(undefined, { signal }),
  })
}

/** Lists and counts are read anew: after every save, deletion and restore. */
export function refreshArticles(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: articleKeys.all })
}

/** Moves an article to the trash; its row goes at once and comes back when the server refuses (RUL-20). */
export function useRemoveArticle() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<ArticleSummary, 'id'>) => api.articles.remove({ id }),
    onMutate: ({ id }) => changeLists<ArticleSummary>(client, articleKeys.lists, (pages) => without(pages, id)),
    onError: (_error, _article, putBack) => putBack?.(),
    onSettled: () => refreshArticles(client),
  })
}

/** Takes an article out of the trash again (`Rückgängig`). */
export function useRestoreArticle() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<ArticleSummary, 'id'>) => api.trash.restore({ noun: 'articles', id }),
    onSettled: () => refreshArticles(client),
  })
}
