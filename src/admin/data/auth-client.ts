import { GoTrueClient } from '@supabase/auth-js'
import { requireAnonKey } from '../lib/anon-key.ts'
import type { AuthClient } from './late-auth-client.ts'
import { SESSION_STORAGE_KEY } from './stored-session.ts'

const DEVICE_KEY = 'blog-cms-device'

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
      // The client (2.119) offers no other way to say so.
      Object.assign(client, { lastRefreshFailure: null })
    },
  })
}

/**
 * Asks for German messages, whatever the browser's own language is (RUL-26), and says at a sign-in which browser this is, so that
 * guesses of others at its password keep nobody out here (ADR 0015).
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

/** A random secret of this browser, which says nothing of its owner; null where nothing can be kept. */
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
