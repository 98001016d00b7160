import type { Session } from '@supabase/auth-js'
import { SESSION_STORAGE_KEY } from './auth-client.ts'

/** The session as the auth client keeps it in this browser; null for none, or something else. */
export function readStoredSession(): Session | null {
  try {
    const session = JSON.parse(localStorage.getItem(SESSION_STORAGE_KEY) ?? 'null') as Partial<Session> | null
    return session?.access_token && session.user?.id ? (session as Session) : null
  } catch {
    return null
  }
}
