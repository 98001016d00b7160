import { GoTrueClient } from '@supabase/auth-js'

/**
 * The official client as the admin app creates it, with a storage of its own instead of a browser's. `stored` is a
 * session in that storage.
 */
export function authClient(serverUrl: string, headers: Record<string, string> = {}, stored?: unknown): GoTrueClient {
  const storageKey = `test-${crypto.randomUUID()}`
  const kept = new Map<string, string>(stored ? [[storageKey, JSON.stringify(stored)]] : [])
  return new GoTrueClient({
    url: `${serverUrl}/auth/v1`,
    headers,
    storageKey,
    autoRefreshToken: false,
    flowType: 'pkce',
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  })
}
