import { queryOptions } from '@tanstack/react-query'
import type { AuthSettings } from '../../contract/auth-settings.ts'
import { readAnonKey } from '../lib/anon-key.ts'
import { UnreachableError } from '../lib/faults.ts'

/** Readable without a session. */
export const authSettingsQuery = queryOptions({
  queryKey: ['auth-settings'],
  queryFn: async ({ signal }): Promise<AuthSettings> => {
    const headers = { apikey: readAnonKey(document) }
    const response = await fetch('/auth/v1/settings', { signal, headers }).catch((error: unknown) => {
      throw new UnreachableError(error)
    })
    if (!response.ok) throw new Error(`auth settings answered ${response.status}`)
    return (await response.json()) as AuthSettings
  },
  staleTime: 300_000,
})
