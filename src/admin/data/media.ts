import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  MediaAsset,
  MediaBulkResult,
  MediaWords,
  MediaWordsResult,
  ReplacedMedia,
  UpdateMedia,
  UploadedMedia,
} from '../../contract/media.ts'
import { MEDIA_BULK_LIMIT, MEDIA_LOOKUP_LIMIT } from '../../rules/limits.ts'
import type { MediaFilter, MediaKind, MediaSort } from '../../rules/libraries.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'
import { changeCached, pagesQuery, withChanged, without, type Pages } from './pages.ts'
import { recordKeys } from './records.ts'
import { useUpload, type UploadOptions } from './uploads.ts'

const PAGE_SIZE = 60

const keys = recordKeys('media')

export type MediaListOptions = {
  kind?: MediaKind | undefined
  filter?: MediaFilter | undefined
  sort?: MediaSort | undefined
}

/** Images of the media library, newest first (MEDIA-2). `q` searches file name, alt text and caption. */
export function mediaListQuery(api: Api, q: string, { kind, filter, sort }: MediaListOptions = {}) {
  return pagesQuery(
    [...keys.lists, { q, kind: kind ?? null, filter: filter ?? null, sort: sort ?? null }],
    (cursor, call) => api.media.list({ q: q || undefined, kind, filter, sort, limit: PAGE_SIZE, cursor }, call),
  )
}

/** How many images each filter finds. */
export function mediaCountsQuery(api: Api, q: string) {
  return queryOptions({
    queryKey: [...keys.all, 'counts', q],
    queryFn: ({ signal }) => api.media.counts({ q: q || undefined }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Writes alternative texts and credits of several images. */
export function useWriteMediaWords() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (items: MediaWords[]) => {
      const outcomes: MediaWordsResult['items'] = []
      for (const part of inParts(items)) outcomes.push(...(await api.media.words({ items: part })).items)
      return outcomes
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.all }),
  })
}

/** One image, for a URL that contains its id; null if there is none. */
export function mediaItemQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: keys.item(id),
    queryFn: ({ signal }) => api.media.get({ id }, { signal }),
  })
}

/** Progress of the image sizes that readers load; polled while some are pending. */
export function mediaSizesQuery(api: Api) {
  return queryOptions({
    queryKey: ['media-sizes'],
    queryFn: ({ signal }) => api.media.sizes(undefined, { signal }),
    refetchInterval: ({ state }) => (state.data && state.data.waiting > 0 ? SIZES_ASKED_MS : false),
  })
}

const SIZES_ASKED_MS = 10_000

/** What uses an image. */
export function mediaUsageQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [...keys.all, 'usage', id],
    queryFn: async ({ signal }) => (await api.media.usage({ id }, { signal })).items,
    // A deletion must be decided on current data.
    staleTime: 0,
  })
}

export type MediaUploadOptions = UploadOptions & {
  /** Subject of a picture without a useful file name (`image.png`): the title of the article it is pasted into. */
  about?: string | undefined
  /**
   * If the library already has an identical picture, return that one (`stored` is false) instead of storing it twice.
   */
  once?: boolean
}

const contentType = (file: File) => ({ 'content-type': file.type || 'application/octet-stream' })

/** Uploads one image file under a random name (MEDIA-1). */
export function useUploadMedia(): (file: File, options?: MediaUploadOptions) => Promise<UploadedMedia> {
  const upload = useUpload()
  const client = useQueryClient()
  return async (file, { about, once, ...options } = {}) => {
    const query = new URLSearchParams({ filename: file.name })
    if (about?.trim()) query.set('name', about.trim())
    if (once) query.set('duplicate', 'offer')
    const uploaded = await upload<UploadedMedia>(`/api/media?${query}`, file, {
      ...options,
      headers: contentType(file),
    })
    await client.invalidateQueries({ queryKey: keys.lists })
    return uploaded
  }
}

/** Replaces the file of an image. Its address stays; this browser reloads it. */
export function useReplaceMedia() {
  const upload = useUpload()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, file }: { id: string; file: File }) => {
      const address = `/api/media/${id}/file?filename=${encodeURIComponent(file.name)}`
      return upload<ReplacedMedia>(address, file, { method: 'PUT', headers: contentType(file) })
    },
    onSuccess: loadAnew,
    onSettled: () => client.invalidateQueries({ queryKey: keys.all }),
  })
}

/** Undoes the replacement of an image. */
export function useTakeBackMedia() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, former_file_id }: Pick<ReplacedMedia, 'id' | 'former_file_id'>) =>
      api.media.takeBackFile({ id, former_file_id }),
    onSuccess: loadAnew,
    onSettled: () => client.invalidateQueries({ queryKey: keys.all }),
  })
}

/** The plain address may be cached for a year, so a text in the editor would keep showing the former picture. */
async function loadAnew({ url }: MediaAsset): Promise<void> {
  await fetch(url, { cache: 'reload' }).catch(() => undefined)
}

/** Uses of these images. */
export function mediaUsagesQuery(api: Api, ids: string[]) {
  return queryOptions({
    queryKey: [...keys.all, 'usages', ids],
    queryFn: async ({ signal }) => {
      const parts = inParts(ids).map((part) => api.media.usageOfMany({ ids: part }, { signal }))
      return (await Promise.all(parts)).flatMap(({ items }) => items)
    },
    // A deletion must be decided on current data.
    staleTime: 0,
  })
}

/** Moves many images to the trash or restores them. Cards change optimistically; those that failed are restored. */
export function useChangeManyMedia() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ ids, action }: { ids: string[]; action: 'remove' | 'restore' }) => {
      const items: MediaBulkResult['items'] = []
      for (const part of inParts(ids)) items.push(...(await api.media.bulk({ ids: part, action })).items)
      return items
    },
    onMutate: ({ ids, action }) =>
      changeCached<Pages<MediaAsset>>(client, keys.lists, (pages) =>
        action === 'remove' ? ids.reduce((left, id) => without(left, id), pages) : pages,
      ),
    onError: (_error, _change, putBack) => putBack?.(),
    onSettled: () => client.invalidateQueries({ queryKey: keys.all }),
  })
}

/** Splits a list into requests of the size the server accepts. */
function inParts<T>(all: T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / MEDIA_BULK_LIMIT) }, (_, part) =>
    all.slice(part * MEDIA_BULK_LIMIT, (part + 1) * MEDIA_BULK_LIMIT),
  )
}

/** Changes alt text and captions of an image, optimistically in every list. */
export function useUpdateMedia() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (changes: UpdateMedia) => api.media.update(changes),
    onMutate: ({ id, ...changes }) =>
      changeCached<Pages<MediaAsset>>(client, keys.lists, (pages) => withChanged(pages, id, changes)),
    onError: (_error, _changes, putBack) => putBack?.(),
    onSettled: () => client.invalidateQueries({ queryKey: keys.all }),
  })
}

/** The pictures of a text by their addresses, including trashed ones. Known data stay while the text changes. */
export function picturesQuery(api: Api, urls: readonly string[]) {
  return queryOptions({
    queryKey: [...keys.all, 'lookup', urls],
    queryFn: async ({ signal }) => {
      const { items } = await api.media.lookup({ urls: urls.slice(0, MEDIA_LOOKUP_LIMIT) }, { signal })
      return new Map(items.map((item) => [item.url, item]))
    },
    enabled: urls.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}
