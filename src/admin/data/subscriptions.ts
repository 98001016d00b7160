import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import { ApiError, API_ERRORS, type ApiErrorCode } from '../../contract/errors.ts'
import type { Subscription, FeedImport } from '../../contract/subscriptions.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'
import { SendContext } from './live.ts'
import { changeLists, without } from './pages.ts'

const PAGE_SIZE = 100

export const subscriptionKeys = { all: ['feeds'] as const, lists: ['feeds', 'list'] as const }

/** Pages of the subscriptions, newest first (INT-7). */
export function subscriptionListQuery(api: Api) {
  return infiniteQueryOptions({
    queryKey: subscriptionKeys.lists,
    queryFn: ({ pageParam, signal }) => api.feeds.list({ limit: PAGE_SIZE, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
}

/** Subscribes to the feed at an address. */
export function useSubscribe() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (url: string) => api.feeds.create({ url }),
    onSuccess: () => client.invalidateQueries({ queryKey: subscriptionKeys.all }),
  })
}

/** Calls the function `import-rss-feed` (specification §7); gives back how many entries were new. */
export function useImportFeed() {
  const send = use(SendContext)
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id }: Pick<Subscription, 'id'>) => {
      if (!send) throw new Error('useImportFeed must be used within a SendContext')
      const response = await send(
        new Request('/functions/v1/import-rss-feed', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ feedId: id }),
        }),
      )
      const answer: unknown = await response.json()
      if (!response.ok) throw apiErrorOf(answer)
      return answer as FeedImport
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: subscriptionKeys.all }),
        client.invalidateQueries({ queryKey: ['inbox'] }),
      ]),
  })
}

function apiErrorOf(answer: unknown): ApiError {
  const { code, message } = answer as { code?: string; message?: string }
  const known: ApiErrorCode = code !== undefined && code in API_ERRORS ? (code as ApiErrorCode) : 'internal_error'
  return new ApiError(known, message === undefined ? {} : { message })
}

/** Moves a subscription to the trash; its row goes at once and comes back when the server refuses (RUL-20). */
export function useRemoveSubscription() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<Subscription, 'id'>) => api.feeds.remove({ id }),
    onMutate: ({ id }) => changeLists<Subscription>(client, subscriptionKeys.lists, (pages) => without(pages, id)),
    onError: (_error, _subscription, putBack) => putBack?.(),
    onSettled: () => client.invalidateQueries({ queryKey: subscriptionKeys.all }),
  })
}

/** Takes a subscription out of the trash again (`Rückgängig`). */
export function useRestoreSubscription() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<Subscription, 'id'>) => api.trash.restore({ noun: 'feeds', id }),
    onSettled: () => client.invalidateQueries({ queryKey: subscriptionKeys.all }),
  })
}
