import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { MediaAsset, UpdateMedia, UploadedMedia } from '../../contract/media.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'
import { changeLists, withChanged, without } from './pages.ts'
import { useUpload, type UploadOptions } from './uploads.ts'

const PAGE_SIZE = 60

export const mediaKeys = { all: ['media'] as const, lists: ['media', 'list'] as const }

/** Images of the media library, newest first (MEDIA-2); `q` searches file name and words. */
export function mediaListQuery(api: Api, q: string) {
  return infiniteQueryOptions({
    queryKey: [...mediaKeys.lists, { q }],
    queryFn: ({ pageParam, signal }) =>
      api.media.list({ q: q || undefined, limit: PAGE_SIZE, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
}

/** One image, for an address that names it; null when there is none. */
export function mediaItemQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [...mediaKeys.all, 'item', id],
    queryFn: ({ signal }) => api.media.get({ id }, { signal }),
  })
}

/** The articles that use an image. */
export function mediaUsageQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [...mediaKeys.all, 'usage', id],
    queryFn: async ({ signal }) => (await api.media.usage({ id }, { signal })).items,
    // Whoever is about to delete has to see what is true now.
    staleTime: 0,
  })
}

/** Uploads one image file under a random name (MEDIA-1). */
export function useUploadMedia(): (file: File, options?: UploadOptions) => Promise<UploadedMedia> {
  const upload = useUpload()
  const client = useQueryClient()
  return async (file, options) => {
    const headers = { 'content-type': file.type || 'application/octet-stream' }
    const address = `/api/media?filename=${encodeURIComponent(file.name)}`
    const uploaded = await upload<UploadedMedia>(address, file, { ...options, headers })
    await client.invalidateQueries({ queryKey: mediaKeys.lists })
    return uploaded
  }
}

/** Changes the words of an image; they stand in every list at once. */
export function useUpdateMedia() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (changes: UpdateMedia) => api.media.update(changes),
    onMutate: ({ id, ...changes }) =>
      changeLists<MediaAsset>(client, mediaKeys.lists, (pages) => withChanged(pages, id, changes)),
    onError: (_error, _changes, putBack) => putBack?.(),
    onSettled: () => client.invalidateQueries({ queryKey: mediaKeys.all }),
  })
}

/** Moves an image to the trash; its card goes at once and comes back when the server refuses (R20). */
export function useRemoveMedia() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<MediaAsset, 'id'>) => api.media.remove({ id }),
    onMutate: ({ id }) => changeLists<MediaAsset>(client, mediaKeys.lists, (pages) => without(pages, id)),
    onError: (_error, _asset, putBack) => putBack?.(),
    onSettled: () => client.invalidateQueries({ queryKey: mediaKeys.all }),
  })
}

/** Takes an image out of the trash again (`Rückgängig`). */
export function useRestoreMedia() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<MediaAsset, 'id'>) => api.trash.restore({ noun: 'media', id }),
    onSettled: () => client.invalidateQueries({ queryKey: mediaKeys.all }),
  })
}

/** What a page says of own pictures, by their addresses; pictures keep their facts while one writes. */
export function imageFactsQuery(api: Api, urls: readonly string[]) {
  return queryOptions({
    queryKey: [...mediaKeys.all, 'facts', urls],
    queryFn: async ({ signal }) => {
      const { items } = await api.media.facts({ urls: urls.slice(0, MOST_FACTS) }, { signal })
      return new Map(items.map((item) => [item.url, item]))
    },
    enabled: urls.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

/** The server tells of so many at once. */
const MOST_FACTS = 500
