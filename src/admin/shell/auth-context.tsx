import { createContext, use, useSyncExternalStore, type ReactNode } from 'react'
import type { SessionState, SessionStore } from '../data/session.ts'

const AuthContext = createContext<SessionStore | null>(null)

/** Gives everything below the session of this page. */
export function AuthProvider({ session, children }: { session: SessionStore; children: ReactNode }) {
  return <AuthContext value={session}>{children}</AuthContext>
}

/** The session and its present state. Throws outside an `AuthProvider` (SESS-9). */
export function useAuth(): { session: SessionStore; state: SessionState } {
  const session = use(AuthContext)
  if (!session) throw new Error('useAuth must be used within an AuthProvider')
  const state = useSyncExternalStore(session.subscribe, session.state, session.state)
  return { session, state }
}
