import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { ResearchFile, ResearchItem, ResearchLink, SourceType, UpdateResearch } from '../../contract/research.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'
import { changeCached, pagesQuery } from './pages.ts'
import { recordKeys } from './records.ts'
import { useBucket } from './storage.ts'

export type ResearchFilter = { source_type?: SourceType | undefined; q?: string | undefined }

const PAGE_SIZE = 50

const keys = recordKeys('research')

/** Pages of the research, newest first (DATA-8). */
export function researchListQuery(api: Api, { source_type, q }: ResearchFilter) {
  return pagesQuery([...keys.lists, { source_type: source_type ?? null, q: q ?? '' }], (cursor, call) =>
    api.research.list({ source_type, q, limit: PAGE_SIZE, cursor }, call),
  )
}

/** One item with its links and files. */
export function researchItemQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: keys.item(id),
    queryFn: ({ signal }) => api.research.get({ id }, { signal }),
  })
}

function refresh(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.all })
}

/** Saves the note of an item (RES-4). */
export function useSaveResearchNote() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, note }: Pick<UpdateResearch, 'id'> & { note: string }) => api.research.update({ id, note }),
    onSuccess: (saved) => {
      client.setQueryData(keys.item(saved.id), saved)
      void client.invalidateQueries({ queryKey: keys.lists })
    },
  })
}

/** Changes an item optimistically and returns a rollback. */
function changeItem(client: QueryClient, id: string, change: (item: ResearchItem) => ResearchItem) {
  return changeCached<ResearchItem>(client, keys.item(id), change)
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

/** Removes a link from an item, optimistically. */
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

/** Stores a file for an item under `{item id}/{timestamp}.{ext}` (RES-5, RUL-31). The server adds it to the item. */
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

/** Moves a file of an item to the trash (RUL-20), optimistically. */
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

/** Restores a file from the trash (`Rückgängig`). */
export function useRestoreResearchFile() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<ResearchFile, 'id'>) => api.trash.restore({ noun: 'research-files', id }),
    onSettled: () => refresh(client),
  })
}

/** Returns an address that serves a file for five minutes. */
export function useResearchFileAddress(): (file: ResearchFile) => Promise<string> {
  const bucket = useBucket()
  return (file) => bucket.signedUrl(file.object_name)
}
