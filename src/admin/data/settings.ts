import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { UpdateSettings } from '../../contract/settings.ts'
import { DEFAULT_TIMEZONE } from '../../rules/site-time.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'

export const settingsKey = ['settings'] as const

export function settingsQuery(api: Api) {
  return queryOptions({
    queryKey: settingsKey,
    queryFn: ({ signal }) => api.settings.get(undefined, { signal }),
    staleTime: 300_000,
  })
}

/** The time zone of all dates (RUL-3); the default until the settings are loaded. */
export function useSiteZone(): string {
  return useQuery(settingsQuery(useApi())).data?.effective_timezone ?? DEFAULT_TIMEZONE
}

/** Saves the given settings (SET-1). */
export function useSaveSettings() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: UpdateSettings) => api.settings.update(input),
    onSuccess: (saved) => client.setQueryData(settingsKey, saved),
  })
}
