import { queryOptions } from '@tanstack/react-query'
import { readAnonKey } from '../lib/anon-key.ts'
import { UnreachableError } from '../lib/faults.ts'

/** What of the auth server is configured, in its own words (`GET /auth/v1/settings`). */
export type AuthSettings = {
  /** Providers by name. */
  external: Record<string, true>
  mail: boolean
  phone_factor: boolean
  /** Where alone passkeys work; null where they do not at all. */
  passkey_origin: string | null
  disable_signup: boolean
  /** Nobody owns the blog yet: whoever registers first does. */
  setup_due: boolean
  mailer_autoconfirm: boolean
}

/** Readable before anybody is signed in. */
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
