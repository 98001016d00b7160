import { useMutation, useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import { ApiError, API_ERRORS, type ApiErrorCode } from '../../contract/errors.ts'
import type { Subscription, FeedImport } from '../../contract/subscriptions.ts'
import type { Api } from './api.ts'
import { SendContext } from './live.ts'
import { pagesQuery } from './pages.ts'
import { recordKeys } from './records.ts'

const PAGE_SIZE = 100

const keys = recordKeys('feeds')

/** Pages of the subscriptions, newest first (INT-7). */
export function subscriptionListQuery(api: Api) {
  return pagesQuery(keys.lists, (cursor, call) => api.feeds.list({ limit: PAGE_SIZE, cursor }, call))
}

/** Calls the function `import-rss-feed` (specification §7) and returns the number of new entries. */
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
        client.invalidateQueries({ queryKey: keys.all }),
        client.invalidateQueries({ queryKey: ['inbox'] }),
      ]),
  })
}

function apiErrorOf(answer: unknown): ApiError {
  const { code, message } = answer as { code?: string; message?: string }
  const known: ApiErrorCode = code !== undefined && code in API_ERRORS ? (code as ApiErrorCode) : 'internal_error'
  return new ApiError(known, message === undefined ? {} : { message })
}
