import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import type { ArticleStatus, ArticleSummary } from '../../contract/articles.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'

export type ArticleFilter = { status?: ArticleStatus | undefined; q?: string | undefined }

const PAGE_SIZE = 50

export const articleKeys = {
  all: ['articles'] as const,
  lists: ['articles', 'list'] as const,
  counts: ['articles', 'counts'] as const,
}

/** Pages of the article list, newest created first (ART-4). */
export function articleListQuery(api: Api, { status, q }: ArticleFilter) {
  return infiniteQueryOptions({
    queryKey: [...articleKeys.lists, { status: status ?? null, q: q ?? '' }],
    queryFn: ({ pageParam, signal }) =>
      api.articles.list({ status, q, limit: PAGE_SIZE, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
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

type Pages = InfiniteData<{ items: ArticleSummary[]; next_cursor: string | null }, string | undefined>

/** Moves an article to the trash; its row goes at once and comes back when the server refuses (R20). */
export function useRemoveArticle() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<ArticleSummary, 'id'>) => api.articles.remove({ id }),
    onMutate: async ({ id }) => {
      await client.cancelQueries({ queryKey: articleKeys.lists })
      const before = client.getQueriesData<Pages>({ queryKey: articleKeys.lists })
      client.setQueriesData<Pages>({ queryKey: articleKeys.lists }, (data) => data && without(data, id))
      return { before }
    },
    onError: (_error, _article, context) => {
      for (const [key, data] of context?.before ?? []) client.setQueryData(key, data)
    },
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

function without(data: Pages, id: string): Pages {
  return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) })) }
}
