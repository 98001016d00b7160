import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { DeskData } from '../../contract/dashboard.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'
import { objectUrl, useBucket } from './storage.ts'

const deskKey = ['dashboard'] as const
const REFRESH_MS = 300_000

/** All data of the dashboard. Changes arrive live; a refetch every few minutes covers what depends on the time. */
export function deskQuery(api: Api) {
  return queryOptions({
    queryKey: deskKey,
    queryFn: ({ signal }) => api.dashboard.get(undefined, { signal }),
    refetchInterval: REFRESH_MS,
  })
}

/** Approves a pending account, or reverts that (`Rückgängig`). The row disappears optimistically (RUL-4). */
export function useApproveWaiting() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, approval }: { id: string; approval: 'approved' | 'pending' }) =>
      api.users.update({ id, approval }),
    onMutate: async ({ id }) => {
      await client.cancelQueries({ queryKey: deskKey })
      const before = client.getQueryData<DeskData>(deskKey)
      if (before) {
        client.setQueryData<DeskData>(deskKey, { ...before, waiting: before.waiting.filter((each) => each.id !== id) })
      }
      return before
    },
    onError: (_error, _change, before) => before && client.setQueryData(deskKey, before),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['users'] })
      return client.invalidateQueries({ queryKey: deskKey })
    },
  })
}

/** Hides the first steps or shows them again, for this account on all devices. Optimistic. */
export function useFirstStepsHiding() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (hidden: boolean) => api.account.update({ first_steps_hidden: hidden }),
    onMutate: async (hidden) => {
      await client.cancelQueries({ queryKey: deskKey })
      const before = client.getQueryData<DeskData>(deskKey)
      if (before?.first_steps)
        client.setQueryData<DeskData>(deskKey, { ...before, first_steps: { ...before.first_steps, hidden } })
      return before
    },
    onError: (_error, _hidden, before) => before && client.setQueryData(deskKey, before),
    onSettled: () => client.invalidateQueries({ queryKey: deskKey }),
  })
}

const MIME_ENDING = /^image\/(?:x-)?([a-z\d]{2,8})(?:\+xml)?$/

/**
 * Uploads the header image of the dashboard to `{user id}/dashboard-header-{timestamp}.{ext}` and returns its address
 * (DASH-4).
 */
export function useUploadHeader(userId: string) {
  const bucket = useBucket()
  return useMutation({
    mutationFn: async (file: File) => {
      const ending = /\.([a-z\d]{1,8})$/i.exec(file.name)?.[1] ?? MIME_ENDING.exec(file.type)?.[1] ?? 'img'
      const name = `${userId}/dashboard-header-${Date.now()}.${ending.toLowerCase()}`
      await bucket.upload(name, file)
      return objectUrl(name)
    },
  })
}
