import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type {
  CreateResearch,
  ResearchFile,
  ResearchItem,
  ResearchLink,
  ResearchSummary,
  SourceType,
  UpdateResearch,
} from '../../contract/research.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'
import { changeLists, without } from './pages.ts'
import { useBucket } from './storage.ts'

export type ResearchFilter = { source_type?: SourceType | undefined; q?: string | undefined }

const PAGE_SIZE = 50

export const researchKeys = {
  all: ['research'] as const,
  lists: ['research', 'list'] as const,
  item: (id: string) => ['research', 'item', id] as const,
}

/** Pages of the research, newest first (DATA-8). */
export function researchListQuery(api: Api, { source_type, q }: ResearchFilter) {
  return infiniteQueryOptions({
    queryKey: [...researchKeys.lists, { source_type: source_type ?? null, q: q ?? '' }],
    queryFn: ({ pageParam, signal }) =>
      api.research.list({ source_type, q, limit: PAGE_SIZE, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
}

/** One item with its links and files. */
export function researchItemQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: researchKeys.item(id),
    queryFn: ({ signal }) => api.research.get({ id }, { signal }),
  })
}

function refresh(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: researchKeys.all })
}

/** Saves a new item, or changes the one whose id is given. */
export function useSaveResearch() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...fields }: CreateResearch & { id?: string | undefined }) =>
      id === undefined ? api.research.create(fields) : api.research.update({ id, ...fields }),
    onSuccess: (saved) => {
      client.setQueryData(researchKeys.item(saved.id), saved)
      return refresh(client)
    },
  })
}

/** Keeps the note of an item (RES-4). */
export function useSaveResearchNote() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, note }: Pick<UpdateResearch, 'id'> & { note: string }) => api.research.update({ id, note }),
    onSuccess: (saved) => {
      client.setQueryData(researchKeys.item(saved.id), saved)
      void client.invalidateQueries({ queryKey: researchKeys.lists })
    },
  })
}

/** Moves an item to the trash; its card goes at once and comes back when the server refuses (RUL-20). */
export function useRemoveResearch() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<ResearchSummary, 'id'>) => api.research.remove({ id }),
    onMutate: ({ id }) => changeLists<ResearchSummary>(client, researchKeys.lists, (pages) => without(pages, id)),
    onError: (_error, _item, putBack) => putBack?.(),
    onSettled: () => client.invalidateQueries({ queryKey: researchKeys.lists }),
  })
}

/** Takes an item out of the trash again (`Rückgängig`). */
export function useRestoreResearch() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<ResearchSummary, 'id'>) => api.trash.restore({ noun: 'research', id }),
    onSettled: () => refresh(client),
  })
}

/** Shows a change of an item before the server tells of it; gives the way back. */
async function changeItem(client: QueryClient, id: string, change: (item: ResearchItem) => ResearchItem) {
  const queryKey = researchKeys.item(id)
  await client.cancelQueries({ queryKey })
  const before = client.getQueryData<ResearchItem>(queryKey)
  if (before) client.setQueryData<ResearchItem>(queryKey, change(before))
  return () => client.setQueryData(queryKey, before)
}

/** Adds a link to an item (RES-3). */
export function useAddResearchLink() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ itemId, url, title }: { itemId: string } & Pick<ResearchLink, 'url' | 'title'>) =>
      api.research.addLink({ id: itemId, url, title }),
    onSettled: () => refresh(client),
  })
}

/** Takes a link off an item; its row goes at once. */
export function useRemoveResearchLink() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ itemId, link }: { itemId: string; link: ResearchLink }) =>
      api.research.removeLink({ id: itemId, link_id: link.id }),
    onMutate: ({ itemId, link }) =>
      changeItem(client, itemId, (item) => ({ ...item, links: item.links.filter(({ id }) => id !== link.id) })),
    onError: (_error, _link, putBack) => putBack?.(),
    onSettled: () => refresh(client),
  })
}

/** Stores a file for an item under `{item id}/{timestamp}.{ext}` (RES-5, RUL-31); the item lists it by itself. */
export function useUploadResearchFile() {
  const bucket = useBucket()
  const client = useQueryClient()
  return async (upload: { itemId: string; file: File; at: number; onProgress: (share: number) => void }) => {
    const extension = /\.([A-Za-z0-9]{1,16})$/.exec(upload.file.name)?.[1]
    const name = `${upload.itemId}/${upload.at}${extension ? `.${extension.toLowerCase()}` : ''}`
    await bucket.upload(name, upload.file, { onProgress: upload.onProgress })
    await refresh(client)
  }
}

/** Moves a file of an item to the trash (RUL-20); its row goes at once. */
export function useRemoveResearchFile() {
  const bucket = useBucket()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ file }: { itemId: string; file: ResearchFile }) => bucket.remove(file.object_name),
    onMutate: ({ itemId, file }) =>
      changeItem(client, itemId, (item) => ({ ...item, files: item.files.filter(({ id }) => id !== file.id) })),
    onError: (_error, _file, putBack) => putBack?.(),
    onSettled: () => refresh(client),
  })
}

/** Takes a file out of the trash again (`Rückgängig`). */
export function useRestoreResearchFile() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<ResearchFile, 'id'>) => api.trash.restore({ noun: 'research-files', id }),
    onSettled: () => refresh(client),
  })
}

/** Gives an address that reads a file for five minutes. */
export function useResearchFileAddress(): (file: ResearchFile) => Promise<string> {
  const bucket = useBucket()
  return (file) => bucket.signedUrl(file.object_name)
}
