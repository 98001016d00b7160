import { keepPreviousData, queryOptions, useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import type { AppearanceRecord, IdentityPictureName, UpdateAppearance } from '../../contract/appearance.ts'
import type { MediaAsset } from '../../contract/media.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'
import { useUpload } from './uploads.ts'

const appearanceKey = ['appearance'] as const

/** Appearance of the site (SITE-12). */
export function appearanceQuery(api: Api) {
  return queryOptions({
    queryKey: appearanceKey,
    queryFn: ({ signal }) => api.appearance.get(undefined, { signal }),
  })
}

/** The landing page with these choices. The former preview stays until the next is loaded. */
export function appearancePreviewQuery(api: Api, draft: UpdateAppearance, pictures: string) {
  return queryOptions({
    queryKey: ['appearance-preview', draft, pictures],
    queryFn: ({ signal }) => api.appearance.preview(draft, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 10_000,
  })
}

/** Returns those of these addresses at which the site has no page at the moment, such as a list without articles. */
export function useDeadPaths(addresses: readonly string[]): ReadonlySet<string> {
  const paths = [...new Set(addresses.filter((address) => address.startsWith('/')))]
  const answers = useQueries({
    queries: paths.map((path) => ({
      queryKey: [...appearanceKey, 'path', path],
      // Asks the site itself. A HEAD request is not counted as a view.
      queryFn: async ({ signal }: { signal: AbortSignal }) => (await fetch(path, { method: 'HEAD', signal })).status,
      staleTime: 0,
      retry: false,
    })),
  })
  return new Set(paths.filter((_, place) => [404, 410].includes(answers[place]?.data ?? 0)))
}

export function useSaveAppearance() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: UpdateAppearance) => api.appearance.update(input),
    onSuccess: (saved) => client.setQueryData(appearanceKey, saved),
  })
}

/** Replaces one of the site's own pictures by a file or a copy of one of the library, or removes it. Saved at once. */
export function useSetIdentityPicture(name: IdentityPictureName) {
  const api = useApi()
  const upload = useUpload()
  const client = useQueryClient()
  const put = (file: Blob, filename: string) =>
    upload<AppearanceRecord>(`/api/appearance/${name}?filename=${encodeURIComponent(filename)}`, file, {
      method: 'PUT',
      headers: { 'content-type': file.type || 'application/octet-stream' },
    })
  return useMutation({
    mutationFn: async (file: File | Pick<MediaAsset, 'url' | 'filename'> | null) => {
      if (file === null) return api.appearance.removePicture({ name })
      return file instanceof File ? put(file, file.name) : put(await bytesOf(file.url), file.filename)
    },
    onSuccess: (saved) => client.setQueryData(appearanceKey, saved),
  })
}

async function bytesOf(address: string): Promise<Blob> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  return answer.blob()
}
