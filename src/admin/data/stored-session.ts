import type { Session } from '@supabase/auth-js'

/** Key of the session in local storage (SESS-2); also the channel that informs other tabs. */
export const SESSION_STORAGE_KEY = 'blog-cms-auth'

/**
 * The session as the auth client stores it in this browser. Null if there is none, or if one of its three parts is
 * missing (SESS-1).
 */
export function readStoredSession(): Session | null {
  try {
    const session = JSON.parse(localStorage.getItem(SESSION_STORAGE_KEY) ?? 'null') as Partial<Session> | null
    const { access_token, refresh_token, expires_at, user } = session ?? {}
    return access_token && refresh_token && expires_at && user?.id ? (session as Session) : null
  } catch {
    return null
  }
}
