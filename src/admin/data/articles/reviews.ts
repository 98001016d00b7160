import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Review } from '../../../contract/articles/review.ts'
import type { Api } from '../api.ts'
import { useApi } from '../api-context.tsx'
import { refreshArticles } from '../articles.ts'

/** Every review that is not over, and who may approve (RUL-61). A change of an article refreshes it. */
export function reviewsQuery(api: Api) {
  return queryOptions({
    queryKey: ['articles', 'reviews'],
    queryFn: ({ signal }) => api.articles.review.list(undefined, { signal }),
  })
}

/** The review of one article, for its open editor. */
export function reviewQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['articles', 'reviews', id],
    queryFn: ({ signal }) => api.articles.review.get({ id }, { signal }),
  })
}

/** The review of an article that a screen shows beside something else; undefined where there is none. */
export function useReviewOf(articleId: string | undefined): Review | undefined {
  return useQuery({
    ...reviewsQuery(useApi()),
    select: ({ items }) => items.find(({ id }) => id === articleId)?.review,
  }).data
}

/** Gives an article to review, approves or returns it, or ends the review. */
export function useReviewDeeds() {
  const api = useApi()
  const client = useQueryClient()
  const refresh = () => refreshArticles(client)
  const request = useMutation({
    mutationFn: (input: { id: string; version: number; reviewer_id: string | null; note: string }) =>
      api.articles.review.request(input),
    onSettled: refresh,
  })
  const approve = useMutation({
    mutationFn: (input: { id: string; version: number }) => api.articles.review.approve(input),
    onSettled: refresh,
  })
  const giveBack = useMutation({
    mutationFn: (input: { id: string; version: number; reason: string }) => api.articles.review.return(input),
    onSettled: refresh,
  })
  const end = useMutation({
    mutationFn: (input: { id: string; version: number }) => api.articles.review.end(input),
    onSettled: refresh,
  })
  return { request, approve, giveBack, end }
}
