import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'
import { DEFAULT_TIMEZONE } from '../../rules/site-time.ts'

export const settingsKey = ['settings'] as const

export function settingsQuery(api: Api) {
  return queryOptions({
    queryKey: settingsKey,
    queryFn: ({ signal }) => api.settings.get(undefined, { signal }),
    staleTime: 300_000,
  })
}

/** The zone all dates are shown in (R3); the default until the settings have arrived. */
export function useSiteZone(): string {
  return useQuery(settingsQuery(useApi())).data?.effective_timezone ?? DEFAULT_TIMEZONE
}
