import { GoTrueClient } from '@supabase/auth-js'
import { requireAnonKey } from '../lib/anon-key.ts'
import type { AuthClient } from './late-auth-client.ts'
import { SESSION_STORAGE_KEY } from './stored-session.ts'

const DEVICE_KEY = 'blog-cms-device'

type Options = {
  /** The public anonymous key, sent with calls that have no session (SESS-10). */
  key: string
  /** `https://blog.example`, without a trailing slash. */
  origin: string
  /** For tests outside a browser. */
  storage?: ConstructorParameters<typeof GoTrueClient>[0]['storage']
  fetch?: typeof fetch
  autoRefreshToken?: boolean
}

/** The auth client of this page, which calls `/auth/v1`. Throws `MissingAnonKeyError` without a key (SESS-10). */
export function createAuthClient({ key, origin, storage, fetch: send, autoRefreshToken = true }: Options): AuthClient {
  const anonKey = requireAnonKey(key)
  const client = new GoTrueClient({
    url: `${origin}/auth/v1`,
    headers: { apikey: anonKey, Authorization: `Bearer ${anonKey}` },
    storageKey: SESSION_STORAGE_KEY,
    flowType: 'pkce',
    autoRefreshToken,
    storage,
    fetch: ownFetch(send ?? ((input, init) => fetch(input, init))),
  })
  return Object.assign(client, {
    forgetSilence: () => {
      // The client (2.119) has no public API for this.
      Object.assign(client, { lastRefreshFailure: null })
    },
  })
}

/**
 * Requests German messages whatever the browser's language is (RUL-26). A sign-in also sends a device key, so that
 * failed guesses on other devices do not lock this one out (ADR 0015).
 */
function ownFetch(send: typeof fetch): typeof fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('Accept-Language', 'de')
    const device = deviceKey()
    if (device) headers.set('X-Device-Key', device)
    return send(input, { ...init, headers })
  }
}

/** A random secret of this browser that does not identify its owner. Null if the browser stores nothing. */
function deviceKey(): string | null {
  try {
    const known = localStorage.getItem(DEVICE_KEY)
    if (known) return known
    const bytes = crypto.getRandomValues(new Uint8Array(24))
    const made = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    localStorage.setItem(DEVICE_KEY, made)
    return made
  } catch {
    return null
  }
}
