import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import { ApiError, API_ERRORS, type ApiErrorCode } from '../../contract/errors.ts'
import type { FeedImport, OpmlImport, Subscription } from '../../contract/subscriptions.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'
import { SendContext } from './live.ts'
import { changeCached, pagesQuery, withChanged, type Pages } from './pages.ts'
import { recordKeys } from './records.ts'
import { asError, useUpload } from './uploads.ts'

const PAGE_SIZE = 100

const keys = recordKeys('feeds')

/** Pages of the subscriptions, newest first (INT-7). */
export function subscriptionListQuery(api: Api) {
  return pagesQuery(keys.lists, (cursor, call) => api.feeds.list({ limit: PAGE_SIZE, cursor }, call))
}

const LOOK_MS = 3000

/**
 * Progress of requested fetches. Changes of feeds refresh it; while some wait it is polled too, in case the live stream is
 * interrupted.
 */
export function fetchStateQuery(api: Api, since: string | undefined) {
  return queryOptions({
    queryKey: [...keys.all, 'fetches', since ?? null],
    queryFn: ({ signal }) => api.feeds.fetches({ since }, { signal }),
    refetchInterval: ({ state }) => ((state.data?.waiting ?? 0) > 0 ? LOOK_MS : false),
    placeholderData: keepPreviousData,
  })
}

/** Requests a fetch of all feeds; sets how often one is fetched. */
export function useFetching() {
  const api = useApi()
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: keys.all })
  const all = useMutation({ mutationFn: () => api.feeds.fetchAll(undefined), onSettled })
  const every = useMutation({
    mutationFn: (input: Pick<Subscription, 'id' | 'fetch_every'>) => api.feeds.update(input),
    onMutate: ({ id, fetch_every }) =>
      changeCached<Pages<Subscription>>(client, keys.lists, (shown) => withChanged(shown, id, { fetch_every })),
    onError: (_error, _input, putBack) => putBack?.(),
    onSettled,
  })
  return { fetchAll: all.mutateAsync, isRequesting: all.isPending, setEvery: every.mutateAsync }
}

const OPML = '/api/feeds/feeds.opml'

/** Subscriptions as a file of other feed readers, in both directions. */
export function useOpml() {
  const send = use(SendContext)
  const upload = useUpload()
  const client = useQueryClient()
  const read = useMutation({
    mutationFn: (file: File) => upload<OpmlImport>(OPML, file, { headers: { 'Content-Type': 'text/x-opml' } }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.all }),
  })
  const fetchFile = async (): Promise<Blob> => {
    if (!send) throw new Error('useOpml must be used within a SendContext')
    const response = await send(new Request(OPML))
    if (!response.ok) throw asError({ status: response.status, body: await response.json().catch(() => null) })
    return response.blob()
  }
  return { read: read.mutateAsync, isReading: read.isPending, fetchFile }
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
