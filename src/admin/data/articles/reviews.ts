import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Review } from '../../../contract/articles/review.ts'
import type { Api } from '../api.ts'
import { useApi } from '../api-context.tsx'
import { refreshArticles } from '../articles.ts'
import { refreshSitePages } from '../site-pages.ts'

/** A noun whose texts have a review. */
type Reviewed = 'articles' | 'pages'

const reviewKeys = {
  all: ['reviews'] as const,
  one: (noun: Reviewed, id: string) => ['reviews', noun, id] as const,
}

/** Every review that is not over, and who may approve (RUL-61). A change of an article or page refreshes it. */
export function reviewsQuery(api: Api) {
  return queryOptions({
    queryKey: reviewKeys.all,
    queryFn: ({ signal }) => api.articles.review.list(undefined, { signal }),
  })
}

/** The review of one text, for its open editor. A change of its noun refreshes it. */
export function reviewQuery(api: Api, noun: Reviewed, id: string) {
  return queryOptions({
    queryKey: reviewKeys.one(noun, id),
    queryFn: ({ signal }) => api[noun].review.get({ id }, { signal }),
  })
}

/** The review of an article that a screen shows beside something else; undefined where there is none. */
export function useReviewOf(articleId: string | undefined): Review | undefined {
  return useQuery({
    ...reviewsQuery(useApi()),
    select: ({ items }) => items.find(({ id }) => id === articleId)?.review,
  }).data
}

/** Gives a text to review, approves or returns it, or ends the review. */
export function useReviewDeeds(noun: Reviewed) {
  const api = useApi()
  const client = useQueryClient()
  const refresh = () => (noun === 'pages' ? refreshSitePages(client) : refreshArticles(client))
  const { review } = api[noun]
  const request = useMutation({
    mutationFn: (input: { id: string; version: number; reviewer_id: string | null; note: string }) =>
      review.request(input) as Promise<unknown>,
    onSettled: refresh,
  })
  const approve = useMutation({
    mutationFn: (input: { id: string; version: number }) => review.approve(input) as Promise<unknown>,
    onSettled: refresh,
  })
  const giveBack = useMutation({
    mutationFn: (input: { id: string; version: number; reason: string }) => review.return(input) as Promise<unknown>,
    onSettled: refresh,
  })
  const end = useMutation({
    mutationFn: (input: { id: string; version: number }) => review.end(input) as Promise<unknown>,
    onSettled: refresh,
  })
  return { request, approve, giveBack, end }
}
