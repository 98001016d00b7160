import { GoTrueClient } from '@supabase/auth-js'
import { requireAnonKey } from '../lib/anon-key.ts'

/** Where the session lies in local storage (SESS-2); also the name of the channel that tells other tabs. */
export const SESSION_STORAGE_KEY = 'blog-cms-auth'

export type AuthClient = GoTrueClient

type Options = {
  /** The public anonymous key; calls without a session carry it (SESS-10). */
  key: string
  /** `https://blog.example`, without a slash at the end. */
  origin: string
  /** For tests outside a browser. */
  storage?: ConstructorParameters<typeof GoTrueClient>[0]['storage']
  fetch?: typeof fetch
  autoRefreshToken?: boolean
}

/** The auth client of this page, talking to `/auth/v1`. Throws `MissingAnonKeyError` without a key (SESS-10). */
export function createAuthClient({ key, origin, storage, fetch: send, autoRefreshToken = true }: Options): AuthClient {
  const anonKey = requireAnonKey(key)
  return new GoTrueClient({
    url: `${origin}/auth/v1`,
    headers: { apikey: anonKey, Authorization: `Bearer ${anonKey}` },
    storageKey: SESSION_STORAGE_KEY,
    flowType: 'pkce',
    autoRefreshToken,
    storage,
    fetch: germanFetch(send ?? ((input, init) => fetch(input, init))),
  })
}

/** Asks for German messages, whatever the browser's own language is (R26). */
function germanFetch(send: typeof fetch): typeof fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('Accept-Language', 'de')
    return send(input, { ...init, headers })
  }
}
