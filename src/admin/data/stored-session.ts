import type { Session } from '@supabase/auth-js'

/** Where the session lies in local storage (SESS-2); also the name of the channel that tells other tabs. */
export const SESSION_STORAGE_KEY = 'blog-cms-auth'

/** The session as the auth client keeps it in this browser; null for none, or one without its three parts (SESS-1). */
export function readStoredSession(): Session | null {
  try {
    const session = JSON.parse(localStorage.getItem(SESSION_STORAGE_KEY) ?? 'null') as Partial<Session> | null
    const { access_token, refresh_token, expires_at, user } = session ?? {}
    return access_token && refresh_token && expires_at && user?.id ? (session as Session) : null
  } catch {
    return null
  }
}
